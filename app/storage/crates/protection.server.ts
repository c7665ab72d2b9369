import type { Role } from '#app/current/role.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import type { Policy } from './policy.ts';
import { protectionFrom } from './protection.ts';

/** The twin of `mayRetag`. @param before the tags, such as `i.tags`  @param after such as `v.tags` or a value */
export function retagSql(role: Role, policy: Policy, before: Sql, after: Sql): Sql {
  const protection = protectionFrom(role, policy);
  if (protection === undefined) return sql`true`;
  const { tags, prefixes } = protection;
  return sql`not exists (select from unnest(${before} || ${after}) changed(tag)
    where not (changed.tag = any(${before}) and changed.tag = any(${after})) and (changed.tag = any(${tags}::text[])
      or exists (select from unnest(${prefixes}::text[]) prefix where starts_with(changed.tag, prefix))))`;
}
