import type { Current } from '#app/current/current.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import { isAtLeast } from '#app/current/role.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { COOLDOWN_DAYS, HELD_DAYS, REPORTS_TO_HIDE, SAFE, UNDO_MINUTES } from '../alias.ts';
import { ALIASES_TOPIC } from '../cache-topics.ts';
import { CONTEXTS } from '../contexts.server.ts';
import { reserved, taken, tooLateToUndo, tooSoon } from '../problems.ts';
import { aliasKey } from '../rules/rules.ts';
import { toSkeletons } from '../rules/skeletons.server.ts';
import { findFlags } from './flags.server.ts';
import { randomSafeAlias } from './random-names.server.ts';

interface NewAliasName {
  context: string;
  userId: string;
  alias: string;
  by: 'owner' | 'staff' | 'system';
  /** Whether it starts a cooldown. */
  isChoice: boolean;
  /** Back to the name before the last choice, which then counts for nothing. */
  isUndo?: boolean;
}

/**
 * Claims a name in one transaction, holds the old one for its owner, and flags lookalikes. The caller checks rules and
 * permission. @throws Problem 400 for a name of staff elsewhere, 409 when it is taken or held by another user, or the last
 * change is too recent
 */
export async function assignAlias(current: Current, name: NewAliasName): Promise<void> {
  await inTransaction(current, async (current) => {
    const { context, userId, alias, by } = name;
    await lockAlias(current, context, userId);
    const [old] = await current.db.query<OldAliasRow>(sql`select alias, alias_key, safe_alias, state, updated_at
      from aliases where context = ${context} and user_id = ${userId}`);
    if (by === 'owner' && old?.alias === alias && old.state !== 'denied') return;
    const looks = toSkeletons(alias);
    // Of two names that look alike, in whatever contexts, the later transaction sees the earlier.
    for (const look of looks) await lock(current, `look ${look}`);
    if (!(await claim(current, context, userId, aliasKey(alias)))) throw new Problem(taken);
    if (by === 'owner') await requireNoStaffName(current, name, looks);
    const safe = old?.safe_alias ?? (await claimSafe(current, context, userId));
    const flags = by === 'owner' ? await findFlags(current, { context, userId, alias, looks }) : [];
    await saveAlias(current, name, safe, JSON.stringify(flags));
    await saveLooks(current, name, looks);
    if (old !== undefined && old.alias !== alias) await releaseAlias(current, name, old);
    current.db.whenCommitted(() => current.pubSub.publish(ALIASES_TOPIC));
  });
}

/** Serializes the changes of one user's name in a context until the transaction ends. */
export async function lockAlias(current: Current, context: string, userId: string): Promise<void> {
  await lock(current, `alias of ${userId} in ${context}`);
}

async function lock(current: Current, name: string): Promise<void> {
  await current.db.query(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

type OldAliasRow = Pick<Row<'aliases'>, 'alias' | 'alias_key' | 'safe_alias' | 'state' | 'updated_at'>;

async function claim(current: Current, context: string, userId: string, key: string): Promise<boolean> {
  const claimed = await current.db.query(sql`insert into alias_names (context, alias_key, user_id)
    values (${context}, ${key}, ${userId})
    on conflict (context, alias_key) do update set user_id = excluded.user_id, held_until = null
      where not alias_names.is_refused
        and (alias_names.user_id = excluded.user_id or alias_names.held_until <= ${current.now()})
    returning user_id`);
  return claimed.length > 0;
}

/** The name of staff in one context is nobody else's in another. @throws Problem 400 for what is or looks like one */
async function requireNoStaffName(
  current: Current,
  { context, userId }: NewAliasName,
  looks: readonly string[],
): Promise<void> {
  const others = CONTEXTS.filter((other) => other !== context);
  const owners = await current.db.query<
    Pick<Row<'alias_looks'>, 'user_id'>
  >(sql`select distinct user_id from alias_looks
    where context = any(${others}::text[]) and look = any(${looks}::text[]) and user_id <> ${userId}`);
  const roles = await Promise.all(owners.map((owner) => current.findRole(owner.user_id, current.db)));
  if (roles.some((role) => isAtLeast(role ?? 'public', 'staff'))) throw problemAt('alias', reserved);
}

async function claimSafe(current: Current, context: string, userId: string): Promise<string> {
  const safe = randomSafeAlias();
  const claimed = await current.db.query(sql`insert into alias_names (context, alias_key, user_id)
    values (${`${context}${SAFE}`}, ${aliasKey(safe)}, ${userId})
    on conflict (context, alias_key) do nothing returning user_id`);
  return claimed.length > 0 ? safe : claimSafe(current, context, userId);
}

/** The reports of a name come back when its owner returns to it. */
async function saveAlias(current: Current, name: NewAliasName, safe: string, flags: string): Promise<void> {
  const { context, userId, alias, by, isChoice, isUndo = false } = name;
  const now = current.now();
  const [key, isByOthers, changedAt] = [aliasKey(alias), by !== 'owner', isChoice ? now : null];
  const saved = await current.db.query(sql`
    with known as (
      select count(*)::int as reports from alias_reports
      where context = ${context} and user_id = ${userId} and alias_key = ${key}
    )
    insert into aliases (context, user_id, alias, alias_key, safe_alias, flags, reports, state, state_at, updated_at,
      changed_at)
    select ${context}::text, ${userId}::text, ${alias}::text, ${key}::text, ${safe}::text, ${flags}::jsonb, reports,
      case when not ${isByOthers}::boolean and (${flags}::jsonb <> '[]' or reports >= ${REPORTS_TO_HIDE})
        then 'pending' else 'approved' end,
      ${now}::timestamptz, ${now}::timestamptz, ${changedAt}::timestamptz
    from known
    on conflict (context, user_id) do update set alias = excluded.alias, alias_key = excluded.alias_key,
      flags = excluded.flags, reports = excluded.reports, reports_seen = 0, whitelisted = false,
      state = excluded.state, state_at = excluded.state_at, updated_at = excluded.updated_at,
      changed_at = excluded.changed_at, rev = aliases.rev + 1
      where case when ${isUndo}::boolean then aliases.changed_at > ${undoableSince(current)} else
        ${isByOthers}::boolean or aliases.changed_at is null or aliases.state = 'denied'
        or aliases.changed_at <= ${daysFrom(now, -COOLDOWN_DAYS)} end
    returning user_id`);
  if (saved.length === 0 && isUndo) throw new Problem(tooLateToUndo);
  if (saved.length === 0) await refuseEarlyChange(current, context, userId);
}

async function refuseEarlyChange(current: Current, context: string, userId: string): Promise<never> {
  const [row] = await current.db.query<Columns<'aliases', { changed_at: Date }>>(
    sql`select changed_at from aliases where context = ${context} and user_id = ${userId}`,
  );
  const changeableAt = row && daysFrom(row.changed_at, COOLDOWN_DAYS).toISOString();
  throw new Problem(tooSoon, { members: { changeableAt: changeableAt ?? null } });
}

async function saveLooks(current: Current, { context, userId }: NewAliasName, looks: string[]): Promise<void> {
  await current.db.query(sql`
    with gone as (
      delete from alias_looks where context = ${context} and user_id = ${userId} and look <> all(${looks}::text[])
    )
    insert into alias_looks (context, look, user_id)
    select ${context}::text, look, ${userId}::text from unnest(${looks}::text[]) look
    on conflict do nothing`);
}

async function releaseAlias(
  current: Current,
  { context, userId, alias, by, isUndo = false }: NewAliasName,
  old: OldAliasRow,
): Promise<void> {
  const now = current.now();
  await current.db.query(sql`insert into alias_history (context, user_id, alias, since, until, ended_by)
    values (${context}, ${userId}, ${old.alias}, ${old.updated_at}, ${now}, ${by})`);
  if (old.alias_key === aliasKey(alias)) return;
  // What was taken back is held no longer than before, or one could hold a name for each undo.
  const heldBefore = sql`(select max(until) + make_interval(days => ${HELD_DAYS}) from alias_history
    where context = ${context} and user_id = ${userId} and until < ${now}
      and lower(normalize(alias, NFKC)) collate "C" = ${old.alias_key})`;
  const heldUntil = isUndo ? sql`greatest(${now}::timestamptz, ${heldBefore})` : sql`${daysFrom(now, HELD_DAYS)}`;
  await current.db.query(sql`update alias_names set held_until = ${heldUntil}
    where context = ${context} and alias_key = ${old.alias_key}`);
}

export function undoableSince(current: Current): Date {
  return new Date(current.now().getTime() - UNDO_MINUTES * 60_000);
}

export function daysFrom(time: Date, days: number): Date {
  return new Date(time.getTime() + days * 86_400_000);
}
