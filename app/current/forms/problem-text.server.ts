import type { TextValues } from '#lib/locale/messages.ts';
import type { Problem } from '#lib/problem.ts';

import { getText, loadMessages } from '../locale.ts';
import type { Locale, TextKey } from '../locale.ts';
import type { ProblemText } from './form-state.ts';

/**
 * A refusal in the language of a page: the text `problem.<code>`, else the sentence of the API. It is said on the
 * server, so that the browser needs none of these texts.
 * @param values of the text, beside those that the refusal brings
 */
export async function problemText(locale: Locale, problem: Problem, values: TextValues = {}): Promise<ProblemText> {
  const { code, message, details } = problem;
  const key = `problem.${code}` as TextKey;
  const { texts, fallback } = await loadMessages(locale);
  const isSaid = Object.hasOwn(texts, key);
  if (!isSaid && !Object.hasOwn(fallback.texts, key)) return { text: message, lang: 'en' };
  const text = (await getText(locale))(key, { ...values, ...details.values });
  return isSaid ? { text } : { text, lang: 'en' };
}
