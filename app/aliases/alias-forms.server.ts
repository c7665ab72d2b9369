import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';

import { DEFAULT_CONTEXT } from './alias.ts';
import type { ChangeAlias } from './naming/changes.server.ts';
import { suggestAlias } from './naming/random-names.server.ts';

/**
 * What the form of one's own name does. Each gives back a name: the new one, or one that nobody has.
 * @param change what changes a name, and notes it where that is known further up
 */
export function aliasIntents(
  change: ChangeAlias,
): Record<string, (current: Current, form: FormData) => Promise<string>> {
  return {
    'aliases.change': async (current, form) => {
      const { alias } = await change(current, DEFAULT_CONTEXT, '@me', fieldOf(form, 'alias'));
      return alias ?? '';
    },
    'aliases.suggest': async (current) => {
      requireUser(current);
      return suggestAlias(current);
    },
  };
}

function fieldOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
