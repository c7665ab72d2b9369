import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { readSearchTerms } from '#lib/text-search/search-terms.ts';
import type { SearchTerm } from '#lib/text-search/search-terms.ts';
import { listTypingErrors } from '#lib/text-search/typing-errors.ts';

/** Of one word or name. */
const MAX_FOUND = 200;

/** As the words of names are cut. */
export function readNameTerms(text: string): SearchTerm[] {
  return readSearchTerms(text.replaceAll(/[.,]/g, ' '));
}

/**
 * Whose names in a context have all of the words, whole or as a beginning, else with typing errors, else the most of them. Only
 * names that everybody sees are looked at. @returns at most 200 user ids
 */
export async function findUsersByName(current: Current, context: string, name: string): Promise<string[]> {
  const terms = readNameTerms(name);
  if (terms.length === 0) return [];
  for (const forms of [terms.map(listForms), terms.map(listMeant)]) {
    const found = await findUsersOfAll(current, context, terms, forms);
    if (found.length > 0) return found;
  }
  const lists = terms.length === 1 ? [] : await findUsersByWords(current, context, terms);
  const counts = Map.groupBy(lists.flat(), (userId) => userId);
  const most = Math.max(...[...counts.values()].map((one) => one.length));
  return [...counts].flatMap(([userId, one]) => (one.length === most ? [userId] : [])).slice(0, MAX_FOUND);
}

/** For each word at most 200 users with it in their names. */
export async function findUsersByWords(
  current: Current,
  context: string,
  terms: readonly SearchTerm[],
): Promise<string[][]> {
  const typed = await findUsersByForms(current, context, terms, listForms);
  const meant = await findUsersByForms(
    current,
    context,
    terms.filter((_, at) => typed[at]?.length === 0),
    listMeant,
  );
  return typed.map((userIds) => (userIds.length === 0 ? (meant.shift() ?? []) : userIds));
}

async function findUsersByForms(
  current: Current,
  context: string,
  terms: readonly SearchTerm[],
  list: (term: SearchTerm) => string[],
): Promise<string[][]> {
  return Promise.all(terms.map((term) => findUsersOfAll(current, context, [term], [list(term)])));
}

/** Of several words, the rarest leads. */
async function findUsersOfAll(
  { db }: Current,
  context: string,
  terms: readonly SearchTerm[],
  forms: readonly (readonly string[])[],
): Promise<string[]> {
  const words = terms.map((term, at) => ({ alias: NAMES[at] ?? sql.empty, term, forms: forms[at] ?? [] }));
  const tables = words.map(({ alias }) => sql`alias_words ${alias}`);
  const conditions = words.map(
    ({ alias, term, forms: one }) => sql`${alias}.context = ${context} and ${alias}.user_id = w0.user_id
      and (${alias}.word = any(${[...one]}::text[]) or ${between(alias, term)})`,
  );
  const rows = await db.query<Pick<Row<'alias_words'>, 'user_id'>>(sql`
    select w0.user_id from ${sql.join(tables, ', ')} where ${sql.join(conditions, ' and ')}
    group by w0.user_id order by bool_or(w0.word = ${terms[0]?.plain ?? ''}) desc, w0.user_id limit ${MAX_FOUND}::integer`);
  return rows.map((row) => row.user_id);
}

const NAMES = [sql`w0`, sql`w1`, sql`w2`, sql`w3`, sql`w4`, sql`w5`, sql`w6`, sql`w7`];

/** A beginning of one letter would be that of too many. */
function between(alias: Sql, { plain }: SearchTerm): Sql {
  return plain.length < 2 ? sql`false` : sql`${alias}.word between ${plain} and ${`${plain}\u{10ffff}`}`;
}

function listForms({ exact, plain, joined }: SearchTerm): string[] {
  return [...new Set([exact, plain, ...joined])];
}

function listMeant(term: SearchTerm): string[] {
  return [...listForms(term), ...listTypingErrors(term.plain)];
}
