import type { Current } from '#app/current/current.server.ts';
import { feedFor } from '#app/storage/feed/feed.server.ts';
import { noCrate } from '#app/storage/problems.ts';
import type { ItemSearch } from '#app/storage/search/search.ts';
import { runSearch } from '#app/storage/search/searches.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { isProblem } from '#lib/problem.ts';
import { MIN_SIMILARITY } from '#lib/text-search/highlights.ts';
import type { SearchPhrase, SearchTerm, SearchText } from '#lib/text-search/search-terms.ts';

/** At most so many are found; a search that would find more should say more. */
export const MAX_HITS = 200;
/** Of a search, of which each wants one tag or person at least. */
const MAX_ALTERNATIVES = 4;

/** Of any crate whose items are found by their words; whether the caller may list them is still to be asked. @throws Problem 503 */
export async function rankItems(
  current: Current,
  crateId: string,
  text: SearchText,
  { tags, anyOf = [] }: Pick<ItemSearch, 'tags' | 'anyOf'>,
): Promise<RankedItem[]> {
  try {
    const { access } = await feedFor(current, crateId);
    return await runRanking(current, text, {
      crateId,
      included: tags?.included ?? [],
      excluded: tags?.excluded ?? [],
      anyOf,
      hiddenTags: access.hiddenTags,
      userId: access.userId,
    });
  } catch (refusal) {
    // Off localhost nothing is seeded.
    if (isProblem(refusal, noCrate)) return [];
    throw refusal;
  }
}

interface RankFilter {
  readonly crateId: string;
  readonly included: readonly string[];
  readonly excluded: readonly string[];
  /** Of each one tag at least, or one of the users among the collaborators. */
  readonly anyOf: readonly { readonly tags: readonly string[]; readonly userIds: readonly string[] }[];
  /** Items with these are left out, but for their collaborators' own. */
  readonly hiddenTags: readonly string[];
  readonly userId: string | undefined;
}

export type RankedItem = Pick<Row<'post_search'>, 'item_id' | 'created_at'> & { score: number };

/** Before a word of the title or the blurb in the list of all words, so that one index finds these too. No word has them. */
export const [TITLE_MARK, BLURB_MARK] = ['^', '='];

/**
 * The items in which every term is found, the best first: in the title before in the blurb before in the text, exactly
 * before in another spelling before as a part of a word, the newer first among equals. Whether the caller may see them is
 * not its question: the filter only keeps hidden items from taking the places of others.
 *
 * Of each kind of hit the newest 200 are candidates. What a spelling in the text is worth says the look that has found it,
 * for all terms together, so that no list of all words is read. The statement has one text for each number of terms, and
 * all parameters stand in a table that the planner cannot look into, so that one plan serves all.
 * @throws Problem 503 when it takes too long
 */
function runRanking(current: Current, search: SearchText, filter: RankFilter): Promise<RankedItem[]> {
  const numbers = NUMBERS.slice(0, search.terms.length);
  const all = (column: (number: Sql) => Sql) => sql.join(numbers.map(column), ', ');
  const exact = all((number) => sql`exact_${number} as form_${number}`);
  const near = all((number) => sql`near_${number}`);
  const any = all((number) => sql`any_${number} as form_${number}`);
  const newest = newestSql(numbers);
  const statement = sql`with asked as materialized (${searchSql(search, filter)}),
    found_words as materialized (${FOUND}),
    term as materialized (${TERMS}),
    unwanted as materialized (${UNWANTED}),
    forms as materialized (select ${all(selectForms)}, ${MARKED}),
    exactly as materialized (select hit.item_id
      from (select exact_0 as place, ${exact} from forms) look, asked cross join lateral (${newest}) hit),
    look as materialized (select 0 as spelling, in_title as place, ${any} from forms
      union all select 0, in_blurb, ${any} from forms
      union all select 1, near_0, ${near} from forms where ${IS_ROOM}
      union all select 0, any_0, ${any} from forms where ${IS_ROOM}),
    candidate as materialized (select item_id, max(spelling) as spelling from (
      select item_id, 2 as spelling from exactly
      union all select hit.item_id, look.spelling from look, asked cross join lateral (${newest}) hit) found
      group by item_id)
    select p.item_id, p.created_at, (${sql.join(numbers.map(scoreTerm), ' + ')})::integer as score
    from forms f, candidate c cross join asked
      cross join lateral (
        select * from post_search p where p.crate_id = asked.crate_id and p.item_id = c.item_id limit 1) p
    order by score desc, p.created_at desc, p.item_id desc limit 200`;
  return runSearch<RankedItem>(current, statement, true);
}

/** Of the terms. */
const NUMBERS = [sql`0`, sql`1`, sql`2`, sql`3`, sql`4`, sql`5`, sql`6`, sql`7`];
/** Where there are so many exact hits, no other of the same place comes before the last. */
const IS_ROOM = sql`(select count(*) from exactly) < 200`;

function searchSql(search: SearchText, filter: RankFilter): Sql {
  const { crateId, included, excluded, anyOf, hiddenTags, userId } = filter;
  const alternatives = Array.from({ length: MAX_ALTERNATIVES }, (_, at) => {
    const { tags, userIds } = anyOf[at] ?? {};
    return sql`${tags ?? null}::text[] as tags_${NUMBERS[at] ?? sql.empty}, ${userIds ?? null}::text[] as users_${NUMBERS[at] ?? sql.empty}`;
  });
  return sql`select ${crateId}::text as crate_id, ${termRows(search.terms)}::json as terms, ${hiddenTags.length > 0}::boolean as is_public_only,
    ${search.excluded.map((words) => words.join(BETWEEN))}::text[] as unwanted,
    ${search.phrases.flatMap(({ neighbours }) => neighbours)}::text[] as neighbours,
    ${search.phrases.filter(({ isOfTwo }) => !isOfTwo).map(toLikePattern)}::text[] as phrases,
    ${included}::text[] as included, ${excluded}::text[] as excluded,
    ${hiddenTags}::text[] as hidden, ${userId ?? null}::text as user_id, ${sql.join(alternatives, ', ')}`;
}

function toLikePattern({ text }: SearchPhrase): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** No word has a space. */
const BETWEEN = ' ';
const UNWANTED = sql`select p.item_id from asked, unnest(asked.unwanted) one
  cross join lateral (
    select p.item_id from post_search p where p.crate_id = asked.crate_id and p.words @> string_to_array(one, ' ')) p`;

/** Those that meet a look, the newest groups first: where these are enough, the others are not read. */
function newestSql(numbers: readonly Sql[]): Sql {
  const found = sql.join(
    numbers.map((number) => sql`p.words && look.form_${number}`),
    ' and ',
  );
  const conditions = sql`p.words && look.place and ${found} and p.words @> asked.neighbours
    and p.tags @> asked.included and not p.tags && asked.excluded
    and (not p.tags && asked.hidden or asked.user_id = any(p.collaborators)) and ${ALTERNATIVES}
    and not p.item_id in (select item_id from unwanted)`;
  // Written out, so that each group is found by an index of its own. The words in their order, which are long, are read where
  // there are phrases of more than two words, and no more of them than are needed: `offset` keeps these out of what is sorted.
  const groups = [sql`3`, sql`2`, sql`1`, sql`0`].map(
    (recency) => sql`(select met.item_id from (select p.item_id, p.created_at, p.spoken from post_search p
      where p.recency = ${recency} and p.crate_id = asked.crate_id and ${conditions} order by p.created_at desc, p.item_id desc offset 0) met
    where met.spoken like all (asked.phrases) order by met.created_at desc, met.item_id desc limit 200)`,
  );
  return sql`select item_id from (${sql.join(groups, ' union all ')}) newest limit 200`;
}

const ALTERNATIVES = sql.join(
  NUMBERS.slice(0, MAX_ALTERNATIVES).map(
    (at) => sql`(asked.tags_${at} is null or p.tags && asked.tags_${at} or p.collaborators && asked.users_${at})`,
  ),
  ' and ',
);

function termRows(terms: readonly SearchTerm[]): string {
  const rows = terms.map(({ exact, other, plain, isBeginning, inner, trigrams }, at) => ({
    number: at,
    exact,
    plain,
    near: [exact, ...other],
    length: Array.from(plain).length,
    // Behind every other letter stands that which is not one.
    last: isBeginning ? `${plain}\u{10ffff}` : null,
    inner_trigrams: inner,
    trigrams,
  }));
  return JSON.stringify(rows);
}

const IS_SHOWN = sql`(w.is_public or not asked.is_public_only)`;
const SAME_OF_ALL = sql`same.count::float8 / (cardinality(w.trigrams) + cardinality(t.trigrams) - same.count)`;

/** Words as whose beginning, or as a part of which, each term was typed. */
const FOUND = sql`select t.*,
    array(select w.word from post_words w where t.last is not null and w.crate_id = asked.crate_id
        and w.plain between t.plain and t.last and ${IS_SHOWN}
      order by length(w.plain), w.word limit 24) as beginnings,
    array(select w.word from post_words w where t.inner_trigrams <> '{}' and w.crate_id = asked.crate_id
        and w.trigrams @> t.inner_trigrams
      and strpos(w.plain, t.plain) > 0 and ${IS_SHOWN} order by length(w.plain), w.word limit 24) as parts
  from asked, json_to_recordset(asked.terms) t(number integer, exact text, plain text, near text[], length integer,
    last text, inner_trigrams text[], trigrams text[])`;

/** As it is, in other spellings, as the beginning or a part of a word; and where none of these is, what is alike. */
const TERMS = sql`select t.number, t.exact, t.near, t.near || t.beginnings || t.parts ||
    case when t.beginnings = '{}' and t.parts = '{}' then array(
      select w.word from post_words w
        cross join lateral (select count(*) from unnest(w.trigrams) one where one = any(t.trigrams)) same
      where t.trigrams <> '{}' and not exists (
          select from post_words w where w.crate_id = asked.crate_id and w.plain = t.plain and ${IS_SHOWN})
        and w.crate_id = asked.crate_id and w.trigrams && t.trigrams and length(w.plain) between t.length - 2 and t.length + 2
        and ${SAME_OF_ALL} >= ${MIN_SIMILARITY}::float8 and ${IS_SHOWN}
      order by ${SAME_OF_ALL} desc, w.word limit 6)
    else '{}' end as any_form
  from asked, found_words t`;

function selectForms(number: Sql): Sql {
  return sql`(select array[exact] from term where number = ${number}) as exact_${number},
    (select near from term where number = ${number}) as near_${number},
    (select any_form from term where number = ${number}) as any_${number}`;
}

const MARKED = sql`(select array_agg(${TITLE_MARK}::text || one) from term, unnest(any_form) one) as in_title,
  (select array_agg(${BLURB_MARK}::text || one) from term, unnest(any_form) one) as in_blurb`;

/** A place counts more than all that the spelling may say. */
function scoreTerm(number: Sql): Sql {
  const spelling = (column: Sql) => sql`case when ${column} && f.exact_${number} then 2
    when ${column} && f.near_${number} then 1 else 0 end`;
  return sql`case when p.title && f.any_${number} then 6 + ${spelling(sql`p.title`)}
    when p.blurb && f.any_${number} then 3 + ${spelling(sql`p.blurb`)} else c.spelling end`;
}
