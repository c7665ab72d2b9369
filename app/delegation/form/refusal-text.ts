import { accountRefusal } from '#app/accounts/refusal-text.ts';
import type { FormRefusal } from '#app/current/forms/form-outcome.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { Text } from '#lib/locale/messages.ts';

import { MAX_KEYS } from '../key.ts';

/** A refusal of something about keys, in the language of the page. */
export function keyRefusal(text: Text<TextKey>, problem: FormRefusal): string {
  if (problem.code === 'delegation.tooManyKeys') return text('keys.error.tooMany', { most: MAX_KEYS });
  if (problem.code === 'delegation.noKey') return text('keys.error.gone');
  if (problem.code === 'delegation.invalidNewKey') return text('keys.error.invalid');
  return accountRefusal(text, problem);
}
