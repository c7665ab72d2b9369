import { redirect } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { FormFields } from '#app/current/forms/form-fields.ts';
import { textOfForm } from '#app/editor/documents.server.ts';
import { answerDocument } from '#app/editor/forms/document-forms.server.ts';
import type { DocumentMerging } from '#app/editor/forms/document-forms.server.ts';
import {
  actionIntents,
  confirmationOf,
  ownDraftIntents,
  planIntents,
  undefinedIfRefused,
} from '#app/editor/forms/document-intents.server.ts';
import type { SaveForm } from '#app/editor/forms/document-intents.server.ts';
import { undoQuery } from '#app/editor/forms/undo-query.ts';
import { previewPath } from '#app/editor/previews/preview.ts';
import { setApprovalRule } from '#app/editor/reviews/reviews.server.ts';
import type { Item } from '#app/storage/item.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import { previewPost } from './checks/post-checks.server.ts';
import { draftName, getEditedPost } from './edited-posts.server.ts';
import { baseEtagOf, decodeMergeEtags, saveNewerDraft } from './newer-drafts.server.ts';
import { NEW_DRAFT, POST_FIELDS, PostForm, newerOf } from './post-fields.ts';
import type { PostValues } from './post-fields.ts';
import { mergePost } from './post-merges.server.ts';
import { schedulePost, unschedulePost } from './post-schedules.server.ts';
import { startTranslation } from './post-translations.server.ts';
import { restorePost } from './post-versions.server.ts';
import { checksFailed } from './problems.ts';
import { deleteDraft, publishDraft, undeleteDraft, unpublishPost } from './publications.server.ts';
import { createDraft, createPublishable, savePost } from './saves.server.ts';

export interface EditorAddress {
  readonly name: string | undefined;
  readonly addressOf: (path: string) => string;
}

export function answerEditor(current: Current, form: FormData, { name, addressOf }: EditorAddress) {
  return answerDocument(current, form, {
    intentsOf: (sent) => (name === undefined ? creations(addressOf) : changes(name, sent, addressOf)),
    merging: name === undefined ? undefined : mergingOf(current, name),
    unready: {
      kind: checksFailed,
      find: async (sent) => (await previewPost(current, typedIn(sent))).findings,
    },
  });
}

/** Of what is out, beside which it is kept. */
const SAVE_LATER = 'editor.saveLater';

function mergingOf(current: Current, name: string): DocumentMerging {
  return {
    merge: (typed, theirs) => {
      const fields = new FormFields(typed);
      const isLater = fields.raw('intent') === SAVE_LATER;
      return mergePost(current, name, { mine: typedIn(typed), etag: fields.raw('etag'), theirs, isLater });
    },
    fieldsOf: ({ etag, values }, { fields, text }) => {
      const isNewer = decodeMergeEtags(etag).began !== undefined;
      return { ...values, ...fields, text, ...(isNewer && { intent: SAVE_LATER }) };
    },
  };
}

function typedIn(form: FormData): PostValues {
  const fields = new FormFields(form);
  const typed = Object.fromEntries(POST_FIELDS.map((name) => [name, fields.raw(name)])) as PostValues;
  return { ...typed, text: textOfForm(typed.text) };
}

function creations(addressOf: EditorAddress['addressOf']): FormIntents {
  return {
    'editor.setApprovalRule': async (current, fields) => {
      await setApprovalRule(current, POSTS_CRATE, fields.raw('isNeeded') === 'yes');
      return { text: 'editor.done.rule' };
    },
    ...ownDraftIntents(() => Promise.resolve(NEW_DRAFT)),
    'editor.undelete': async (current, fields) => {
      const draft = await undeleteDraft(current, fields.raw('itemId'));
      return redirect(addressOf(editorPath(draft, 'undeleted')), 303);
    },
    'editor.save': async (current, fields) => {
      const draft = await createDraft(current, readForm(fields));
      return redirect(addressOf(editorPath(draft, 'created')), 303);
    },
    'editor.publish': async (current, fields) => {
      const draft = await createPublishable(current, readForm(fields));
      // From here on it is an own page that shows why something is refused.
      const post = await publishDraft(current, draft.itemId).catch(undefinedIfRefused);
      return redirect(addressOf(post ? editorPath(post, 'published') : editorPath(draft, 'unready')), 303);
    },
  };
}

/** Whatever a button does beside it, what is typed is saved first. @param form gets the etag, for the page of a later refusal */
function changes(name: string, form: FormData, addressOf: EditorAddress['addressOf']): FormIntents {
  const save: SaveForm = async (current, fields) => {
    const item = await savePost(current, name, readForm(fields), fields.raw('etag'));
    form.set('etag', item.etag);
    return item;
  };
  const itemOf = async (current: Current) => (await getEditedPost(current, name)).item;
  return {
    ...planIntents({
      ...{ save, itemOf },
      schedule: (current, { itemId }, action, wanted) => schedulePost(current, itemId, action, wanted),
      unschedule: (current, { itemId }, action, expected) => unschedulePost(current, itemId, action, expected),
    }),
    ...laterIntents(name, addressOf),
    ...returnIntents(name, addressOf),
    ...ownDraftIntents(itemOf),
    ...actionIntents(itemOf, previewPath),
    'editor.translate': async (current, fields) => {
      const translation = await startTranslation(current, name, fields.raw('locale'));
      return redirect(addressOf(editorPath(translation, 'translated')), 303);
    },
    'editor.save': async (current, fields) => {
      const was = fields.raw('etag');
      const item = await save(current, fields);
      const isMoved = fields.raw('slug').trim() !== fields.raw('savedSlug');
      if (fields.has('merged')) return redirect(addressOf(editorPath(item, 'merged', was)), 303);
      if (isMoved) return redirect(addressOf(editorPath(item, 'saved', was)), 303);
      return { text: 'editor.done.saved', result: { etag: item.etag } };
    },
    'editor.publish': async (current, fields) => {
      const draft = await save(current, fields);
      const post = await publishDraft(current, draft.itemId, confirmationOf(fields));
      const isNewer = newerOf(draft) !== undefined;
      const path = isNewer ? editorPath(post, 'replaced', baseEtagOf(draft)) : editorPath(post, 'published');
      return redirect(addressOf(path), 303);
    },
    'editor.unpublish': async (current, fields) => {
      const { itemId, etag } = await save(current, fields);
      return redirect(addressOf(editorPath(await unpublishPost(current, itemId), 'unpublished', etag)), 303);
    },
    'editor.delete': async (current, fields) => {
      const { itemId } = await deleteDraft(current, name, fields.raw('etag'));
      return redirect(addressOf(`/editor?done=deleted&item=${itemId}`), 303);
    },
  };
}

/** What is out stays as it is. */
function laterIntents(name: string, addressOf: EditorAddress['addressOf']): FormIntents {
  return {
    [SAVE_LATER]: async (current, fields) => {
      const etag = fields.raw('etag');
      const draft = await saveNewerDraft(current, name, readForm(fields), etag);
      const path = fields.has('merged')
        ? editorPath(draft, 'merged', decodeMergeEtags(etag).etag)
        : editorPath(draft, 'later');
      return redirect(addressOf(path), 303);
    },
  };
}

function returnIntents(name: string, addressOf: EditorAddress['addressOf']): FormIntents {
  return {
    'editor.hide': async (current) => {
      const { item } = await getEditedPost(current, name);
      const hidden = await unpublishPost(current, item.itemId);
      return redirect(addressOf(editorPath(hidden, 'unpublished', item.etag)), 303);
    },
    'editor.restore': async (current, fields) => {
      const item = await restorePost(current, name, fields.raw('rev'), fields.raw('etag'));
      return redirect(addressOf(editorPath(item, 'restored', fields.raw('etag'))), 303);
    },
  };
}

function readForm(fields: FormFields): PostForm {
  const typed = Object.fromEntries(POST_FIELDS.map((name) => [name, fields.raw(name)]));
  return fields.parse(PostForm, { ...typed, text: textOfForm(fields.raw('text')) });
}

/** The revision lets the page begin anew with what is saved. */
export function editorPath(item: Item, done: string, was?: string): string {
  const query = new URLSearchParams(undoQuery(done, item.etag, was)).toString();
  return `/editor/${encodeURIComponent(draftName(item))}?${query}`;
}
