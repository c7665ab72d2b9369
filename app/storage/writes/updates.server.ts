import type { Current } from '#app/current/current.server.ts';
import { Batcher } from '#lib/batcher.ts';
import { retryAfterDeadlock, isSqlState, preparedByShape } from '#lib/database/database.server.ts';

import type { ItemRow } from '../rows.server.ts';

import { LARGE_BYTES } from './inserts.server.ts';
import type { UpdateStatement } from './update-statement.server.ts';

interface UpdateJob {
  current: Current;
  update: UpdateStatement;
}

type UpdatedRow = ItemRow | undefined;

const MAX_BATCH_SIZE = 24;
const createUpdates = () => new Batcher<UpdateJob, UpdatedRow>(updateTogether, MAX_BATCH_SIZE);

/**
 * Writes an update; undefined when its conditions were not met. Updates of several items that come at one time, with the
 * same rights and the same kind of change, are written in one statement and committed once. Throws what PostgreSQL says
 * to a taken name, a map too large, a full quota.
 * @param bytes of the body; large ones travel alone
 */
export function writeUpdate(current: Current, update: UpdateStatement, bytes: number): Promise<UpdatedRow> {
  const key = bytes > LARGE_BYTES ? update.itemId : `${update.text} ${JSON.stringify(update.shared)}`;
  return current.db.state.get(createUpdates).run(key, { current, update });
}

async function updateTogether(jobs: UpdateJob[]): Promise<(UpdatedRow | Promise<UpdatedRow>)[]> {
  const [first] = jobs;
  if (first === undefined || jobs.length === 1) return jobs.map(updateAlone);
  try {
    // In one order, so that statements with the same items wait for each other and never lock up.
    const updates = jobs.map(({ update }) => update).toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1));
    const rows = await runUpdates(first.current, updates);
    return jobs.map(({ update }) => rows.get(update.itemId));
  } catch (error) {
    // One of them is refused, and nothing is written. Alone, each finds out whether it was the one.
    if (isSqlState(error, '23505', '23514', 'QUOTA', '57014', '40P01')) return jobs.map(updateAlone);
    throw error;
  }
}

async function updateAlone({ current, update }: UpdateJob): Promise<UpdatedRow> {
  const rows = await retryAfterDeadlock(current.db, () => runUpdates(current, [update]));
  return rows.get(update.itemId);
}

async function runUpdates({ db }: Current, updates: UpdateStatement[]): Promise<Map<string, ItemRow>> {
  const [{ text, shared, own } = NOTHING] = updates;
  const columns = own.map((_, at) => updates.map((update) => update.own[at]));
  const rows = await db.query<ItemRow>(preparedByShape(text), [...shared, ...columns]);
  return new Map(rows.map((row) => [row.item_id, row]));
}

const NOTHING = { text: '', shared: [], own: [] };
