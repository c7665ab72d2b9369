import type { TextValues } from '#lib/locale/messages.ts';
import type { Problem } from '#lib/problem.ts';

import { getText, loadMessages } from '../locale.ts';
import type { Locale, TextKey } from '../locale.ts';
import type { ProblemText } from './form-state.ts';

/** The text `problem.<code>`, else the API's sentence; on the server, so that the browser needs none of the texts. */
export async function problemText(locale: Locale, problem: Problem, values: TextValues = {}): Promise<ProblemText> {
  const { code, message, details } = problem;
  const key = `problem.${code}` as TextKey;
  const { texts, fallback } = await loadMessages(locale);
  const isTranslated = Object.hasOwn(texts, key);
  if (!isTranslated && !Object.hasOwn(fallback.texts, key)) return { text: message, lang: 'en' };
  const text = (await getText(locale))(key, { ...values, ...details.values });
  return isTranslated ? { text } : { text, lang: 'en' };
}
