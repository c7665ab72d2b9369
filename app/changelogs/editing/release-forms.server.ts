import { data, redirect } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import { answerForm } from '#app/current/forms/answer-form.server.ts';
import type { FormIntent, FormIntents } from '#app/current/forms/answer-form.server.ts';
import { FormFields } from '#app/current/forms/form-fields.ts';
import type { FormState } from '#app/current/forms/form-state.ts';
import { unclearForm } from '#app/current/problems.ts';
import { textOfForm } from '#app/editor/documents.server.ts';
import type { Finding } from '#app/editor/finding.ts';
import { MERGE_CHOICES } from '#app/editor/merge.ts';
import type { Merge } from '#app/editor/merge.ts';
import { deleteOwnDraft } from '#app/editor/own-drafts.server.ts';
import { MAX_PREVIEW_LABEL, PREVIEW_DAYS } from '#app/editor/previews/preview.ts';
import { createPreviewLink, revokePreviewLink } from '#app/editor/previews/previews.server.ts';
import { changedByOthers, choiceMissing } from '#app/editor/problems.ts';
import { REVIEW_VERDICTS } from '#app/editor/reviews/review.ts';
import { SCHEDULED_ACTIONS } from '#app/editor/schedule.ts';
import type { Item } from '#app/storage/item.ts';
import { Problem } from '#lib/problem.ts';

import { MAX_LINES } from '../changelog.ts';
import { releaseUnready } from '../problems.ts';
import { getEditedRelease, roleOf } from './edited-releases.server.ts';
import type { ReleasePlace } from './edited-releases.server.ts';
import { linesOfText } from './pasted-lines.ts';
import { previewRelease } from './release-checks.server.ts';
import { mergedRelease } from './release-merge.ts';
import { releasePath, releasePreviewPath } from './release-path.ts';
import { hideRelease, publishRelease, scheduleRelease, unscheduleRelease } from './release-publications.server.ts';
import type { ReleasePublishOptions } from './release-publications.server.ts';
import { reviewRelease } from './release-reviews.server.ts';
import { createEditedRelease, deleteRelease, saveRelease } from './release-saves.server.ts';
import { emptyLine, formOfValues, lineField, moveLine, newPlace, valuesOfForm } from './release-values.ts';
import type { ReleaseValues } from './release-values.ts';
import { mergeRelease } from './release-versions.server.ts';

export interface ReleaseAddress {
  readonly app: string;
  /** Undefined for a new one. */
  readonly place: ReleasePlace | undefined;
  /** An address of the site in the locale of the page. */
  readonly addressOf: (path: string) => string;
}

/** A conflict is answered with what is to be merged; what is chosen is then saved as anything else. */
export async function answerReleaseEditor(current: Current, form: FormData, { app, place, addressOf }: ReleaseAddress) {
  if (place === undefined) {
    const answer = await answerForm(current, form, { ...lineForms, ...creations(app, addressOf) }, LINE_BUTTON);
    return withFindings(current, form, { app, itemId: undefined }, answer);
  }
  let sent = form;
  if (form.get('intent') === MERGE) {
    const merge = await mergeRelease(current, place, mergeRequestOf(form, new FormFields(form).raw('theirs')));
    const merged = mergedForm(form, merge);
    if (merged === undefined) {
      const { status, code, message: text } = choiceMissing;
      const values = new FormFields(form).typed();
      return data({ intent: MERGE, done: false as const, problem: { code, text }, values, merge }, { status });
    }
    sent = merged;
  }
  const answer = await answerForm(current, sent, { ...lineForms, ...changes(place, sent, addressOf) }, LINE_BUTTON);
  if (!(answer instanceof Response) && !answer.data.done && answer.data.problem.code === changedByOthers.code) {
    const merge = await mergeRelease(current, place, mergeRequestOf(sent));
    return data<FormState & { merge: Merge }>({ ...answer.data, merge }, answer.init ?? {});
  }
  return withFindings(current, sent, { app, itemId: place.version }, answer);
}

const MERGE = 'editor.merge';
/** A button of a line says which one instead of an intent. */
const LINE_BUTTON = { intent: 'editor.changeLine' };

/** A refusal comes with what is to be done about it. */
async function withFindings(
  current: Current,
  form: FormData,
  { app, itemId }: { app: string; itemId: string | undefined },
  answer: Awaited<ReturnType<typeof answerForm>>,
) {
  if (answer instanceof Response || answer.data.done || answer.data.problem.code !== releaseUnready.code) return answer;
  const { findings } = await previewRelease(current, app, typedIn(form), itemId);
  return data<FormState & { findings: readonly Finding[] }>({ ...answer.data, findings }, answer.init ?? {});
}

function typedIn(form: FormData): ReleaseValues {
  return valuesOfForm(new FormFields(form).typed());
}

function mergeRequestOf(form: FormData, theirs?: string) {
  return { mine: typedIn(form), etag: new FormFields(form).raw('etag'), theirs };
}

/** What is saved instead of what was typed; undefined while a choice is missing. */
function mergedForm(form: FormData, merge: Merge): FormData | undefined {
  const values = mergedRelease(merge, {
    choiceOf: (name) => MERGE_CHOICES.find((choice) => choice === form.get(`choice-${name}`)),
    ownOf: (name) => textOfForm(new FormFields(form).raw(`own-${name}`)),
  });
  if (values === undefined) return undefined;
  const merged = new FormData();
  for (const [name, value] of Object.entries(formOfValues(values))) merged.set(name, value);
  for (const [name, value] of [
    ['etag', merge.etag],
    ['intent', 'editor.save'],
    ['merged', 'yes'],
  ] as const)
    merged.set(name, value);
  return merged;
}

/** What a page without scripts does with its lines: nothing is saved, and all that is typed comes back. */
const lineForms: FormIntents = {
  'editor.addLine': (_current, fields) => {
    const values = valuesOfForm(fields.typed());
    const line = emptyLine(values.lines.at(-1)?.category ?? 'new');
    return linesAnswer(fields, [...values.lines, line], `field-${lineField(line.id, 'text')}`);
  },
  'editor.readPasted': (_current, fields) =>
    linesAnswer(fields, valuesOfForm(fields.typed()).lines, 'pasted-lines', true),
  'editor.takePasted': (_current, fields) => {
    const { lines } = valuesOfForm(fields.typed());
    const taken = linesOfText(fields.raw('pasted'), MAX_LINES - lines.length).lines;
    const [first] = taken;
    return linesAnswer(
      fields,
      [...lines, ...taken],
      first === undefined ? 'pasted' : `field-${lineField(first.id, 'text')}`,
    );
  },
  'editor.changeLine': (_current, fields) => {
    const { lines } = valuesOfForm(fields.typed());
    const [act = '', id = ''] = fields.raw('line').split(' ');
    const next = act === 'remove' ? 'add-line' : `line-${id}`;
    if (act === 'remove')
      return linesAnswer(
        fields,
        lines.filter((line) => line.id !== id),
        next,
      );
    return linesAnswer(fields, moveLine(lines, id, act === 'up' ? -1 : 1), next);
  },
};

function linesAnswer(
  fields: FormFields,
  lines: ReleaseValues['lines'],
  next: string,
  withPasted = false,
): ReturnType<FormIntent> {
  const typed = fields.typed();
  const pasted = withPasted ? { pasted: fields.raw('pasted') } : {};
  const values = { ...formOfValues({ ...valuesOfForm(typed), lines }), ...pasted };
  return Promise.resolve({ result: { values, typedEtag: fields.raw('etag') }, next });
}

function creations(app: string, addressOf: ReleaseAddress['addressOf']): FormIntents {
  const pathOf = (item: Item, done: string) => addressOf(editorPath(app, item, done));
  const create = (current: Current, fields: FormFields) =>
    createEditedRelease(current, app, valuesOfForm(fields.typed()));
  return {
    'editor.discard': async (current) => {
      await deleteOwnDraft(current, newPlace(app));
      return redirect(addressOf(`/editor/releases/${app}/new?done=discarded`), 303);
    },
    'editor.save': async (current, fields) => redirect(pathOf(await create(current, fields), 'created'), 303),
    'editor.publish': async (current, fields) => {
      const item = await create(current, fields);
      // From here on it is an own page that shows why something is refused.
      const shown = await publishRelease(current, { app, version: item.itemId }).catch(onlyRefusals);
      return redirect(pathOf(shown ?? item, shown ? 'published' : 'unready'), 303);
    },
  };
}

function onlyRefusals(refusal: unknown): undefined {
  if (!(refusal instanceof Problem)) throw refusal;
}

type SaveReleaseForm = (current: Current, fields: FormFields) => Promise<Item>;

/** Whatever a button does beside it, what is typed is saved first. @param form gets the etag, for the page of a later refusal */
function changes(place: ReleasePlace, form: FormData, addressOf: ReleaseAddress['addressOf']): FormIntents {
  const save: SaveReleaseForm = async (current, fields) => {
    const item = await saveRelease(current, place, valuesOfForm(fields.typed()), fields.raw('etag'));
    form.set('etag', item.etag);
    return item;
  };
  const pathOf = (item: Item, done: string) => addressOf(editorPath(place.app, item, done));
  return {
    ...plans(place, save),
    ...besideForms(place),
    'editor.save': async (current, fields) => {
      const item = await save(current, fields);
      if (fields.has('merged')) return redirect(pathOf(item, 'merged'), 303);
      const isMoved =
        fields.raw('version').trim() !== fields.raw('savedVersion') || roleOf(item) !== fields.raw('savedRole');
      const isShown = !item.tags.includes('hidden') !== (fields.raw('savedVisibility') !== 'hidden');
      if (isMoved || isShown) return redirect(pathOf(item, 'saved'), 303);
      return { text: 'editor.done.saved', result: { etag: item.etag } };
    },
    'editor.publish': async (current, fields) => {
      await save(current, fields);
      return redirect(pathOf(await publishRelease(current, place, confirmation(fields)), 'published'), 303);
    },
    'editor.unpublish': async (current, fields) => {
      await save(current, fields);
      return redirect(pathOf(await hideRelease(current, place), 'unpublished'), 303);
    },
    'editor.discard': async (current) => {
      const { item } = await getEditedRelease(current, place);
      await deleteOwnDraft(current, item);
      return redirect(pathOf(item, 'discarded'), 303);
    },
    'editor.delete': async (current, fields) => {
      await deleteRelease(current, place, fields.raw('etag'));
      return redirect(addressOf(`/editor/releases/${place.app}?done=deleted`), 303);
    },
  };
}

function plans(place: ReleasePlace, save: SaveReleaseForm): FormIntents {
  const planned = SCHEDULED_ACTIONS.flatMap((action): [string, FormIntent][] => [
    [
      `editor.plan.${action}`,
      async (current, fields) => {
        const { etag } = await save(current, fields);
        const wanted = { local: fields.text('local'), zone: fields.text('zone'), turn: fields.raw('turn') };
        await scheduleRelease(current, place, action, { ...wanted, ...confirmation(fields) });
        return { text: 'editor.done.scheduled', result: { etag } };
      },
    ],
    [
      `editor.unplan.${action}`,
      async (current, fields) => {
        const { etag } = await save(current, fields);
        await unscheduleRelease(current, place, action);
        return { text: 'editor.done.unscheduled', result: { etag } };
      },
    ],
  ]);
  return Object.fromEntries(planned);
}

/** What is done beside the words of a release, and saves none of them. */
function besideForms(place: ReleasePlace): FormIntents {
  const review =
    (verdict: string | undefined): FormIntent =>
    async (current, fields) => {
      await reviewRelease(current, place, { etag: fields.raw('etag'), note: fields.text('note'), verdict });
      return { text: verdict === undefined ? 'editor.done.requested' : 'editor.done.reviewed' };
    };
  return {
    'editor.createPreview': async (current, fields) => {
      const { item } = await getEditedRelease(current, place);
      const label = fields.text('label');
      const days = PREVIEW_DAYS.find((one) => String(one) === fields.raw('days'));
      if (days === undefined || label.length > MAX_PREVIEW_LABEL || !label.isWellFormed())
        throw new Problem(unclearForm);
      const token = await createPreviewLink(current, item, { days, label });
      return { result: { previewUrl: `${current.config.publicUrl}${releasePreviewPath(token)}` } };
    },
    'editor.revokePreview': async (current, fields) => {
      const { item } = await getEditedRelease(current, place);
      await revokePreviewLink(current, item, fields.raw('previewId'));
      return { text: 'editor.done.revoked' };
    },
    'editor.requestReview': review(undefined),
    ...Object.fromEntries(REVIEW_VERDICTS.map((verdict) => [`editor.verdict.${verdict}`, review(verdict)])),
  };
}

function confirmation(fields: FormFields): ReleasePublishOptions {
  return { isConfirmed: fields.has('unapproved') };
}

/** The revision lets the page begin anew with what is saved. */
function editorPath(app: string, item: Item, done: string): string {
  const { map, etag, itemId } = item;
  const version = typeof map['version'] === 'string' ? map['version'] : itemId;
  return releasePath({ app, version, role: roleOf(item) }, { done, rev: etag.slice(1, -1) });
}
