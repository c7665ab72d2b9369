import type { Current } from '#app/current/current.server.ts';
import { refuse } from '#app/current/permission.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { noCrate } from '../problems.ts';
import type { Crate } from './crate.ts';
import { accessTo, allowsNothing } from './policy.ts';
import type { Access, Alternative } from './policy.ts';

/** The rule as a condition on `items i`. The twin of `mayAct` in `policy.ts`: a property test compares the two. */
export function accessSql({ userId, everything, alternatives, hiddenTags }: Access): Sql {
  const who = {
    everything: sql`true`,
    owner: userId === undefined ? sql`false` : sql`i.user_id = ${userId}`,
    collaborator: userId === undefined ? sql`false` : sql`${userId} = any(i.collaborators)`,
  };
  const allowed = everything ? sql`true` : anyOf(alternatives.map((one) => alternativeSql(one, who[one.who])));
  if (hiddenTags.length === 0) return allowed;
  return sql`${allowed} and (not i.tags && ${hiddenTags}::text[] or ${who.collaborator})`;
}

function alternativeSql({ included, excluded }: Alternative, who: Sql): Sql {
  const includes = included.length > 0 ? sql` and i.tags @> ${included}::text[]` : sql.empty;
  const excludes = excluded.length > 0 ? sql` and not i.tags && ${excluded}::text[]` : sql.empty;
  return sql`${who}${includes}${excludes}`;
}

function anyOf(conditions: Sql[]): Sql {
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, ' or ')})`;
}

/** A crate of which the caller may see nothing does not exist for them. */
export function refuseAccess(current: Current, crate: Crate): never {
  if (seesNothing(current, crate)) throw new Problem(noCrate);
  return refuse(current);
}

export function seesNothing({ actor }: Current, { policy }: Crate): boolean {
  return (['list', 'read'] as const).every((action) => allowsNothing(accessTo(policy, action, actor, true)));
}
