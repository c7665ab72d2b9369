import type { Current } from '#app/current/current.server.ts';
import { runSearch } from '#app/storage/search/searches.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { MIN_SIMILARITY } from '#lib/text-search/highlights.ts';
import type { SearchTerm } from '#lib/text-search/search-terms.ts';

/** At most so many are found; a search that would find more should say more. */
export const MAX_HITS = 200;

export interface RankFilter {
  readonly included: readonly string[];
  readonly excluded: readonly string[];
  /** Of each one tag at least, or one of the users among the collaborators. */
  readonly anyOf: readonly { readonly tags: readonly string[]; readonly userIds: readonly string[] }[];
  /** Posts with these are left out, but for their collaborators' own. */
  readonly hiddenTags: readonly string[];
  readonly userId: string | undefined;
}

export type RankedPost = Pick<Row<'post_search'>, 'item_id' | 'created_at'> & { score: number };

/** Before a word of the title or the blurb in the list of all words, so that one index finds these too. No word has them. */
export const [IN_TITLE, IN_BLURB] = ['^', '='];
/** The newest of each place are looked at; to compare the lists of more would take longer than to find them. */
const [LOOKED_AT, LOOKED_AT_IN_PLACE] = [200, 100];

/**
 * The posts in which every term is found, the best first: in the title before in the blurb before in the text, exactly
 * before in another spelling before as a part of a word, the newer first among equals. Whether the caller may see them is
 * not its question: the filter only keeps hidden posts from taking the places of others.
 * @throws Problem 503 when it takes too long
 */
export function rankPosts(current: Current, terms: readonly SearchTerm[], filter: RankFilter): Promise<RankedPost[]> {
  const isPublic = filter.hiddenTags.length === 0 ? sql`true` : sql`w.is_public`;
  const all = terms.map((term, at) => termRow(term, at, isPublic));
  const has = terms.map((_, at) => sql`p.words && ${termList(at, sql`any_form`)}`);
  const matches = sql.join([...has, ...filterSql(filter)], ' and ');
  const newest = (place: Sql, limit: number) => sql`(select p.item_id from post_search p where ${matches} ${place}
    order by p.created_at desc, p.item_id desc limit ${limit}::integer)`;
  // One list for all terms: an `or` of several would keep their index from being used.
  const inPlace = (mark: string) =>
    newest(
      sql`and p.words && (select array_agg(${mark}::text || one) from term, unnest(any_form) one)`,
      LOOKED_AT_IN_PLACE,
    );
  const statement = sql`with term as materialized (${sql.join(all, ' union all ')}),
    candidate as materialized (${inPlace(IN_TITLE)} union ${inPlace(IN_BLURB)} union ${newest(sql.empty, LOOKED_AT)})
    select p.item_id, p.created_at, (${sql.join(
      terms.map((_, at) => scoreOf(at)),
      ' + ',
    )})::integer as score
    from candidate c cross join lateral (select * from post_search p where p.item_id = c.item_id limit 1) p
    order by score desc, p.created_at desc, p.item_id desc limit ${MAX_HITS}::integer`;
  return runSearch<RankedPost>(current, statement, true);
}

/** Words of the index that may stand for one that was typed. */
const [MAX_PARTS, MAX_ALIKE] = [24, 6];

/**
 * What a term may be in the index: as it is, in other spellings, as the beginning or another part of a word; and only where
 * there is none of these, what is alike.
 */
function termRow({ exact, other, plain, isBeginning, inner, trigrams }: SearchTerm, at: number, isPublic: Sql): Sql {
  const wordsWith = (condition: Sql) => sql`array(select w.word from post_words w where ${condition} and ${isPublic}
    order by length(w.plain), w.word limit ${MAX_PARTS}::integer)`;
  // Behind every other letter stands that which is not one.
  const beginnings = isBeginning ? wordsWith(sql`w.plain between ${plain} and ${`${plain}\u{10ffff}`}`) : NO_WORDS;
  const parts =
    inner.length > 0 ? wordsWith(sql`w.trigrams @> ${inner}::text[] and strpos(w.plain, ${plain}) > 0`) : NO_WORDS;
  const alike = trigrams.length > 0 ? alikeSql(plain, trigrams, isPublic) : NO_WORDS;
  return sql`select ${at}::integer as number, array[${exact}::text] as exact, ${other}::text[] as other,
      ${[exact, ...other]}::text[] || found.beginnings || found.parts ||
        case when found.beginnings = '{}' and found.parts = '{}' then ${alike} else '{}' end as any_form
    from (select ${beginnings} as beginnings, ${parts} as parts) found`;
}

const NO_WORDS = sql`'{}'::text[]`;

function alikeSql(plain: string, trigrams: readonly string[], isPublic: Sql): Sql {
  const { length } = Array.from(plain);
  const all = sql`cardinality(w.trigrams) + ${trigrams.length}::integer - same.count`;
  return sql`array(
    select w.word from post_words w
      cross join lateral (select count(*) from unnest(w.trigrams) one where one = any(${trigrams}::text[])) same
    where not exists (select from post_words w where w.plain = ${plain} and ${isPublic})
      and w.trigrams && ${trigrams}::text[] and length(w.plain) between ${length - 2}::integer and ${length + 2}::integer
      and same.count >= ${MIN_SIMILARITY}::float8 * (${all}) and ${isPublic}
    order by same.count::float8 / (${all}) desc, w.word limit ${MAX_ALIKE}::integer)`;
}

function termList(at: number, list: Sql): Sql {
  return sql`(select ${list} from term where number = ${at}::integer)`;
}

/** A place counts more than all that the spelling may say. */
function scoreOf(at: number): Sql {
  const any = termList(at, sql`any_form`);
  const spelling = (column: Sql) => sql`case when ${column} && ${termList(at, sql`exact`)} then 2
    when ${column} && ${termList(at, sql`other`)} then 1 else 0 end`;
  return sql`case when p.title && ${any} then 6 + ${spelling(sql`p.title`)}
    when p.blurb && ${any} then 3 + ${spelling(sql`p.blurb`)} else ${spelling(sql`p.words`)} end`;
}

function filterSql({ included, excluded, anyOf, hiddenTags, userId }: RankFilter): Sql[] {
  const conditions = anyOf.map(
    ({ tags, userIds }) => sql`(p.tags && ${tags}::text[] or p.collaborators && ${userIds}::text[])`,
  );
  if (included.length > 0) conditions.push(sql`p.tags @> ${included}::text[]`);
  if (excluded.length > 0) conditions.push(sql`not p.tags && ${excluded}::text[]`);
  if (hiddenTags.length > 0) {
    const own = userId === undefined ? sql`false` : sql`${userId} = any(p.collaborators)`;
    conditions.push(sql`(not p.tags && ${hiddenTags}::text[] or ${own})`);
  }
  return conditions;
}
