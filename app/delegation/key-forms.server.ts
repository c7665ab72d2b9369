import type { Current } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';

import { NewKey, PERMISSION_FIELD } from './key.ts';
import type { RevokedKey } from './key.ts';
import { createKey, revokeKey } from './keys.server.ts';
import { PERMISSION_IDS } from './permissions.ts';
import { invalidNewKey } from './problems.ts';

/** What the forms of the list of keys mean, by their field `intent`. */
export const keyIntents: Record<string, (current: Current, form: FormData) => Promise<unknown>> = {
  'keys.create': (current, form) => createKey(current, readNewKey(form)),
  'keys.revoke': async (current, form): Promise<RevokedKey> => {
    const passId = field(form, 'passId');
    return { passId, name: await revokeKey(current, passId) };
  },
};

/** @throws Problem 400 that names the fields which are wrong */
function readNewKey(form: FormData): NewKey {
  const days = field(form, 'days');
  const read = NewKey.safeParse({
    name: field(form, 'name'),
    permissions: PERMISSION_IDS.filter((id) => form.has(`${PERMISSION_FIELD}${id}`)),
    days: days === 'forever' ? null : Number(days),
  });
  if (read.success) return read.data;
  const fields = read.error.issues.map(({ path, message }) => [String(path[0]), message] as const);
  throw new Problem(invalidNewKey, { fields: Object.fromEntries(fields) });
}

function field(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
