import { redirect } from 'react-router';

import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { LOCALES, LOCALE_NAMES } from '#app/current/locale.ts';

import { textField } from './macro.ts';
import type { FilledAnswer } from './macro.ts';
import { changeMacro, createMacro, deleteMacro, fillAnswer } from './macros.server.ts';
import type { TypedMacro } from './macros.server.ts';

/** Of the page of one. @param macroId undefined of a new one @param list the path of all, in the locale of the page */
export function macroIntents(macroId: string | undefined, list: string): FormIntents {
  if (macroId === undefined) {
    return {
      'macro.save': {
        least: 'staff',
        audit: 'macro.create',
        run: async (current, fields) => {
          await createMacro(current, typedMacro(fields));
          return redirect(list, 303);
        },
      },
    };
  }
  return {
    'macro.save': {
      least: 'staff',
      audit: 'macro.change',
      text: 'contact.macros.saved',
      run: (current, fields) => changeMacro(current, macroId, readRevision(fields), typedMacro(fields)),
    },
    'macro.delete': {
      least: 'staff',
      audit: 'macro.delete',
      run: async (current, fields) => {
        await deleteMacro(current, macroId, readRevision(fields));
        return redirect(list, 303);
      },
    },
  };
}

/** None of that number is what anything else names. */
function readRevision(fields: FormFields): number {
  const rev = fields.text('rev');
  return /^\d{1,9}$/.test(rev) ? Number(rev) : 0;
}

function typedMacro(fields: FormFields): TypedMacro {
  const texts = Object.fromEntries(LOCALES.map((locale) => [locale, fields.raw(textField(locale))]));
  return { name: fields.raw('name'), texts, state: fields.text('state'), tag: fields.raw('tag') };
}

export function fillIntents(subjectId: string): FormIntents {
  return {
    'contact.fill': {
      least: 'staff',
      unaudited: 'It fills in a form; a tag that it sets is in the history of the conversation.',
      run: async (current, fields) => {
        const { body, state, locale, batchId } = await fillAnswer(
          current,
          subjectId,
          fields.text('macro'),
          fields.raw('body'),
        );
        const filled: FilledAnswer = { body, kind: fields.text('kind'), state: state ?? fields.text('state') };
        return {
          text: 'contact.macros.filled',
          values: { language: LOCALE_NAMES[locale] },
          next: 'answer-body',
          result: { filled },
          undo: batchId === undefined ? undefined : { intent: 'contact.undo', fields: { batchId } },
        };
      },
    },
  };
}
