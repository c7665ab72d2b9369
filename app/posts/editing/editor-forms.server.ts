import { data, redirect } from 'react-router';

import type { Merge, MergeChoice } from '#app/editor/merge.ts';
import { MERGE_CHOICES, joinParts } from '#app/editor/merge.ts';
import { textOfForm } from '#app/editor/documents.server.ts';
import { discardOwnDraft } from '#app/editor/own-drafts.server.ts';
import type { Finding } from '#app/editor/finding.ts';
import { changedByOthers, choiceMissing } from '#app/editor/problems.ts';
import { SCHEDULED_ACTIONS } from '#app/editor/schedule.ts';
import type { ItemPlace } from '#app/editor/schedule.ts';
import type { Current } from '#app/current/current.server.ts';
import { answerForm } from '#app/current/forms/answer-form.server.ts';
import type { FormIntent, FormIntents } from '#app/current/forms/answer-form.server.ts';
import { FormFields } from '#app/current/forms/form-fields.ts';
import type { FormState } from '#app/current/forms/form-state.ts';
import type { Item } from '#app/storage/item.ts';

import { Problem } from '#lib/problem.ts';

import { previewPost } from './checks/post-checks.server.ts';
import { getEditedPost, mergePost } from './edited-posts.server.ts';
import { NEW_DRAFT, POST_FIELDS, PostForm } from './post-fields.ts';
import type { PostValues } from './post-fields.ts';
import { besideForms, deskForms } from './beside-forms.server.ts';
import { checksFailed } from './problems.ts';
import { deleteDraft, publishDraft, unpublishPost } from './publications.server.ts';
import type { PublishOptions } from './publications.server.ts';
import { schedulePost, unschedulePost } from './post-schedules.server.ts';
import { createDraft, createPublishable, savePost } from './saves.server.ts';

export interface EditorAddress {
  /** The name or id of a post or draft; undefined for a new one. */
  readonly name: string | undefined;
  /** An address of the site in the locale of the page. */
  readonly addressOf: (path: string) => string;
}

/** A conflict is answered with what is to be merged; what is chosen is then saved as anything else. */
export async function answerEditor(current: Current, form: FormData, { name, addressOf }: EditorAddress) {
  if (name === undefined) return answerForm(current, form, creations(addressOf));
  if (form.get('intent') === MERGE) {
    const merge = await mergePost(current, name, mergeRequestOf(form, new FormFields(form).raw('theirs')));
    const merged = mergedForm(form, merge);
    if (merged === undefined) {
      const { status, code, message: text } = choiceMissing;
      const values = new FormFields(form).typed();
      return data({ intent: MERGE, done: false as const, problem: { code, text }, values, merge }, { status });
    }
    return withRemedy(current, name, merged, await answerForm(current, merged, changes(name, merged, addressOf)));
  }
  return withRemedy(current, name, form, await answerForm(current, form, changes(name, form, addressOf)));
}

const MERGE = 'editor.merge';

/** A refusal comes with what is to be done about it. */
async function withRemedy(
  current: Current,
  name: string,
  form: FormData,
  answer: Awaited<ReturnType<typeof answerForm>>,
) {
  if (answer instanceof Response) return answer;
  const { data: state, init } = answer;
  if (!state.done && state.problem.code === checksFailed.code) {
    const { findings } = await previewPost(current, mergeRequestOf(form).mine);
    return data<FormState & { findings: readonly Finding[] }>({ ...state, findings }, init ?? {});
  }
  if (state.done || state.problem.code !== changedByOthers.code) return answer;
  const merge = await mergePost(current, name, mergeRequestOf(form));
  return data<FormState & { merge: Merge }>({ ...state, merge }, init ?? {});
}

function mergeRequestOf(form: FormData, theirs?: string) {
  const fields = new FormFields(form);
  const mine = Object.fromEntries(POST_FIELDS.map((name) => [name, fields.raw(name)])) as PostValues;
  return { mine: { ...mine, text: textOfForm(mine.text) }, etag: fields.raw('etag'), theirs };
}

/** What is saved instead of what was typed; undefined while a choice is missing. */
function mergedForm(form: FormData, merge: Merge): FormData | undefined {
  const choiceOf = (name: string): MergeChoice | undefined =>
    MERGE_CHOICES.find((choice) => choice === form.get(`choice-${name}`));
  const ownOf = (name: string) => textOfForm(new FormFields(form).raw(`own-${name}`));
  const chosen = merge.fields.map(({ name, mine, theirs }) => {
    const sides: Partial<Record<MergeChoice, string>> = { mine, theirs, own: ownOf(name).replaceAll(/\s+/g, ' ') };
    return [name, sides[choiceOf(name) ?? 'both']] as const;
  });
  const text = joinParts(merge.parts, (at) => {
    const choice = choiceOf(String(at));
    return choice === 'own' ? ownOf(String(at)).split('\n') : choice;
  });
  if (text === undefined || chosen.some(([, value]) => value === undefined)) return undefined;
  const values = { ...merge.values, ...Object.fromEntries(chosen), text };
  const merged = new FormData();
  for (const [name, value] of Object.entries(values)) merged.set(name, value ?? '');
  merged.set('etag', merge.etag);
  merged.set('intent', 'editor.save');
  merged.set('merged', 'yes');
  return merged;
}

function creations(addressOf: EditorAddress['addressOf']): FormIntents {
  return {
    ...deskForms,
    ...discards(() => Promise.resolve(NEW_DRAFT)),
    'editor.save': async (current, fields) => {
      const draft = await createDraft(current, readForm(fields));
      return redirect(addressOf(editorPath(draft, 'created')), 303);
    },
    'editor.publish': async (current, fields) => {
      const draft = await createPublishable(current, readForm(fields));
      // From here on it is an own page that shows why something is refused.
      const post = await publishDraft(current, draft.itemId).catch(onlyRefusals);
      return redirect(addressOf(post ? editorPath(post, 'published') : editorPath(draft, 'unready')), 303);
    },
  };
}

type SaveForm = (current: Current, fields: FormFields) => Promise<Item>;

/** Whatever a button does beside it, what is typed is saved first. @param form gets the etag, for the page of a later refusal */
function changes(name: string, form: FormData, addressOf: EditorAddress['addressOf']): FormIntents {
  const save: SaveForm = async (current, fields) => {
    const item = await savePost(current, name, readForm(fields), fields.raw('etag'));
    form.set('etag', item.etag);
    return item;
  };
  return {
    ...plans(save),
    ...discards(async (current) => (await getEditedPost(current, name)).item),
    ...besideForms(name, (item, done) => addressOf(editorPath(item, done))),
    'editor.save': async (current, fields) => {
      const item = await save(current, fields);
      const isMoved = fields.raw('slug').trim() !== fields.raw('savedSlug');
      if (fields.has('merged')) return redirect(addressOf(editorPath(item, 'merged')), 303);
      if (isMoved) return redirect(addressOf(editorPath(item, 'saved')), 303);
      return { text: 'editor.done.saved', result: { etag: item.etag } };
    },
    'editor.publish': async (current, fields) => {
      const { itemId } = await save(current, fields);
      const post = await publishDraft(current, itemId, confirmation(fields));
      return redirect(addressOf(editorPath(post, 'published')), 303);
    },
    'editor.unpublish': async (current, fields) => {
      const { itemId } = await save(current, fields);
      return redirect(addressOf(editorPath(await unpublishPost(current, itemId), 'unpublished')), 303);
    },
    'editor.delete': async (current, fields) => {
      await deleteDraft(current, name, fields.raw('etag'));
      return redirect(addressOf('/editor?done=deleted'), 303);
    },
  };
}

/** Of what somebody typed and has not saved. */
function discards(placeOf: (current: Current) => Promise<ItemPlace>): FormIntents {
  return {
    'editor.discard': async (current) => {
      await discardOwnDraft(current, await placeOf(current), true);
      return { text: 'editor.done.discarded', undo: { intent: 'editor.takeBack', fields: {} } };
    },
    'editor.takeBack': async (current) => {
      await discardOwnDraft(current, await placeOf(current), false);
      return { text: 'editor.done.takenBack' };
    },
  };
}

function plans(save: SaveForm): FormIntents {
  const planned = SCHEDULED_ACTIONS.flatMap((action): [string, FormIntent][] => [
    [
      `editor.plan.${action}`,
      async (current, fields) => {
        const { itemId, etag } = await save(current, fields);
        const wanted = { local: fields.text('local'), zone: fields.text('zone'), turn: fields.raw('turn') };
        await schedulePost(current, itemId, action, { ...wanted, ...confirmation(fields) });
        return { text: 'editor.done.scheduled', result: { etag } };
      },
    ],
    [
      `editor.unplan.${action}`,
      async (current, fields) => {
        const { itemId, etag } = await save(current, fields);
        await unschedulePost(current, itemId, action);
        return { text: 'editor.done.unscheduled', result: { etag } };
      },
    ],
  ]);
  return Object.fromEntries(planned);
}

function confirmation(fields: FormFields): PublishOptions {
  return { isConfirmed: fields.has('unapproved') };
}

function onlyRefusals(refusal: unknown): undefined {
  if (!(refusal instanceof Problem)) throw refusal;
}

function readForm(fields: FormFields): PostForm {
  const typed = Object.fromEntries(POST_FIELDS.map((name) => [name, fields.raw(name)]));
  return fields.parse(PostForm, { ...typed, text: textOfForm(fields.raw('text')) });
}

/** The revision lets the page begin anew with what is saved. */
function editorPath({ name, itemId, etag }: Item, done: string): string {
  return `/editor/${encodeURIComponent(name ?? itemId)}?done=${done}&rev=${etag.slice(1, -1)}`;
}
