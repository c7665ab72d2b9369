import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { maskSecrets } from '#app/threads/masking.ts';
import { findWords } from '#app/threads/messages.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { indexWords } from '#lib/text-search/index-words.ts';
import { readSearchText } from '#lib/text-search/search-terms.ts';
import { listTextQueries, meetsQuery } from '#lib/text-search/text-query.server.ts';

const INDEXED_MESSAGES = 200;
/** Characters of a message with its head, and of a whole thread. */
const [MAX_TEXT, MAX_THREAD] = [20_000, 200_000];
/** Bytes of words, of which PostgreSQL takes a million in one row: of a message with its head, and of a whole thread. */
const [MAX_BYTES, MAX_THREAD_BYTES] = [100_000, 500_000];

/** Of a new thread, for its column. */
export function searchOf(texts: readonly string[]): Sql {
  return toColumn(listTokens(texts, MAX_TEXT, MAX_BYTES));
}

/** With what a message adds; what goes beyond the most is not found. */
export function searchWith(body: string): Sql {
  return sql`case when messages < ${INDEXED_MESSAGES}::integer
      and pg_column_size(search || ''::tsvector) < ${MAX_THREAD_BYTES - MAX_BYTES}::integer
    then search || ${searchOf([body])} else search end`;
}

export async function indexAgain(current: Current, subjectId: string): Promise<void> {
  const { db } = current;
  const [row] = await db.query<Pick<Row<'contact_submissions'>, 'title' | 'facts' | 'email'>>(sql`
    select title, facts, email from contact_submissions where subject_id = ${subjectId} for update`);
  if (row === undefined) return;
  const head = [row.title, row.email ?? '', ...Object.values(row.facts as Record<string, string>)];
  const messages = await findWords(current, subjectId, INDEXED_MESSAGES);
  const search = toColumn(listTokens([...head, ...messages], MAX_THREAD, MAX_THREAD_BYTES));
  await db.query(sql`update contact_submissions
    set search = ${search}, title_search = ${searchOf([row.title])}, has_old_words = false where subject_id = ${subjectId}`);
}

function toColumn(tokens: readonly string[]): Sql {
  return sql`array_to_tsvector(${[...tokens]}::text[])`;
}

/** No phrase goes on from one text to the next. */
function listTokens(texts: readonly string[], mostText: number, mostBytes: number): string[] {
  const index = indexWords('');
  let [text, bytes] = [0, 0];
  for (const one of texts) {
    indexWords(maskSecrets(one.slice(0, Math.min(MAX_TEXT, mostText - text))).text, index);
    text += one.length;
    if (text >= mostText) break;
  }
  return [...index.tokens, ...index.sequence.neighbours].filter(
    (token) => (bytes += Buffer.byteLength(token)) <= mostBytes,
  );
}

const BATCH = 100;

/** A job's: looks once at the threads whose words were cut otherwise. It goes on where it was killed. */
export async function indexOldSubmissions(system: Current): Promise<void> {
  for (;;) {
    const rows = await system.db.query<Pick<Row<'contact_submissions'>, 'subject_id'>>(sql`
      select subject_id from contact_submissions where has_old_words order by subject_id limit ${BATCH}::integer`);
    for (const row of rows) await inTransaction(system, (current) => indexAgain(current, row.subject_id));
    if (rows.length < BATCH || system.closing.aborted) return;
  }
}

interface ThreadSearch {
  /** A condition on a thread `s`. */
  readonly anywhere: Sql;
  readonly inTitle: Sql;
}

/**
 * How staff's words are looked for, in the order in which that is tried. Addresses stand in a text as they are typed. Without words
 * there is none.
 */
export function listSearches(typed: string): ThreadSearch[] {
  const { terms, phrases, excluded } = readSearchText(typed.replaceAll(/[^\s"]{1,99}@[^\s"]{1,99}/g, '"$&"'));
  return listTextQueries({ terms, phrases, excluded }).map((query) => ({
    anywhere: meetsQuery(sql`s.search`, query),
    inTitle: meetsQuery(sql`s.title_search`, query),
  }));
}
