import type { Current } from '#app/current/current.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';

import { COOLDOWN_DAYS, HELD_DAYS, REPORTS_TO_HIDE, SAFE } from '../alias.ts';
import type { AliasState } from '../alias.ts';
import { ALIASES_TOPIC } from '../cache-topics.ts';
import { taken, tooSoon } from '../problems.ts';
import { skeletonsOf } from '../rules/skeletons.server.ts';
import { aliasKey } from '../rules/rules.ts';

import { findFlags } from './flags.server.ts';
import { randomSafeAlias } from './random-names.server.ts';

export interface NewAliasName {
  context: string;
  userId: string;
  alias: string;
  by: 'owner' | 'staff' | 'system';
  /** Whether a cooldown begins with it. */
  isChoice: boolean;
}

/**
 * Gives a user a name, in one transaction: the name is claimed, the old one is held for its owner, and what others may
 * take it for is noted for moderators. Rules and permission are the caller's matter.
 * @throws Problem 409 when another has or holds the name, or when its owner has changed it not long ago
 */
export async function assignAlias(current: Current, name: NewAliasName): Promise<void> {
  await inTransaction(current, async (current) => {
    const { context, userId, alias, by } = name;
    await lockAlias(current, context, userId);
    const [old] = await current.db.query<OldAliasRow>(SELECT_OLD, [context, userId]);
    if (by === 'owner' && old?.alias === alias && old.state !== 'denied') return;
    const looks = skeletonsOf(alias);
    // Of two names that look alike, the later sees the earlier.
    for (const look of looks) await current.db.query(LOCK, [`look ${look} in ${context}`]);
    if (!(await claim(current, context, userId, aliasKey(alias)))) throw new Problem(taken);
    const safe = old?.safe_alias ?? (await claimSafe(current, context, userId));
    const flags = by === 'owner' ? await findFlags(current, { context, userId, alias, looks }) : [];
    await write(current, name, safe, JSON.stringify(flags));
    await current.db.query(SET_LOOKS, [context, userId, looks]);
    if (old !== undefined && old.alias !== alias) await releaseAlias(current, name, old);
    current.db.whenCommitted(() => current.pubSub.publish(ALIASES_TOPIC));
  });
}

/** Lets the changes of one person's name in a context happen one after another, until the transaction ends. */
export async function lockAlias(current: Current, context: string, userId: string): Promise<void> {
  await current.db.query(LOCK, [`alias of ${userId} in ${context}`]);
}

async function claim(current: Current, context: string, userId: string, key: string): Promise<boolean> {
  return (await current.db.query(CLAIM, [context, key, userId, current.now()])).length > 0;
}

async function claimSafe(current: Current, context: string, userId: string): Promise<string> {
  const safe = randomSafeAlias();
  const isNew = (await current.db.query(CLAIM_SAFE, [`${context}${SAFE}`, aliasKey(safe), userId])).length > 0;
  return isNew ? safe : claimSafe(current, context, userId);
}

async function write(current: Current, name: NewAliasName, safe: string, flags: string): Promise<void> {
  const { context, userId, alias, by, isChoice } = name;
  const now = current.now();
  const values = [
    ...[context, userId, alias, aliasKey(alias), safe, flags, now],
    ...[isChoice ? now : null, by !== 'owner', daysFrom(now, -COOLDOWN_DAYS)],
  ];
  const written = await current.db.query(WRITE, values);
  if (written.length > 0) return;
  const [row] = await current.db.query<{ changed_at: Date }>(CHANGED_AT, [context, userId]);
  const changeableAt = row && daysFrom(row.changed_at, COOLDOWN_DAYS).toISOString();
  throw new Problem(tooSoon, { members: { changeableAt: changeableAt ?? null } });
}

async function releaseAlias(
  current: Current,
  { context, userId, alias, by }: NewAliasName,
  old: OldAliasRow,
): Promise<void> {
  const now = current.now();
  await current.db.query(INTO_HISTORY, [context, userId, old.alias, old.updated_at, now, by]);
  if (old.alias_key !== aliasKey(alias))
    await current.db.query(HOLD, [context, old.alias_key, daysFrom(now, HELD_DAYS)]);
}

export function daysFrom(time: Date, days: number): Date {
  return new Date(time.getTime() + days * 86_400_000);
}

interface OldAliasRow {
  alias: string;
  alias_key: string;
  safe_alias: string;
  state: AliasState;
  updated_at: Date;
}

const LOCK = { name: 'alias_lock', text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))' };
const SELECT_OLD = {
  name: 'alias_select_old',
  text: 'select alias, alias_key, safe_alias, state, updated_at from aliases where context = $1 and user_id = $2',
};
const CLAIM = {
  name: 'alias_claim',
  text: `insert into alias_names (context, alias_key, user_id) values ($1, $2, $3)
    on conflict (context, alias_key) do update set user_id = excluded.user_id, held_until = null
      where not alias_names.is_refused and (alias_names.user_id = excluded.user_id or alias_names.held_until <= $4)
    returning user_id`,
};
const CLAIM_SAFE = {
  name: 'alias_claim_safe',
  text: `insert into alias_names (context, alias_key, user_id) values ($1, $2, $3)
    on conflict (context, alias_key) do nothing returning user_id`,
};
// A name brings its reports along when its owner returns to it.
const WRITE = {
  name: 'alias_write',
  text: `with known as (
      select count(*)::int as reports from alias_reports where context = $1 and user_id = $2 and alias_key = $4
    )
    insert into aliases (context, user_id, alias, alias_key, safe_alias, flags, reports, state, state_at, updated_at,
      changed_at)
    select $1, $2, $3, $4, $5, $6::jsonb, reports,
      case when not $9 and ($6::jsonb <> '[]' or reports >= ${REPORTS_TO_HIDE}) then 'pending' else 'approved' end,
      $7::timestamptz, $7::timestamptz, $8::timestamptz from known
    on conflict (context, user_id) do update set alias = excluded.alias, alias_key = excluded.alias_key,
      flags = excluded.flags, reports = excluded.reports, reports_seen = 0, whitelisted = false,
      state = excluded.state, state_at = excluded.state_at, updated_at = excluded.updated_at,
      changed_at = excluded.changed_at, rev = aliases.rev + 1
      where $9 or aliases.changed_at is null or aliases.state = 'denied' or aliases.changed_at <= $10
    returning user_id`,
};
const CHANGED_AT = {
  name: 'alias_changed_at',
  text: 'select changed_at from aliases where context = $1 and user_id = $2',
};
const SET_LOOKS = {
  name: 'alias_set_looks',
  text: `with gone as (delete from alias_looks where context = $1 and user_id = $2 and look <> all($3::text[]))
    insert into alias_looks (context, look, user_id) select $1, look, $2 from unnest($3::text[]) look
    on conflict do nothing`,
};
const INTO_HISTORY = {
  name: 'alias_into_history',
  text: `insert into alias_history (context, user_id, alias, since, until, ended_by) values ($1, $2, $3, $4, $5, $6)`,
};
const HOLD = {
  name: 'alias_hold',
  text: 'update alias_names set held_until = $3 where context = $1 and alias_key = $2',
};
