import { redirect } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import { answerForm } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { answerDocument } from '#app/editor/forms/document-forms.server.ts';
import { getEditedDocument } from '#app/editor/kinds/document-kind.server.ts';
import { changeIntents, creationIntents, editorPathOf } from '#app/editor/kinds/kind-forms.server.ts';
import { listIntents, mergingOf, typedInto } from '#app/editor/kinds/kind-forms.server.ts';
import type { PageAddressOf } from '#app/editor/kinds/kind-forms.server.ts';

import { AnswerForm } from './answer-form.ts';
import { createAnswer, saveAnswer } from './answer-saves.server.ts';
import { startAnswerTranslation } from './answer-translations.server.ts';
import { ANSWERS } from './edited-answers.server.ts';

interface AnswerAddress {
  /** Undefined for a new one. */
  readonly name: string | undefined;
  readonly addressOf: PageAddressOf;
}

export function answerAnswerEditor(current: Current, form: FormData, { name, addressOf }: AnswerAddress) {
  return answerDocument(current, form, {
    intentsOf: (sent) => (name === undefined ? creations(addressOf) : changes(name, sent, addressOf)),
    merging: name === undefined ? undefined : mergingOf(current, ANSWERS, name),
  });
}

function readForm(fields: FormFields): AnswerForm {
  return fields.parse(AnswerForm, typedInto(ANSWERS, fields));
}

function creations(addressOf: PageAddressOf) {
  return creationIntents(ANSWERS, addressOf, (current, fields) => createAnswer(current, readForm(fields)));
}

function changes(name: string, form: FormData, addressOf: PageAddressOf) {
  return {
    ...changeIntents(ANSWERS, {
      ...{ name, form, addressOf, saved: 'support.edit.saved' },
      write: (current, fields, etag) => saveAnswer(current, name, readForm(fields), etag),
    }),
    'editor.translate': async (current: Current, fields: FormFields) => {
      const { item } = await getEditedDocument(current, ANSWERS, name);
      const translation = await startAnswerTranslation(current, item, fields.raw('locale'));
      return redirect(addressOf(editorPathOf(ANSWERS, translation, 'translated')), 303);
    },
  };
}

export function answerAnswerList(current: Current, form: FormData, addressOf: PageAddressOf) {
  return answerForm(current, form, listIntents(ANSWERS, addressOf));
}
