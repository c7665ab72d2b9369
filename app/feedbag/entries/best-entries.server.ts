import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import type { WordForms } from '#lib/text-search/word-forms.server.ts';

import type { FeedbackEntryRow } from '../entry.ts';
import { COLUMNS, listedEntries, toEntry } from './entry-rows.server.ts';
import type { EntryColumns } from './entry-rows.server.ts';
import { inTitle, inWords } from './word-forms.server.ts';

/** Of one list of candidates, those that most players vote for. */
const CANDIDATES = 50;
/** What a word counts where it is found. */
const [IN_TITLE, IN_TEXT] = [6, 1];

interface BestSearch {
  readonly forms: readonly WordForms[];
  /** Of each entry `e`. */
  readonly conditions?: readonly Sql[];
  /** What it has to count for each word, on average. */
  readonly leastScore: number;
  readonly limit: number;
}

/**
 * Those that have half of the words or more, the best first: of those that have all of them, all but one, or one in their
 * title.
 */
export async function findBestEntries(
  { db, actor }: Current,
  projectId: string,
  { forms, conditions = [], leastScore, limit }: BestSearch,
): Promise<FeedbackEntryRow[]> {
  if (forms.length === 0) return [];
  const everywhere = forms.map(inWords);
  const allButOne = forms.length < 3 ? [] : everywhere.map((_, at) => everywhere.toSpliced(at, 1));
  const titled = forms.map((one) => [inTitle(one)]);
  const lists = [everywhere, ...allButOne, ...titled].map(
    (
      words,
    ) => sql`(select e.* from ${listedEntries(actor, projectId)} e where ${sql.join([...words, ...conditions], ' and ')}
      order by e.votes desc, e.subject_id desc limit ${CANDIDATES}::integer)`,
  );
  const points = forms.map(
    (one) =>
      sql`case when ${inTitle(one)} then ${IN_TITLE}::integer when ${inWords(one)} then ${IN_TEXT}::integer else 0 end`,
  );
  const rows = await db.query<EntryColumns>(sql`
    select ${COLUMNS} from (select distinct on (e.subject_id) e.* from (${sql.join(lists, ' union all ')}) e) e
      cross join lateral (select sum(one) as score, count(*) filter (where one > 0) as found
        from unnest(array[${sql.join(points, ', ')}]) one) met
    where met.found >= ${Math.ceil(forms.length / 2)}::integer and met.score >= ${leastScore * forms.length}::float8
    order by met.score desc, e.votes desc, e.subject_id desc limit ${limit}::integer`);
  return rows.map(toEntry);
}
