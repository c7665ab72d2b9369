import { accountRefusal } from '#app/accounts/refusal-text.ts';
import type { FormRefusal } from '#app/current/forms/form-outcome.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { Text } from '#lib/locale/messages.ts';

/** Why nothing came of a passkey, and the sentence that tells. */
export const PASSKEY_FAILURES = {
  canceled: 'login.passkeys.canceled',
  over: 'login.passkeys.over',
  refused: 'login.passkeys.refused',
  known: 'login.passkeys.known',
  tooMany: 'login.passkeys.tooMany',
  address: 'login.passkeys.address',
  banned: 'login.passkeys.banned',
  stale: 'login.passkeys.stale',
  unable: 'login.passkeys.unable',
} satisfies Record<string, TextKey>;

export type PasskeyFailure = keyof typeof PASSKEY_FAILURES;

/** A refusal of one of the forms, in the language of the page. */
export function passkeyRefusal(text: Text<TextKey>, refusal: FormRefusal): string {
  const key = KEYS[refusal.code];
  return key === undefined ? accountRefusal(text, refusal) : text(key);
}

const KEYS: Readonly<Record<string, TextKey>> = {
  'accounts.noPasskey': 'login.passkeys.gone',
  'accounts.invalidPasskeyName': 'login.passkeys.invalidName',
};
