import { redirect } from 'react-router';

import { NO_CHANGE } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { FormFields } from '#app/current/forms/form-fields.ts';
import { inLocale } from '#app/current/locale.ts';
import type { LocaleParams } from '#app/current/locale.ts';
import { unclearForm } from '#app/current/problems.ts';
import type { Item } from '#app/storage/item.ts';
import { Problem } from '#lib/problem.ts';

import { answerDocument } from '../forms/document-forms.server.ts';
import type { DocumentForms, DocumentMerging } from '../forms/document-forms.server.ts';
import {
  SAVING,
  VERSIONED,
  actionIntents,
  readConfirmation,
  ownDraftIntents,
  planIntents,
  undefinedIfRefused,
} from '../forms/document-intents.server.ts';
import type { PlanHandlers } from '../forms/document-intents.server.ts';
import { undoQuery } from '../forms/undo-query.ts';
import { getEditedDocument, toNewItemKey } from './document-kind.server.ts';
import type { DocumentKind } from './document-kind.server.ts';
import { mergeDocument } from './document-merges.server.ts';
import { hideDocument, scheduleDocument, showDocument, unscheduleDocument } from './document-plans.server.ts';
import {
  createEditedDocument,
  deleteEditedDocument,
  saveEditedDocument,
  undeleteDocument,
} from './document-saves.server.ts';
import { restoreDocument } from './document-versions.server.ts';
import { readBaseEtag, isHidden, readReplacedId } from './drafts.ts';
import { decodeMergeEtags, saveNewerDraft } from './newer-drafts.server.ts';

interface EditorForms extends Pick<DocumentForms, 'unready' | 'otherwise'> {
  /** Undefined for a new one. */
  readonly name: string | undefined;
  /** Of the page, whose locale is kept. */
  readonly params: LocaleParams;
  /** What only this kind does. */
  readonly intents?: FormIntents;
}

/** Of the page of one document, or of a new one. */
export function answerEditor<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  form: FormData,
  { name, params, intents, ...forms }: EditorForms,
) {
  return answerDocument(current, form, {
    ...forms,
    buildIntents: (sent) => ({
      ...(name === undefined ? creationIntents(kind, params) : changeIntents(kind, name, sent, params)),
      ...intents,
    }),
    merging: name === undefined ? undefined : createMerging(current, kind, name),
  });
}

/** What is out, readers find no more, and again. */
const DELETION = ['document.delete', 'document.unpublish'] as const;
const RETURN = ['document.undelete', 'document.publish', 'document.unpublish'] as const;

/** Of what is out, beside which it is kept. */
const SAVE_LATER = 'editor.saveLater';

function createMerging<Values>(current: Current, kind: DocumentKind<Values>, name: string): DocumentMerging {
  return {
    merge: (typed, theirs) => {
      const fields = new FormFields(typed);
      const states = { etag: fields.raw('etag'), theirs, isLater: fields.raw('intent') === SAVE_LATER };
      return mergeDocument(current, kind, name, { mine: kind.typedIn(fields), ...states });
    },
    toFields: (merge, chosen) => {
      const isNewer = decodeMergeEtags(merge.etag).began !== undefined;
      return { ...kind.toFields(merge, chosen), ...(isNewer && { intent: SAVE_LATER }) };
    },
  };
}

function creationIntents<Values>(kind: DocumentKind<Values>, params: LocaleParams): FormIntents {
  const create = (current: Current, fields: FormFields) => createEditedDocument(current, kind, fields);
  return {
    ...listIntents(kind, params),
    ...ownDraftIntents(() => Promise.resolve(toNewItemKey(kind))),
    'editor.save': {
      least: 'staff',
      ...SAVING,
      run: async (current, fields) => leadTo(kind, params, await create(current, fields), 'created'),
    },
    'editor.publish': {
      least: 'staff',
      ...SAVING,
      run: async (current, fields) => {
        const item = await create(current, fields);
        // From here on it is an own page that shows why something is refused.
        const shown = await showDocument(current, kind, item.itemId).catch(undefinedIfRefused);
        return leadTo(kind, params, shown ?? item, shown === undefined ? 'unready' : 'published');
      },
    },
  };
}

/** Whatever a button does beside it, what is typed is saved first. @param form gets the etag, for the page of a later refusal */
function changeIntents<Values>(
  kind: DocumentKind<Values>,
  name: string,
  form: FormData,
  params: LocaleParams,
): FormIntents {
  const saveForm = async (current: Current, fields: FormFields) => {
    const saved = await saveEditedDocument(current, kind, name, fields, fields.raw('etag'));
    form.set('etag', saved.item.etag);
    return saved;
  };
  const save = async (current: Current, fields: FormFields) => (await saveForm(current, fields)).item;
  const loadItem = async (current: Current) => (await getEditedDocument(current, kind, name)).item;
  return {
    ...planIntents({
      save,
      loadItem,
      schedule: (current, { itemId }, action, plan) => scheduleDocument(current, kind, { name: itemId, action }, plan),
      unschedule: (current, { itemId }, action, plan) =>
        unscheduleDocument(current, kind, { name: itemId, action }, plan),
    }),
    ...ownDraftIntents(loadItem),
    ...(kind.previewPath && actionIntents(loadItem, kind.previewPath)),
    ...(kind.hasDrafts && laterIntents(kind, name, params)),
    ...versionIntents(kind, name, params),
    'editor.save': {
      least: 'staff',
      ...SAVING,
      run: async (current, fields) => {
        const { item, before } = await saveForm(current, fields);
        if (fields.has('merged')) return leadTo(kind, params, item, 'merged', before.etag);
        const isMoved = kind.pathTo(item, {}) !== kind.pathTo(before, {}) || isHidden(item) !== isHidden(before);
        if (isMoved) return leadTo(kind, params, item, 'saved', before.etag);
        return { text: kind.saved, result: { etag: item.etag } };
      },
    },
    ...stateIntents(kind, params, { save, loadItem }),
    ...furtherIntents(kind, name, params, loadItem),
  };
}

/** Away with it, and into another language. */
function furtherIntents<Values>(
  kind: DocumentKind<Values>,
  name: string,
  params: LocaleParams,
  loadItem: PlanHandlers['loadItem'],
): FormIntents {
  return {
    'editor.delete': {
      least: 'staff',
      audit: DELETION,
      run: async (current, fields) => {
        const { itemId } = await deleteEditedDocument(current, kind, name, fields.raw('etag'));
        return redirect(inLocale(params, `${kind.listPath}?done=deleted&item=${itemId}`), 303);
      },
    },
    'editor.translate': {
      least: 'staff',
      unaudited: VERSIONED,
      run: async (current, fields) => {
        if (kind.translate === undefined) throw new Problem(unclearForm);
        const translation = await kind.translate(current, await loadItem(current), fields.raw('locale'));
        return leadTo(kind, params, translation, 'translated');
      },
    },
  };
}

/** To readers, and back. */
function stateIntents<Values>(
  kind: DocumentKind<Values>,
  params: LocaleParams,
  { save, loadItem }: Pick<PlanHandlers, 'save' | 'loadItem'>,
): FormIntents {
  return {
    'editor.publish': {
      least: 'staff',
      audit: ['document.publish', 'review.override'],
      unaudited: NO_CHANGE,
      run: async (current, fields) => {
        const item = await save(current, fields);
        const shown = await showDocument(current, kind, item.itemId, readConfirmation(fields));
        const isReplaced = readReplacedId(item) !== undefined;
        return isReplaced
          ? leadTo(kind, params, shown, 'replaced', readBaseEtag(item))
          : leadTo(kind, params, shown, 'published');
      },
    },
    'editor.unpublish': {
      least: 'staff',
      audit: ['document.unpublish', 'document.publish'],
      unaudited: NO_CHANGE,
      run: async (current, fields) => {
        const { itemId, etag } = await save(current, fields);
        return leadTo(kind, params, await hideDocument(current, kind, itemId), 'unpublished', etag);
      },
    },
    'editor.hide': {
      least: 'staff',
      audit: 'document.unpublish',
      unaudited: NO_CHANGE,
      run: async (current) => {
        const { itemId, etag } = await loadItem(current);
        return leadTo(kind, params, await hideDocument(current, kind, itemId), 'unpublished', etag);
      },
    },
  };
}

/** What is out stays as it is. */
function laterIntents<Values>(kind: DocumentKind<Values>, name: string, params: LocaleParams): FormIntents {
  return {
    [SAVE_LATER]: {
      least: 'staff',
      unaudited: VERSIONED,
      run: async (current, fields) => {
        const etag = fields.raw('etag');
        const draft = await saveNewerDraft(current, kind, name, fields, etag);
        return fields.has('merged')
          ? leadTo(kind, params, draft, 'merged', decodeMergeEtags(etag).etag)
          : leadTo(kind, params, draft, 'later');
      },
    },
  };
}

/** Of the page of its versions. */
export function versionIntents<Values>(kind: DocumentKind<Values>, name: string, params: LocaleParams): FormIntents {
  return {
    'editor.restore': {
      least: 'staff',
      ...SAVING,
      run: async (current, fields) => {
        const state = { rev: fields.raw('rev'), etag: fields.raw('etag') };
        const item = await restoreDocument(current, kind, name, state);
        return leadTo(kind, params, item, 'restored', state.etag);
      },
    },
  };
}

/** Of the page of all of them, where a deletion leads to. */
export function listIntents<Values>(kind: DocumentKind<Values>, params: LocaleParams): FormIntents {
  return {
    'editor.undelete': {
      least: 'staff',
      audit: RETURN,
      run: async (current, fields) =>
        leadTo(kind, params, await undeleteDocument(current, kind, fields.raw('itemId')), 'undeleted'),
    },
  };
}

/** Of a table of them, which stays where it is. Fields: `itemId`, and for a deletion the `etag` that was seen. */
export function tableIntents<Values>(kind: DocumentKind<Values>): FormIntents {
  return {
    'editor.delete': {
      least: 'staff',
      audit: DELETION,
      run: async (current, fields) => {
        const { itemId } = await deleteEditedDocument(current, kind, fields.raw('itemId'), fields.raw('etag'));
        return { text: 'editor.done.trashed', undo: { intent: 'editor.putBack', fields: { itemId } } };
      },
    },
    'editor.putBack': {
      least: 'staff',
      audit: RETURN,
      text: 'editor.done.undeleted',
      run: (current, fields) => undeleteDocument(current, kind, fields.raw('itemId')),
    },
  };
}

/** The revision lets the page begin anew with what is saved. */
function leadTo<Values>(
  kind: DocumentKind<Values>,
  params: LocaleParams,
  item: Item,
  done: string,
  was?: string,
): Response {
  return redirect(inLocale(params, kind.pathTo(item, undoQuery(done, item.etag, was))), 303);
}
