import type { QueryRow } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import type { SearchTerm } from './search-terms.ts';
import { isTypingError } from './typing-errors.ts';

/** What an index may have for a word that is looked for; each list has the one before it. */
export interface WordForms {
  readonly exact: string;
  /** In any spelling. */
  readonly near: readonly string[];
  /** Also inflected, joined with its neighbor, as the beginning or as a part of a word; and where nobody has written it, what may have been meant. */
  readonly any: readonly string[];
}

/** Runs a statement within the limits that its caller has. */
type RunQuery = <Row extends QueryRow>(statement: Sql) => Promise<Row[]>;

/** Of one kind, the shortest. */
const MAX_WORDS = 24;

/**
 * Looks terms up among the words of an index.
 * @param dictionary the words that may be used, as `table w where …`, with `word`, `plain` and `trigrams` (by `toTrigrams`), which
 * have indexes  @param most forms of each kind, the shortest
 */
export async function findWordForms(
  run: RunQuery,
  dictionary: Sql,
  terms: readonly SearchTerm[],
  most = MAX_WORDS,
): Promise<WordForms[]> {
  const wanted = toRows(terms);
  if (wanted.length === 0)
    return terms.map(({ exact, other }) => ({ exact, near: [exact, ...other], any: [exact, ...other] }));
  const rows = await run<{ number: number; words: string[] }>(sql`
    select t.number,
      array(select w.word from ${dictionary} and w.plain between t.plain and t.last
        order by length(w.plain), w.word limit ${most}::integer)
      || array(select w.word from ${dictionary} and w.plain = any(t.inflected)
        order by length(w.plain), w.word limit ${most}::integer)
      || array(select w.word from ${dictionary} and t.inner_trigrams <> '{}' and w.trigrams @> t.inner_trigrams
          and strpos(w.plain, t.plain) > 0
        order by length(w.plain), w.word limit ${most}::integer) as words
    from json_to_recordset(${JSON.stringify(wanted)}::json)
      t(number integer, plain text, last text, inflected text[], inner_trigrams text[])`);
  const known = new Map(rows.map(({ number, words }) => [number, words]));
  const isUnknown = ({ number }: { number: number }) => known.get(number)?.length === 0;
  const meant = await findMeantWords(run, dictionary, wanted.filter(isUnknown));
  return terms.map(({ exact, other, joined }, number) => {
    const near = [exact, ...other];
    const any = [...near, ...joined, ...(known.get(number) ?? []), ...(meant.get(number) ?? [])];
    return { exact, near, any: [...new Set(any)] };
  });
}

const MAX_ALIKE = 24;
/** In trigrams; a word with one wrong letter of four has so much in common with the other. */
const MIN_SIMILARITY = 0.2;

/** For each number the words for which it may have been typed, the likest first. */
async function findMeantWords(
  run: RunQuery,
  dictionary: Sql,
  terms: readonly TermRow[],
): Promise<Map<number, readonly string[]>> {
  const wanted = terms.filter(({ trigrams }) => trigrams.length > 0);
  if (wanted.length === 0) return new Map();
  const rows = await run<{ number: number; word: string; plain: string }>(sql`
    select t.number, hit.word, hit.plain
    from json_to_recordset(${JSON.stringify(wanted)}::json) t(number integer, length integer, trigrams text[]) cross join lateral (
      select w.word, w.plain, ${SIMILARITY} as similarity
      from (select w.word, w.plain, w.trigrams from ${dictionary} and w.trigrams && t.trigrams
          and length(w.plain) between t.length - ${MAX_LONGER}::integer and t.length + ${MAX_LONGER}::integer) w
        cross join lateral (select count(*)::float8 as count from unnest(w.trigrams) one where one = any(t.trigrams)) same
      where ${SIMILARITY} >= ${MIN_SIMILARITY}::float8
      order by similarity desc, w.word limit ${MAX_ALIKE}::integer) hit
    order by t.number, hit.similarity desc, hit.word`);
  const meant = wanted.map(({ number, plain }) => {
    const words = rows.filter((row) => row.number === number && isTypingError(plain, row.plain));
    return [number, words.map(({ word }) => word)] as const;
  });
  return new Map(meant);
}

/** Letters that a word may have more or less than that which was typed for it. */
const MAX_LONGER = 2;
const SIMILARITY = sql`same.count / (cardinality(w.trigrams) + cardinality(t.trigrams) - same.count)`;

type TermRow = ReturnType<typeof toRows>[number];

/** Of terms that are cut at spaces. */
function toRows(terms: readonly SearchTerm[]) {
  const rows = terms.map(({ plain, inflected, isBeginning, inner, trigrams }, number) => ({
    number,
    plain,
    length: Array.from(plain).length,
    // Behind every other letter stands that which is not one.
    last: isBeginning ? `${plain}\u{10ffff}` : plain,
    inflected,
    inner_trigrams: inner,
    trigrams,
  }));
  return rows.filter(({ plain }) => plain !== '');
}
