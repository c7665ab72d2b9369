import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { ErasureStep, MergedPair, PersonalData } from '#app/current/personal-data.server.ts';
import { toKeys } from '#app/deletions/keys.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { isColumnMove, listMoves, moveColumn } from './columns.server.ts';

/** After so many rounds it ends, whoever still writes about the account that is gone. */
const MAX_ROUNDS = 5;
/** Milliseconds for one run, so that the next one of the clock begins when this has ended. */
const RUN_MS = 4 * 60_000;

type MergeRow = Row<'account_merges'>;

const COLUMNS = sql`merge_id, gone_user_id, kept_user_id, begun_at, round, step, place, changed`;

/**
 * Goes on with all that are under way, step by step; each step is committed, so whatever stops it, the next run goes on. One that
 * fails keeps no other waiting. @returns how many are over
 */
export async function mergeDue(system: Current, data: readonly PersonalData[]): Promise<number> {
  const current = withHeavyPool(system);
  const end = Date.now() + RUN_MS;
  const tried: string[] = [];
  const failures: unknown[] = [];
  let done = 0;
  for (;;) {
    const [found] = await current.db.query<MergeRow>(sql`select ${COLUMNS} from account_merges
      where merge_id <> all(${tried}::uuid[]) order by begun_at, merge_id limit 1`);
    if (found === undefined || current.closing.aborted || Date.now() > end) break;
    tried.push(found.merge_id);
    try {
      if (await merge(current, data, found, end)) done += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'accounts could not be merged');
  return done;
}

/** @returns whether nothing is left */
async function merge(current: Current, data: readonly PersonalData[], found: MergeRow, end: number): Promise<boolean> {
  const pair = toPair(data, { goneId: found.gone_user_id, keptId: found.kept_user_id, at: found.begun_at });
  const steps = listMergeSteps(data);
  let row: MergeRow | undefined = found;
  while (row !== undefined && !current.closing.aborted && Date.now() < end) {
    const at: number = row.step === null ? 0 : steps.findIndex(({ name }) => name === row?.step);
    const step: MergeStep | undefined = steps[Math.max(0, at)];
    if (step === undefined) break;
    const { changed, next } = await step.run(current, pair, row.place ?? undefined);
    const sum = Number(row.changed) + changed;
    const following = next === undefined ? steps[steps.indexOf(step) + 1] : step;
    if (following !== undefined)
      row = await saveProgress(current, row, {
        round: row.round,
        step: following.name,
        place: next ?? null,
        changed: sum,
      });
    else if (sum === 0 || row.round >= MAX_ROUNDS) return finish(current, row);
    else row = await saveProgress(current, row, { round: row.round + 1, step: null, place: null, changed: 0 });
  }
  return false;
}

export function toPair(data: readonly PersonalData[], ids: Omit<MergedPair, 'keys'>): MergedPair {
  const person = { userId: ids.goneId, emails: [] };
  return { ...ids, keys: toKeys(data, { person, names: [], standIn: ids.keptId }) };
}

interface MergeStep {
  readonly name: string;
  readonly run: (current: Current, pair: MergedPair, place: string | undefined) => Promise<ErasureStep>;
}

/** What nouns do themselves comes first. */
export function listMergeSteps(data: readonly PersonalData[]): MergeStep[] {
  const columns = [...listMoves(data)].flatMap(([column, move]): MergeStep[] =>
    isColumnMove(move)
      ? [{ name: column, run: (current, pair, place) => moveColumn(current, column, move, pair, place) }]
      : [],
  );
  return [...data.flatMap(({ mergers = [] }) => mergers), ...columns];
}

/** Where it goes on after the last step. @returns undefined when another process is further */
async function saveProgress(
  { db }: Current,
  before: MergeRow,
  after: Pick<MergeRow, 'round' | 'step' | 'place'> & { readonly changed: number },
): Promise<MergeRow | undefined> {
  const [row] = await db.query<MergeRow>(sql`update account_merges
    set round = ${after.round}, step = ${after.step}, place = ${after.place}, changed = ${after.changed}
    where merge_id = ${before.merge_id} and round = ${before.round}
      and step is not distinct from ${before.step}::text and place is not distinct from ${before.place}::text
    returning ${COLUMNS}`);
  return row;
}

async function finish(current: Current, row: MergeRow): Promise<boolean> {
  await current.db.query(sql`delete from account_merges where merge_id = ${row.merge_id}`);
  current.log.info({ merge: row.merge_id }, 'two accounts are one');
  return true;
}
