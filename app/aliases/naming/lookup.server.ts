import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { PeopleRule } from '#app/noun/people-rule.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { DEFAULT_CONTEXT, SAFE } from '../alias.ts';
import { CONTEXTS } from '../contexts.server.ts';
import { MAX_TYPED, aliasKey, tidyAlias } from '../rules/rules.ts';

export interface AliasMatch {
  readonly userId: string;
  readonly context: string;
  readonly alias: string;
  readonly isFormer: boolean;
}

interface NameSearch {
  readonly text: string;
  /** Matches prefixes too. */
  readonly isBeginning: boolean;
  /** Only users whose id is greater. */
  readonly after: string;
  readonly limit: number;
}

/** One name per user in any context, by user id, current before former. Needs staff. @throws Problem 401 or 403 */
export async function findByName(current: Current, search: NameSearch): Promise<AliasMatch[]> {
  requireRole(current, 'staff');
  const key = aliasKey(tidyAlias(search.text));
  const end = search.isBeginning ? `${key}\u{10FFFF}` : key;
  const { after, limit } = search;
  const rows = await current.db
    .query<NameRow>(sql`select distinct on (user_id) user_id, context, alias, is_former from (
      (select distinct on (user_id) user_id, context, alias_key as alias, held_until is not null as is_former
        from alias_names where alias_key between ${key} and ${end} and user_id > ${after}
        order by user_id, held_until is not null, context limit ${limit})
      union all
      (select distinct on (user_id) user_id, context, alias, true from alias_history
        where lower(normalize(alias, NFKC)) collate "C" between ${key} and ${end} and user_id > ${after}
        order by user_id, history_id desc limit ${limit})
    ) found order by user_id, is_former limit ${limit}`);
  return rows.map(toAliasMatch);
}

/** Whose names everyone sees in the usual context, in any spelling, by the name. Open to everyone. */
export async function findUserIdsByAlias(current: Current, names: readonly string[]): Promise<Map<string, string>> {
  const keys = new Map(names.map((name) => [aliasKey(tidyAlias(name)), name]));
  const rows = await current.db.query<Pick<Row<'aliases'>, 'user_id' | 'alias_key'>>(sql`
    select user_id, alias_key from aliases where context = ${DEFAULT_CONTEXT} and alias_key = any(${[...keys.keys()]}::text[])
      and state = 'approved'`);
  return new Map(rows.map((row) => [keys.get(row.alias_key) ?? row.alias_key, row.user_id]));
}

/**
 * Whom everyone sees by a name in the usual context, in any spelling, and the name that everyone sees: an approved one, else the safe
 * one. The safe one of somebody leads to them too once their own is approved; a name that waits, was denied or given up leads to nobody.
 */
export async function findShownAlias(
  { db }: Pick<Current, 'db'>,
  typed: string,
): Promise<{ userId: string; alias: string } | undefined> {
  if (typed.length > MAX_TYPED || /\p{Cc}/u.test(typed)) return undefined;
  const key = aliasKey(tidyAlias(typed));
  const [row] = await db.query<Pick<Row<'aliases'>, 'user_id' | 'alias'>>(sql`
    select user_id, case when state = 'approved' then alias else safe_alias end as alias from aliases
    where context = ${DEFAULT_CONTEXT} and user_id in (
      select user_id from aliases where context = ${DEFAULT_CONTEXT} and alias_key = ${key} and state = 'approved'
      union all
      select user_id from alias_names where context = ${`${DEFAULT_CONTEXT}${SAFE}`} and alias_key = ${key} and held_until is null)`);
  return row && { userId: row.user_id, alias: row.alias };
}

/** Who has given a name of the usual context up and nobody has taken since, and when that ended; not one that moderators refuse. */
export async function findFormerOwner(
  { db }: Pick<Current, 'db'>,
  typed: string,
): Promise<{ userId: string; endedAt: Date } | undefined> {
  if (typed.length > MAX_TYPED || /\p{Cc}/u.test(typed)) return undefined;
  const [row] = await db.query<Pick<Row<'alias_history'>, 'user_id' | 'until'>>(sql`
    select h.user_id, h.until from alias_names n join alias_history h using (context, user_id)
    where n.context = ${DEFAULT_CONTEXT} and n.alias_key = ${aliasKey(tidyAlias(typed))} and n.held_until is not null
      and not n.is_refused and lower(normalize(h.alias, NFKC)) collate "C" = n.alias_key
    order by h.history_id desc limit 1`);
  return row && { userId: row.user_id, endedAt: row.until };
}

/** Who had chosen a name for themselves in the usual context, whatever it is now. */
export const namedRule: PeopleRule = {
  name: 'aliases.named',
  title: 'perks.rule.named',
  needsAbout: false,
  findPeople: async ({ db }, { before }, after, limit) => {
    const rows = await db.query<Pick<Row<'aliases'>, 'user_id'>>(sql`
      select user_id from aliases a where context = ${DEFAULT_CONTEXT} and user_id > ${after} and changed_at is not null
        and (changed_at < ${before} or exists (select from alias_history h
          where h.context = a.context and h.user_id = a.user_id and h.since < ${before}))
      order by user_id limit ${limit}::integer`);
    return rows.map((row) => row.user_id);
  },
};

/** The names of a user in every context, the present ones first. Needs staff. @throws Problem 401 or 403 */
export async function listUserNames(current: Current, userId: string): Promise<AliasMatch[]> {
  requireRole(current, 'staff');
  const rows = await current.db.query<NameRow>(sql`
    (select user_id, context, alias, false as is_former from aliases
      where context = any(${CONTEXTS}::text[]) and user_id = ${userId} order by context)
    union all
    (select user_id, context, alias, true from alias_history
      where context = any(${CONTEXTS}::text[]) and user_id = ${userId} order by history_id desc limit 50)`);
  return rows.map(toAliasMatch);
}

type NameRow = Pick<Row<'aliases'>, 'user_id' | 'context' | 'alias'> & { is_former: boolean };

function toAliasMatch({ user_id, context, alias, is_former }: NameRow): AliasMatch {
  return { userId: user_id, context, alias, isFormer: is_former };
}
