import type { Current } from '#app/current/current.server.ts';
import { refuse } from '#app/current/permission.ts';
import { Problem } from '#lib/problem.ts';

import { noCrate } from '../problems.ts';
import type { Crate } from './crate.ts';
import { accessTo, allowsNothing } from './policy.ts';
import type { Access, Alternative } from './policy.ts';

/** The values of a statement being written; `add` gives the placeholder. */
export class Values {
  readonly list: unknown[] = [];

  add(value: unknown, type = ''): string {
    return `$${this.list.push(value)}${type === '' ? '' : `::${type}`}`;
  }
}

/**
 * The rule as a condition on `items i`; 'true' when everything passes. The twin of `mayAct` in `policy.ts`:
 * a property test holds the two against each other.
 */
export function accessSql(access: Access, values: Values): string {
  const { userId, everything, alternatives, hiddenTags } = access;
  const hides = hiddenTags.length > 0;
  const asksWho = hides || (!everything && alternatives.some(({ who }) => who !== 'everything'));
  const me = userId !== undefined && asksWho ? values.add(userId, 'text') : undefined;
  const who = {
    everything: 'true',
    owner: me === undefined ? 'false' : `i.user_id = ${me}`,
    collaborator: me === undefined ? 'false' : `${me} = any(i.collaborators)`,
  };
  const allowed = everything ? 'true' : anyOf(alternatives.map((one) => alternativeSql(one, who[one.who], values)));
  if (!hides) return allowed;
  return `${allowed} and (not i.tags && ${values.add(hiddenTags, 'text[]')} or ${who.collaborator})`;
}

function alternativeSql({ included, excluded }: Alternative, who: string, values: Values): string {
  const conditions = [who];
  if (included.length > 0) conditions.push(`i.tags @> ${values.add(included, 'text[]')}`);
  if (excluded.length > 0) conditions.push(`not i.tags && ${values.add(excluded, 'text[]')}`);
  return conditions.join(' and ');
}

function anyOf(conditions: string[]): string {
  return `(${conditions.join(' or ') || 'false'})`;
}

/**
 * Refuses an action in a crate to an asker without any right to it. Where they may see nothing of the crate, it does
 * not exist for them.
 */
export function refuseAccess(current: Current, { policy }: Crate): never {
  const { actor } = current;
  const seesNothing = (['list', 'read'] as const).every((action) =>
    allowsNothing(accessTo(policy, action, actor, true)),
  );
  if (seesNothing) throw new Problem(noCrate);
  return refuse(current);
}
