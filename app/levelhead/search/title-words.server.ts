import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { MIN_SIMILARITY } from '#lib/text-search/highlights.ts';
import { readSearchTerms } from '#lib/text-search/search-terms.ts';
import type { SearchTerm } from '#lib/text-search/search-terms.ts';

import { CRATE } from '../level.ts';

/** Words that one term may mean: its beginnings, or what is most like it. */
const MAX_MEANT = 64;

/**
 * The condition that the title of the level `l` has all words of a text, whole, as a beginning where the text ends with it,
 * or with a typing error where no title has it as it is. A text without words is in no title.
 */
export async function titleCondition(current: Current, title: string): Promise<Sql> {
  const terms = readSearchTerms(title.replaceAll(/[.,]/g, ' '));
  if (terms.length === 0) return sql`false`;
  const similar = await findSimilarWords(
    current,
    terms.filter(({ plain }) => plain !== ''),
  );
  const conditions = terms.map((term) =>
    term.plain === ''
      ? sql`l.words @> ${[term.exact]}::text[]`
      : sql`l.words && ${similar.get(term.plain) ?? []}::text[]`,
  );
  return sql.join(conditions, ' and ');
}

/** By the plainest spelling of each term. */
async function findSimilarWords({ db }: Current, terms: readonly SearchTerm[]): Promise<Map<string, string[]>> {
  if (terms.length === 0) return new Map();
  const wanted = terms.map(({ plain, isBeginning, trigrams }) => ({ plain, beginning: isBeginning, trigrams }));
  const rows = await db.query<{ plain: string } & Pick<Row<'levelhead_title_words'>, 'word'>>(sql`
    with term as materialized (select asked.plain, asked.beginning, asked.trigrams
      from json_to_recordset(${JSON.stringify(wanted)}::json) asked(plain text, beginning boolean, trigrams text[])),
    found as materialized (select term.plain, hit.word from term cross join lateral (
      select word from levelhead_title_words where crate_id = ${CRATE} and word collate "C" >= term.plain
        and word collate "C" < case when term.beginning then term.plain || chr(1114109) else term.plain || chr(1) end
      order by word limit ${MAX_MEANT}) hit)
    select plain, word from found
    union all
    select term.plain, hit.word from term cross join lateral (
      select word, shared.count / (cardinality(trigrams) + cardinality(term.trigrams) - shared.count)::float8 as likeness
      from levelhead_title_words w cross join lateral (
        select count(*) from unnest(w.trigrams) one where one = any(term.trigrams)) shared
      where crate_id = ${CRATE} and w.trigrams && term.trigrams order by likeness desc, word limit 8) hit
    where cardinality(term.trigrams) > 0 and hit.likeness >= ${MIN_SIMILARITY}
      and not exists (select 1 from found where found.plain = term.plain)`);
  const similar = new Map<string, string[]>();
  for (const { plain, word } of rows) similar.set(plain, [...(similar.get(plain) ?? []), word]);
  return similar;
}
