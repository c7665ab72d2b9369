import { removePasskey, renamePasskey } from '#app/accounts/passkeys/passkeys.server.ts';
import type { Current } from '#app/current/current.server.ts';

/** What the forms of the list of passkeys mean, by their field `intent`. */
export const passkeyIntents: Record<string, (current: Current, form: FormData) => Promise<unknown>> = {
  'passkeys.rename': (current, form) => renamePasskey(current, field(form, 'passkeyId'), field(form, 'name')),
  'passkeys.remove': (current, form) => removePasskey(current, field(form, 'passkeyId')),
};

function field(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
