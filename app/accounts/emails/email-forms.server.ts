import type { Current } from '#app/current/current.server.ts';

import { makeEmailPrimary, removeEmail } from './email-changes.server.ts';
import { claimEmail, verifyEmailByCode } from './email-claims.server.ts';

/** What the forms of the addresses do. Each gives back the address that it was about. */
export const emailIntents: Record<string, (current: Current, form: FormData) => Promise<string>> = {
  'emails.add': (current, form) => claimEmail(current, fieldOf(form, 'email')),
  'emails.prove': (current, form) => verifyEmailByCode(current, fieldOf(form, 'key'), fieldOf(form, 'code')),
  'emails.primary': (current, form) => makeEmailPrimary(current, fieldOf(form, 'key')),
  'emails.remove': (current, form) => removeEmail(current, fieldOf(form, 'key')),
};

function fieldOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
