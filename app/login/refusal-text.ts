import type { TextKey } from '#app/current/locale.ts';
import type { Text } from '#lib/locale/messages.ts';

/** A refusal as a form gets it back: its code, and the sentence of the API. */
export interface LoginRefusal {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

const KEYS: Record<string, TextKey> = {
  'login.invalidWho': 'login.error.invalidWho',
  'login.wrongCode': 'login.error.wrongCode',
  'login.codeOver': 'login.error.codeOver',
  'login.noRegistration': 'login.error.noRegistration',
  'login.noAgreement': 'login.error.noAgreement',
  'accounts.banned': 'login.error.banned',
  'call.rateLimited': 'login.error.rateLimited',
  'current.mailNotSent': 'login.error.mailNotSent',
};

/** A refusal in the language of the page. */
export function refusalText(text: Text<TextKey>, { code = '', message = '' }: LoginRefusal): string {
  const key = KEYS[code];
  return key === undefined ? message : text(key);
}
