import type { Role } from '#app/current/role.ts';

import type { Values } from './access.server.ts';
import type { Policy } from './policy.ts';
import { protectionFrom } from './protection.ts';

/**
 * The twin of `mayRetag` as a condition; 'true' when nothing is protected from the role.
 * @param before the tags as they are, in SQL, such as `i.tags`  @param afterSql as they would be, such as `v.tags` or a value
 */
export function retagSql(role: Role, policy: Policy, before: string, afterSql: () => string, values: Values): string {
  const protection = protectionFrom(role, policy);
  if (protection === undefined) return 'true';
  const { tags, prefixes } = protection;
  const after = afterSql();
  const kinds: string[] = [];
  if (tags.length > 0) kinds.push(`kept.tag = any(${values.add(tags, 'text[]')})`);
  if (prefixes.length > 0) {
    kinds.push(
      `exists (select from unnest(${values.add(prefixes, 'text[]')}) prefix where starts_with(kept.tag, prefix))`,
    );
  }
  return `not exists (select from unnest(${before} || ${after}) kept(tag)
    where not (kept.tag = any(${before}) and kept.tag = any(${after})) and (${kinds.join(' or ')}))`;
}
