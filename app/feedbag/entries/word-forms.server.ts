import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { MIN_SIMILARITY } from '#lib/text-search/highlights.ts';
import { indexWords } from '#lib/text-search/index-words.ts';
import { readSearchTerms } from '#lib/text-search/search-terms.ts';
import type { SearchTerm } from '#lib/text-search/search-terms.ts';
import { toTrigrams } from '#lib/text-search/trigrams.ts';

/** Before a word of the title in the list of all words, so that one index finds these too. No word has it. */
export const TITLE_MARK = '^';
/** Words of a text, after which they are not found. */
const MAX_WORDS = 1500;

export function collectWords(title: string, body: string): string[] {
  const titled = indexWords(title);
  const all = indexWords(body, indexWords(title), MAX_WORDS);
  return [...all.tokens, ...[...titled.tokens].map((token) => TITLE_MARK + token)];
}

export async function saveWords({ db }: Current, projectId: string, title: string): Promise<void> {
  const words = [...indexWords(title).dictionary];
  await db.query(sql`insert into feedbag_words (project_id, word, plain, trigrams)
    select ${projectId}, one.word, one.plain, string_to_array(one.trigrams, '|')
    from unnest(${words.map(([word]) => word)}::text[], ${words.map(([, plain]) => plain)}::text[],
      ${words.map(([, plain]) => toTrigrams(plain).join('|'))}::text[]) one(word, plain, trigrams)
    on conflict (project_id, word) do nothing`);
}

/** For each word of a text what it may be in the index: as it is, another spelling, a word that it begins, or one that is alike. */
export async function findWordForms({ db }: Pick<Current, 'db'>, projectId: string, text: string): Promise<string[][]> {
  const terms = withoutSmallWords(readSearchTerms(text));
  if (terms.length === 0) return [];
  const wanted = terms.map(({ plain, isBeginning, trigrams }, number) => {
    return {
      number,
      plain,
      last: isBeginning ? `${plain}\u{10ffff}` : null,
      length: Array.from(plain).length,
      trigrams,
    };
  });
  const rows = await db.query<{ number: number; forms: string[] }>(sql`
    select t.number, array(select w.word from feedbag_words w where w.project_id = ${projectId} and t.last is not null
        and w.plain between t.plain and t.last order by length(w.plain), w.word limit 12)
      || case when exists (select from feedbag_words w where w.project_id = ${projectId} and w.plain = t.plain) then '{}'
      else array(select w.word from feedbag_words w
        cross join lateral (select count(*)::float8 as size from unnest(w.trigrams) one where one = any(t.trigrams)) same
        where w.project_id = ${projectId} and t.trigrams <> '{}' and w.trigrams && t.trigrams
          and length(w.plain) between t.length - 2 and t.length + 2
          and same.size / (cardinality(w.trigrams) + cardinality(t.trigrams) - same.size) >= ${MIN_SIMILARITY}::float8
        order by same.size / (cardinality(w.trigrams) + cardinality(t.trigrams) - same.size) desc, w.word limit 6) end
      as forms
    from json_to_recordset(${JSON.stringify(wanted)}::json)
      t(number integer, plain text, last text, length integer, trigrams text[])`);
  const found = new Map(rows.map(({ number, forms }) => [number, forms]));
  return terms.map(({ exact, other }, number) => Array.from(new Set([exact].concat(other, found.get(number) ?? []))));
}

/** Articles and the like say nothing beside other words, and are in most texts. */
function withoutSmallWords(terms: readonly SearchTerm[]): SearchTerm[] {
  const long = terms.filter(({ plain, exact }) => plain === '' || Array.from(exact).length > 2);
  return (long.length === 0 ? [...terms] : long).slice(0, 6);
}
