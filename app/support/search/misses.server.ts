import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { maskSecrets } from '#app/threads/masking.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { callerKey } from '#lib/limits/caller-key.ts';
import { MAX_SEARCH_TEXT } from '#lib/text-search/search-terms.ts';

import type { SearchMiss } from '../answer.ts';
import { searchAnswers } from './search-answers.server.ts';

const PER_PLACE = { name: 'support misses', points: 30, seconds: 3600, credit: 0 };
/** Different texts of one day; beyond them somebody is playing. */
const MAX_MISSES_PER_DAY = 2000;
/** With what is left of a card's number. */
const MASKED = /•+(?: \d{4})?/g;
/** Anything that looks like one, whether or not a mail would reach it. */
const ADDRESS = /\S+@\S+/g;

/** Once a browser shows no hits. Addresses and numbers that are somebody's are not noted. @throws Problem 429 */
export async function noteMiss(current: Current, q: string): Promise<void> {
  const { isSearch, hits } = await searchAnswers(current, q);
  const words = maskSecrets(q.slice(0, MAX_SEARCH_TEXT).toWellFormed().replaceAll('\0', ' '))
    .text.replaceAll(MASKED, '…')
    .replaceAll(ADDRESS, '…')
    .replaceAll(/\d{6,}/g, '…')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .slice(0, 120)
    .toWellFormed();
  if (!isSearch || hits.length > 0 || words === '') return;
  await requireWithinLimit(current, callerKey(current.address ?? ''), PER_PLACE);
  const day = current.now().toISOString().slice(0, 10);
  await current.db.query(sql`
    insert into support_misses as m (words, locale, day)
    select ${words}, ${current.locale}, ${day}::date
    where (select count(*) from support_misses where day = ${day}::date) < ${MAX_MISSES_PER_DAY}::integer
    on conflict (words, locale, day) do update set count = m.count + 1`);
}

const MISSES = 50;

/** What was looked for most and not found, in the last days. Needs staff. @throws Problem 401, 403 */
export async function findMisses(current: Current): Promise<SearchMiss[]> {
  requireRole(current, 'staff');
  const rows = await current.db.query<
    Pick<Row<'support_misses'>, 'words' | 'locale'> & { count: number; last: string }
  >(
    sql`select words, locale, sum(count)::integer as count, max(day)::text as last from support_misses
      group by words, locale order by count desc, last desc, words limit ${MISSES}::integer`,
  );
  return rows;
}

const MISS_DAYS = 90;

export async function sweepMisses({ db, now }: Current): Promise<void> {
  const before = new Date(now().getTime() - MISS_DAYS * 86_400_000).toISOString().slice(0, 10);
  await db.query(sql`delete from support_misses where day < ${before}::date`);
}
