import { findByName } from '#app/aliases/naming/lookup.server.ts';
import type { AliasMatch } from '#app/aliases/naming/lookup.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { isAdmin } from '#app/current/role.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';

import { emailKey } from '../emails/email.ts';
import type { Match } from './staff.ts';

/** By user id, in the order of the result. */
export type Matches = ReadonlyMap<string, Match>;

interface SearchMatches {
  whole: Matches;
  beginning: Matches;
  next: string | undefined;
}

const MAX_EXACT_MATCHES = 50;
/** A shorter prefix of an address or an alias would read too many rows. */
const MIN_PREFIX = 3;

/** By the whole text and as a prefix. The caller has checked that the actor is staff. */
export async function findMatches(current: Current, text: string, limit: number, after = ''): Promise<SearchMatches> {
  const whole = await findExactMatches(current, text);
  const rows = await findPrefixMatches(current, text, limit + 1, after, [...whole.keys()]);
  const { shown, last } = cutPage(rows, limit);
  return { whole, beginning: new Map(shown), next: last?.[0] };
}

async function findExactMatches(current: Current, text: string): Promise<Matches> {
  const [rows, names] = await Promise.all([
    current.db.query<MatchRow>(sql`
      (select user_id, 'lookupCode' as by, user_id as text, false as is_claim from accounts
        where user_id = ${parseCode(text)})
      union all
      (select kept_user_id, 'lookupCode', user_id, false from merged_accounts where user_id = ${parseCode(text)})
      union all
      (select user_id, 'email', address, verified_at is null from account_emails
        where address_key = ${emailKey(text) ?? ''} order by verified_at is null, user_id limit ${MAX_EXACT_MATCHES})`),
    findByName(current, { text, isBeginning: false, after: '', limit: MAX_EXACT_MATCHES }),
  ]);
  return toMatches([...rows, ...names.map(toRow)]);
}

async function findPrefixMatches(
  current: Current,
  text: string,
  limit: number,
  after: string,
  excluded: string[],
): Promise<[string, Match][]> {
  const code = parseCode(text);
  const isLong = text.length >= MIN_PREFIX;
  // A prefix would let those who see masked addresses guess them letter by letter.
  const email = isLong && isAdmin(current.actor.role) ? text.normalize('NFKC').toLowerCase() : null;
  const needed = limit + excluded.length;
  const [rows, names] = await Promise.all([
    current.db.query<MatchRow>(sql`
      select user_id, by, text, is_claim from (
        (select user_id, 'lookupCode' as by, user_id as text, false as is_claim from accounts
          where user_id > ${after} and user_id >= ${code} and user_id < ${code} || ${END}
          order by user_id limit ${needed})
        union all
        (select distinct on (user_id) user_id, 'email', address, verified_at is null from account_emails
          where address_key >= ${email} and address_key < ${email} || ${END} and user_id > ${after}
          order by user_id, verified_at is null limit ${needed})
      ) found order by user_id limit ${needed}`),
    isLong ? findByName(current, { text, isBeginning: true, after, limit: needed }) : [],
  ]);
  const matches = [...toMatches([...rows, ...names.map(toRow)])].filter(([userId]) => !excluded.includes(userId));
  return matches.toSorted(([one], [other]) => (one < other ? -1 : 1)).slice(0, limit);
}

/** Pages show a lookup code after an `@`, so users may type one too. */
function parseCode(text: string): string | null {
  return text.replace(/^@/, '').toLowerCase() || null;
}

function toMatches(rows: MatchRow[]): Map<string, Match> {
  const matches = new Map<string, Match>();
  for (const { user_id, by, text, is_claim } of rows) {
    if (!matches.has(user_id)) matches.set(user_id, { by, text, isClaim: is_claim });
  }
  return matches;
}

function toRow({ userId, alias, isFormer }: AliasMatch): MatchRow {
  return { user_id: userId, by: 'alias', text: alias, is_claim: isFormer };
}

interface MatchRow {
  user_id: string;
  by: Match['by'];
  text: string;
  is_claim: boolean;
}

/** Sorts behind every text with the prefix, by its bytes. */
const END = sql`chr(1114111)`;
