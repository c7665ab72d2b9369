import type { Current } from '#app/current/current.server.ts';
import { feedFor } from '#app/storage/feed/feed.server.ts';
import { noCrate } from '#app/storage/problems.ts';
import type { ItemSearch } from '#app/storage/search/search.ts';
import { runSearch } from '#app/storage/search/searches.server.ts';
import type { Row } from '#database/rows.ts';
import type { QueryRow } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { isProblem } from '#lib/problem.ts';
import { countNeeded, isTelling } from '#lib/text-search/search-terms.ts';
import type { SearchPhrase, SearchText } from '#lib/text-search/search-terms.ts';
import { findWordForms } from '#lib/text-search/word-forms.server.ts';
import type { WordForms } from '#lib/text-search/word-forms.server.ts';

/** At most so many are found; a search that would find more should say more. */
export const MAX_HITS = 200;
/** Of a search, of which each wants one tag or person at least. */
const MAX_ALTERNATIVES = 4;

/**
 * Of any crate whose items are found by their words: those with all of them, and where there is none, those with half of them
 * or more. Whether the caller may list them is still to be asked. @throws Problem 503
 */
export async function rankItems(
  current: Current,
  crateId: string,
  text: SearchText,
  { tags, anyOf = [] }: Pick<ItemSearch, 'tags' | 'anyOf'>,
): Promise<Ranking> {
  try {
    const { access } = await feedFor(current, crateId);
    const { hiddenTags, userId } = access;
    const filter = {
      crateId,
      included: tags?.included ?? [],
      excluded: tags?.excluded ?? [],
      anyOf,
      hiddenTags,
      userId,
    };
    const dictionary = sql`post_words w where w.crate_id = ${crateId} and (w.is_public or ${hiddenTags.length === 0}::boolean)`;
    const run = <Found extends QueryRow>(statement: Sql) => runSearch<Found>(current, statement, true);
    const forms = await findWordForms(run, dictionary, text.terms);
    const ranked = await rankByAll(current, text, forms, filter);
    if (ranked.length > 0 || forms.length < 2) return { ranked, isOfMost: false };
    return { ranked: await rankByMost(current, text, forms, filter), isOfMost: true };
  } catch (refusal) {
    // Off localhost nothing is seeded.
    if (isProblem(refusal, noCrate)) return { ranked: [], isOfMost: false };
    throw refusal;
  }
}

interface Ranking {
  readonly ranked: readonly RankedItem[];
  /** Whether no item has all of the words, and these have most. */
  readonly isOfMost: boolean;
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
function rankByAll(
  current: Current,
  search: SearchText,
  terms: readonly WordForms[],
  filter: RankFilter,
): Promise<RankedItem[]> {
  const numbers = NUMBERS.slice(0, terms.length);
  const all = (column: (number: Sql) => Sql) => sql.join(numbers.map(column), ', ');
  const exact = all((number) => sql`exact_${number} as form_${number}`);
  const near = all((number) => sql`near_${number}`);
  const any = all((number) => sql`any_${number} as form_${number}`);
  const newest = newestSql(numbers);
  const statement = sql`with asked as materialized (${searchSql(search, terms, filter)}),
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

/**
 * As far as each term alone leads: of each place of each term the newest 200. An item counts for a term by the best place that it
 * has there.
 */
function rankByMost(
  current: Current,
  { terms, phrases, excluded }: SearchText,
  forms: readonly WordForms[],
  filter: RankFilter,
): Promise<RankedItem[]> {
  const telling = forms.filter((_, at) => terms[at] !== undefined && isTelling(terms[at]));
  // What stands side by side because its script has no spaces is a whole sentence where somebody typed one.
  const text = { excluded, phrases: phrases.filter(({ isQuoted }) => isQuoted) };
  const statement = sql`with asked as materialized (${searchSql(text, telling, filter)}),
    term as materialized (${TERMS}),
    unwanted as materialized (${UNWANTED}),
    look as materialized (
      select number, 6 as score, array(select ${TITLE_MARK}::text || one from unnest(any_form) one) as place, any_form as form_0 from term
      union all select number, 3, array(select ${BLURB_MARK}::text || one from unnest(any_form) one), any_form from term
      union all select number, 1, any_form, any_form from term),
    met as materialized (select item_id, number, max(score) as score
      from (select hit.item_id, look.number, look.score from look, asked cross join lateral (${newestSql(NUMBERS.slice(0, 1))}) hit) hits
      group by item_id, number),
    most as (select item_id, sum(score)::integer as score from met group by item_id
      having count(*) >= ${countNeeded(terms)}::integer)
    select p.item_id, p.created_at, most.score from most join asked on true
      join post_search p on p.crate_id = asked.crate_id and p.item_id = most.item_id
    order by most.score desc, p.created_at desc, p.item_id desc limit 200`;
  return runSearch<RankedItem>(current, statement, true);
}

/** Of the terms. */
const NUMBERS = [sql`0`, sql`1`, sql`2`, sql`3`, sql`4`, sql`5`, sql`6`, sql`7`];
/** Where there are so many exact hits, no other of the same place comes before the last. */
const IS_ROOM = sql`(select count(*) from exactly) < 200`;

function searchSql(
  search: Pick<SearchText, 'excluded' | 'phrases'>,
  terms: readonly WordForms[],
  filter: RankFilter,
): Sql {
  const { crateId, included, excluded, anyOf, hiddenTags, userId } = filter;
  const alternatives = Array.from({ length: MAX_ALTERNATIVES }, (_, at) => {
    const { tags, userIds } = anyOf[at] ?? {};
    return sql`${tags ?? null}::text[] as tags_${NUMBERS[at] ?? sql.empty}, ${userIds ?? null}::text[] as users_${NUMBERS[at] ?? sql.empty}`;
  });
  return sql`select ${crateId}::text as crate_id, ${termRows(terms)}::json as terms,
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

function termRows(terms: readonly WordForms[]): string {
  return JSON.stringify(terms.map(({ exact, near, any }, number) => ({ number, exact, near, any_form: any })));
}

const TERMS = sql`select t.* from asked, json_to_recordset(asked.terms)
  t(number integer, exact text, near text[], any_form text[])`;

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
