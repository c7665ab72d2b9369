import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { isStaff } from '#app/current/role.ts';
import { findWords } from '#app/threads/messages.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { indexWords } from '#lib/text-search/index-words.ts';
import type { IndexedWords } from '#lib/text-search/index-words.ts';
import { isTelling, readSearchTerms } from '#lib/text-search/search-terms.ts';
import { toTrigrams } from '#lib/text-search/trigrams.ts';
import * as lookup from '#lib/text-search/word-forms.server.ts';

import { listedEntries } from './entry-rows.server.ts';

/** Before a word of the title in the list of all words, so that one index finds these too. No word has it. */
const TITLE_MARK = '^';
/** Words of a text, after which they are not found. */
const MAX_WORDS = 1500;

type EntryText = Pick<Row<'feedbag_entries'>, 'title'> & { readonly body: string };

export function collectWords({ title, body }: EntryText): string[] {
  return [
    ...listTokens(indexAll({ title, body })),
    ...listTokens(indexWords(title)).map((token) => TITLE_MARK + token),
  ];
}

function indexAll({ title, body }: EntryText): IndexedWords {
  return indexWords(body, indexWords(title), MAX_WORDS);
}

function listTokens({ tokens, sequence }: IndexedWords): string[] {
  return [...tokens, ...sequence.neighbours];
}

/** Of a transaction: no word of it is swept before its entry is seen to have it. */
export async function saveWords({ db }: Current, projectId: string, text: EntryText): Promise<void> {
  // In their order, so that two writers wait for each other one way round.
  const words = [...indexAll(text).dictionary].toSorted(([one], [other]) => (one < other ? -1 : 1));
  await db.query(sql`select pg_advisory_xact_lock_shared(${WORDS_LOCK})`);
  await db.query(sql`insert into feedbag_words (project_id, word, plain, trigrams)
    select ${projectId}, one.word, one.plain, string_to_array(one.trigrams, '|')
    from unnest(${words.map(([word]) => word)}::text[], ${words.map(([, plain]) => plain)}::text[],
      ${words.map(([, plain]) => toTrigrams(plain).join('|'))}::text[]) one(word, plain, trigrams)
    on conflict (project_id, word) do nothing`);
}

const WORDS_LOCK = sql`hashtext('feedbag:words')`;
const SLICE = 500;

/** A job's: removes words that no entry has any more. */
export async function sweepWords(system: Current): Promise<void> {
  let last: Pick<Row<'feedbag_words'>, 'project_id' | 'word'> | undefined = { project_id: '', word: '' };
  while (last !== undefined && !system.closing.aborted) last = await sweepSlice(system, last);
}

function sweepSlice(system: Current, behind: Pick<Row<'feedbag_words'>, 'project_id' | 'word'>) {
  return inTransaction(system, async ({ db }) => {
    await db.query(sql`select pg_advisory_xact_lock(${WORDS_LOCK})`);
    const slice = await db.query<Pick<Row<'feedbag_words'>, 'project_id' | 'word'>>(sql`
      select project_id, word from feedbag_words where (project_id, word) > (${behind.project_id}, ${behind.word})
      order by project_id, word limit ${SLICE}::integer`);
    await db.query(sql`delete from feedbag_words w
      using unnest(${slice.map((row) => row.project_id)}::text[], ${slice.map(({ word }) => word)}::text[]) one(project_id, word)
      where (w.project_id, w.word) = (one.project_id, one.word) and not exists (
        select from feedbag_entries e where e.words @> array[w.word] and e.project_id = w.project_id)`);
    return slice.length < SLICE ? undefined : slice.at(-1);
  });
}

const BATCH = 100;

/** A job's: looks once at the entries whose words were kept before neighbors and other forms were. It goes on where it was killed. */
export async function indexOldEntries(system: Current): Promise<void> {
  for (;;) {
    const rows = await system.db.query<Pick<Row<'feedbag_entries'>, 'subject_id' | 'project_id' | 'title'>>(sql`
      select subject_id, project_id, title from feedbag_entries where has_old_words order by subject_id limit ${BATCH}::integer`);
    for (const row of rows) await indexAgain(system, row);
    if (rows.length < BATCH || system.closing.aborted) return;
  }
}

function indexAgain(
  system: Current,
  {
    subject_id: subjectId,
    project_id: projectId,
    title,
  }: Pick<Row<'feedbag_entries'>, 'subject_id' | 'project_id' | 'title'>,
): Promise<void> {
  return inTransaction(system, async (current) => {
    const [body = ''] = await findWords(current, subjectId, 1);
    await current.db
      .query(sql`update feedbag_entries set words = ${collectWords({ title, body })}::text[], has_old_words = false
      where subject_id = ${subjectId} and has_old_words`);
    await saveWords(current, projectId, { title, body });
  });
}

/**
 * What each word that says something may be in the index of a project, or for staff of several. What is written only where the actor may not read it is
 * as unknown as what nobody has written: otherwise its typing errors would tell of it.
 */
export async function findWordForms(
  { db, actor }: Pick<Current, 'db' | 'actor'>,
  projectId: string | readonly string[],
  text: string,
): Promise<lookup.WordForms[]> {
  const terms = readSearchTerms(text);
  const telling = terms.filter(isTelling);
  const isOf =
    typeof projectId === 'string'
      ? sql`w.project_id = ${projectId}`
      : sql`w.project_id = any(${[...projectId]}::text[])`;
  const find = (unread: readonly string[]) =>
    lookup.findWordForms(
      (statement) => db.query(statement),
      sql`feedbag_words w where ${isOf} and w.word <> all(${[...unread]}::text[])`,
      telling.length === 0 ? terms : telling,
    );
  const forms = await find([]);
  if (isStaff(actor.role) || forms.length === 0 || typeof projectId !== 'string') return forms;
  const found = await db.query<{ number: number }>(
    sql.join(
      forms.map(
        (one, number) => sql`select ${number}::integer as number
          where exists (select from ${listedEntries(actor, projectId)} e where ${inWords(one)})`,
      ),
      ' union all ',
    ),
  );
  const read = new Set(found.map(({ number }) => number));
  const unread = forms.flatMap(({ any }, number) => (read.has(number) ? [] : any));
  return unread.length === 0 ? forms : find(unread);
}

export function inWords({ any }: lookup.WordForms): Sql {
  return sql`e.words && ${[...any]}::text[]`;
}

export function inTitle({ any }: lookup.WordForms): Sql {
  return sql`e.words && ${any.map((form) => TITLE_MARK + form)}::text[]`;
}
