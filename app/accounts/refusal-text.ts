import type { FormRefusal } from '#app/current/forms/form-outcome.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { Text } from '#lib/locale/messages.ts';

const KEYS: Readonly<Record<string, TextKey>> = {
  'accounts.lastWayIn': 'account.error.lastWayIn',
  'accounts.invalidEmail': 'account.error.invalidEmail',
  'accounts.tooManyEmails': 'account.error.tooManyEmails',
  'accounts.ownEmail': 'account.error.ownEmail',
  'accounts.takenEmail': 'account.error.takenEmail',
  'accounts.noEmail': 'account.error.noEmail',
  'accounts.wrongCode': 'account.error.wrongCode',
  'accounts.codeOver': 'account.error.codeOver',
  'accounts.undoOver': 'account.error.undoOver',
  'accounts.tooManyMails': 'account.error.tooManyMails',
  'call.rateLimited': 'account.error.rateLimited',
  'current.mailNotSent': 'account.error.mailNotSent',
  'current.proofRequired': 'account.error.proofRequired',
};

/** A refusal of something about an account, in the language of the page. */
export function accountRefusal(text: Text<TextKey>, { code, message }: Pick<FormRefusal, 'code' | 'message'>): string {
  const key = KEYS[code];
  return key === undefined ? message : text(key);
}
