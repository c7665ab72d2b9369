import { redirect } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import { answerForm } from '#app/current/forms/answer-form.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { FormFields } from '#app/current/forms/form-fields.ts';
import { textOfForm } from '#app/editor/documents.server.ts';
import { answerDocument } from '#app/editor/forms/document-forms.server.ts';
import type { DocumentMerging } from '#app/editor/forms/document-forms.server.ts';
import { ownDraftIntents, planIntents } from '#app/editor/forms/document-intents.server.ts';
import type { SaveForm } from '#app/editor/forms/document-intents.server.ts';
import { arrival } from '#app/editor/forms/undo-arrival.ts';
import type { Item } from '#app/storage/item.ts';

import { ANSWER_FIELDS, AnswerForm, NEW_ANSWER } from './answer-form.ts';
import type { AnswerValues } from './answer-form.ts';
import { scheduleAnswer, showAnswer, unscheduleAnswer } from './answer-plans.server.ts';
import { createAnswer, deleteAnswer, saveAnswer, undeleteAnswer } from './answer-saves.server.ts';
import { startAnswerTranslation } from './answer-translations.server.ts';
import { mergeAnswer, restoreAnswer } from './answer-versions.server.ts';
import { getEditedAnswer } from './edited-answers.server.ts';

export interface AnswerAddress {
  /** Undefined for a new one. */
  readonly name: string | undefined;
  /** An address of the site in the locale of the page. */
  readonly addressOf: (path: string) => string;
}

/** What a form says, of an answer that is there or of a new one. */
export function answerAnswerEditor(current: Current, form: FormData, { name, addressOf }: AnswerAddress) {
  return answerDocument(current, form, {
    intentsOf: (sent) => (name === undefined ? creations(addressOf) : changes(name, sent, addressOf)),
    merging: name === undefined ? undefined : mergingOf(current, name),
  });
}

function mergingOf(current: Current, name: string): DocumentMerging {
  return {
    merge: (typed, theirs) =>
      mergeAnswer(current, name, { mine: typedIn(typed), etag: new FormFields(typed).raw('etag'), theirs }),
    fieldsOf: ({ values }, { fields, text }) => ({ ...values, ...fields, text }),
  };
}

function typedIn(form: FormData): AnswerValues {
  const fields = new FormFields(form);
  const typed = Object.fromEntries(ANSWER_FIELDS.map((name) => [name, fields.raw(name)])) as AnswerValues;
  return { ...typed, text: textOfForm(typed.text) };
}

function readForm(fields: FormFields): AnswerForm {
  const typed = Object.fromEntries(ANSWER_FIELDS.map((field) => [field, fields.raw(field)]));
  return fields.parse(AnswerForm, { ...typed, text: textOfForm(fields.raw('text')) });
}

function creations(addressOf: AnswerAddress['addressOf']): FormIntents {
  return {
    ...ownDraftIntents(() => Promise.resolve(NEW_ANSWER)),
    'editor.save': async (current, fields) => {
      const item = await createAnswer(current, readForm(fields));
      return redirect(addressOf(answerEditorPath(item, 'created')), 303);
    },
  };
}

/** Whatever a button does beside it, what is typed is saved first. @param form gets the etag, for the page of a later refusal */
function changes(name: string, form: FormData, addressOf: AnswerAddress['addressOf']): FormIntents {
  const save: SaveForm = async (current, fields) => {
    const item = await saveAnswer(current, name, readForm(fields), fields.raw('etag'));
    form.set('etag', item.etag);
    return item;
  };
  const itemOf = async (current: Current) => (await getEditedAnswer(current, name)).item;
  return {
    ...planIntents({
      ...{ save, itemOf },
      schedule: (current, { itemId }, action, wanted) => scheduleAnswer(current, itemId, action, wanted),
      unschedule: (current, { itemId }, action, expected) => unscheduleAnswer(current, itemId, action, expected),
    }),
    ...ownDraftIntents(itemOf),
    'editor.save': async (current, fields) => {
      const was = fields.raw('etag');
      const item = await save(current, fields);
      if (fields.has('merged')) return redirect(addressOf(answerEditorPath(item, 'merged', was)), 303);
      const isMoved = item.name !== name;
      if (isMoved) return redirect(addressOf(answerEditorPath(item, 'saved', was)), 303);
      return { text: 'support.edit.saved', result: { etag: item.etag } };
    },
    'editor.publish': async (current, fields) => {
      const { itemId } = await save(current, fields);
      return redirect(addressOf(answerEditorPath(await showAnswer(current, itemId, true), 'published')), 303);
    },
    'editor.unpublish': async (current, fields) => {
      const { itemId, etag } = await save(current, fields);
      const hidden = await showAnswer(current, itemId, false);
      return redirect(addressOf(answerEditorPath(hidden, 'unpublished', etag)), 303);
    },
    'editor.translate': async (current, fields) => {
      const translation = await startAnswerTranslation(current, await itemOf(current), fields.raw('locale'));
      return redirect(addressOf(answerEditorPath(translation, 'translated')), 303);
    },
    'editor.delete': async (current, fields) => {
      const { itemId } = await deleteAnswer(current, name, fields.raw('etag'));
      return redirect(addressOf(`/editor/answers?done=deleted&item=${itemId}`), 303);
    },
    ...returnIntents(name, addressOf),
  };
}

/** What takes a deed back, and saves nothing. */
export function returnIntents(name: string, addressOf: AnswerAddress['addressOf']): FormIntents {
  return {
    'editor.hide': async (current) => {
      const { item } = await getEditedAnswer(current, name);
      const hidden = await showAnswer(current, item.itemId, false);
      return redirect(addressOf(answerEditorPath(hidden, 'unpublished', item.etag)), 303);
    },
    'editor.restore': async (current, fields) => {
      const item = await restoreAnswer(current, name, fields.raw('rev'), fields.raw('etag'));
      return redirect(addressOf(answerEditorPath(item, 'restored', fields.raw('etag'))), 303);
    },
  };
}

/** Of the list of answers, where a deletion leads to. */
export function answerAnswerList(current: Current, form: FormData, { addressOf }: Pick<AnswerAddress, 'addressOf'>) {
  return answerForm(current, form, {
    'editor.undelete': async (current, fields) => {
      const item = await undeleteAnswer(current, fields.raw('itemId'));
      return redirect(addressOf(answerEditorPath(item, 'undeleted')), 303);
    },
  });
}

/** The revision lets the page begin anew with what is saved. */
function answerEditorPath({ name, itemId, etag }: Item, done: string, was?: string): string {
  const query = new URLSearchParams(arrival(done, etag, was)).toString();
  return `/editor/answers/${encodeURIComponent(name ?? itemId)}?${query}`;
}
