import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';

import type { Alias } from './alias.ts';
import { ALIASES } from './news.ts';

/** The names of users in a context, in one query, in the order asked; unknown users are anonymous. Anyone may ask. */
export async function findAliases(current: Current, context: string, userIds: readonly string[]): Promise<Alias[]> {
  const wanted = [...new Set(userIds)];
  if (wanted.length === 0) return [];
  const rows = await current.db.query<{ user_id: string; alias: string }>(SELECT, [context, wanted]);
  const aliases = new Map(rows.map((row) => [row.user_id, row.alias]));
  return wanted.map((userId) => {
    const alias = aliases.get(userId);
    return alias === undefined ? { userId, context, anonymous: true } : { userId, alias, context };
  });
}

/** Gives a user a name in a context. Needs super; players name themselves elsewhere. */
export async function setAlias(current: Current, context: string, userId: string, alias: string): Promise<void> {
  requireRole(current, 'super');
  await current.db.query(UPSERT, [context, userId, alias, current.now()]);
  current.db.whenCommitted(() => current.wakes.wake(ALIASES));
}

const SELECT = {
  name: 'aliases_select',
  text: 'select user_id, alias from aliases where context = $1 and user_id = any($2::text[])',
};
const UPSERT = {
  name: 'alias_upsert',
  text: `insert into aliases (context, user_id, alias, updated_at) values ($1, $2, $3, $4)
    on conflict (context, user_id) do update set alias = excluded.alias, updated_at = excluded.updated_at`,
};
