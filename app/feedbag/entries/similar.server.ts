import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import type { EntryCard } from '../entry.ts';
import { getProject } from '../projects.server.ts';
import { COLUMNS, toEntry, listedEntries } from './entry-rows.server.ts';
import type { EntryColumns } from './entry-rows.server.ts';
import { showCards } from './find-entries.server.ts';
import { TITLE_MARK, findWordForms } from './word-forms.server.ts';

/** Of one list of candidates. */
const CANDIDATES = 25;
const SHOWN = 5;

/** With all words of the text, and where these are few, all but one; merged ones lead on. @throws Problem 404 */
export async function findSimilar(current: Current, projectId: string, text: string): Promise<EntryCard[]> {
  await getProject(current, projectId);
  const forms = (await findWordForms(current, projectId, text)).map((one) => one.map((form) => TITLE_MARK + form));
  if (forms.length === 0) return [];
  const without = forms.length < 2 ? [] : forms.map((_, at) => forms.toSpliced(at, 1));
  const lists = [forms, ...without].map((wanted) => candidates(current, projectId, wanted));
  const rows = await current.db.query<EntryColumns & { words: string[] }>(sql`
    select distinct on (e.subject_id) ${COLUMNS}, e.words from (${sql.join(lists, ' union all ')}) e`);
  const scored = rows.map((row) => {
    const hits = forms.reduce((sum, one) => sum + computeLikeness(one, row.words), 0);
    const size = row.words.filter((word) => word.startsWith(TITLE_MARK)).length;
    return { entry: toEntry(row), score: hits - Math.abs(size - forms.length) / 20 + Math.min(row.votes, 50) / 500 };
  });
  const best = scored.toSorted((one, other) => other.score - one.score).slice(0, SHOWN);
  return showCards(
    current,
    best.map(({ entry }) => entry),
  );
}

function candidates({ actor }: Current, projectId: string, forms: readonly (readonly string[])[]): Sql {
  const words = forms.map((one) => sql`e.words && ${[...one]}::text[]`);
  return sql`(select e.* from ${listedEntries(actor, projectId)} e where ${sql.join(words, ' and ')}
    limit ${CANDIDATES}::integer)`;
}

/** The forms of a word come in the order of their likeness. */
function computeLikeness(forms: readonly string[], words: readonly string[]): number {
  const at = forms.findIndex((form) => words.includes(form));
  return at === -1 ? 0 : Math.max(0.5, 1 - at / 20);
}
