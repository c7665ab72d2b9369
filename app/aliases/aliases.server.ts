import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import { requireRole } from '#app/current/permission.ts';
import { isAtLeast } from '#app/current/role.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { DEFAULT_CONTEXT, SAFE, baseContext, isStandIn } from './alias.ts';
import type { Alias } from './alias.ts';
import { assignAlias } from './naming/claims.server.ts';

export interface AliasOptions {
  /** The safe name of every user, as the context's safe variant has it. */
  onlySafe?: boolean | undefined;
  /** The safe name of users reported more often than this, unless a moderator whitelisted the name. */
  maxReports?: number | undefined;
  /** What everybody but its owner and staff sees, whoever asks. */
  asVisitor?: boolean | undefined;
}

/** In one query, in the order of the ids. Until a name is approved, only its owner and staff see it. */
export async function findAliases(
  current: Current,
  context: string,
  userIds: readonly string[],
  options: AliasOptions = {},
): Promise<Alias[]> {
  const wanted = [...new Set(userIds)];
  if (wanted.length === 0) return [];
  const base = baseContext(context);
  const rows = await current.db.query<UserAliasRow>(sql`
    select user_id, alias, safe_alias, state, reports, whitelisted from aliases
    where context = ${base} and user_id = any(${wanted}::text[])`);
  const found = new Map(rows.map((row) => [row.user_id, row]));
  const effective = base === context ? options : { ...options, onlySafe: true };
  const gone = wanted.some(isStandIn) ? (await getText(current.locale))('deletions.name.player') : undefined;
  return wanted.map((userId) => {
    const row = found.get(userId);
    if (row !== undefined) return aliasFor(current, base, row, effective);
    const anonymous: Alias = { userId, context, anonymous: true };
    if (gone !== undefined && isStandIn(userId)) anonymous.alias = gone;
    return anonymous;
  });
}

/** Gives a user a name in a context without checking the rules. Needs super. @throws Problem 403, 409 when another has it */
export async function setAlias(current: Current, context: string, userId: string, alias: string): Promise<void> {
  requireRole(current, 'super');
  await assignAlias(current, { context, userId, alias, by: 'system', isChoice: false });
}

type UserAliasRow = Pick<Row<'aliases'>, 'user_id' | 'alias' | 'safe_alias' | 'state' | 'reports' | 'whitelisted'>;

const VISITOR = { role: 'public', userId: undefined } as const;

function aliasFor({ actor }: Current, context: string, row: UserAliasRow, options: AliasOptions): Alias {
  const { user_id: userId, reports, whitelisted } = row;
  const { role, userId: ownId } = options.asVisitor === true ? VISITOR : actor;
  const isStaff = isAtLeast(role, 'staff');
  const isReported = reports > (options.maxReports ?? Infinity) && !whitelisted;
  const isHidden = row.state !== 'approved' && !isStaff && ownId !== userId;
  const isSafe = options.onlySafe === true || isReported || isHidden;
  const named = isSafe
    ? { userId, alias: row.safe_alias, context: `${context}${SAFE}` }
    : { userId, alias: row.alias, context };
  return isStaff ? { ...named, reports, whitelisted } : named;
}

/** What people are called beside what they did, by their ids: who has no name of their own is known by the id. */
export async function findShownNames(
  current: Current,
  userIds: readonly (string | null | undefined)[],
): Promise<Map<string | null | undefined, string>> {
  const known = new Set(userIds.filter((userId) => typeof userId === 'string'));
  const aliases = await findAliases(current, DEFAULT_CONTEXT, [...known]);
  return new Map(aliases.map(({ userId, alias }) => [userId, alias ?? `@${userId}`]));
}
