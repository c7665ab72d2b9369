import { findLeavingNames, finishLeaving, isStillLeaving } from '#app/accounts/leaving.server.ts';
import { findMergedIds } from '#app/accounts/merged-ids.server.ts';
import { findUsedNames } from '#app/aliases/erasure.server.ts';
import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { ErasedPerson, ErasureStep, Fate, PersonalData } from '#app/current/personal-data.server.ts';
import { isSqlState } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { eraseColumn, isColumnFate } from './columns.server.ts';
import { LIST_DAYS } from './deletion.ts';
import { listForms, toKeys } from './keys.server.ts';
import { DELETION_COLUMNS, findDueDeletion, saveProgress } from './progress.server.ts';
import type { DeletionRow } from './progress.server.ts';

/** After so many rounds it ends, whoever still writes about them. */
const MAX_ROUNDS = 5;
/** Milliseconds for one run, so that the next one of the clock begins when this has ended. */
const RUN_MS = 4 * 60_000;

/**
 * Goes on with all that are due, step by step; each step is committed, so whatever stops it, the next run goes on. One that
 * fails keeps no other waiting. @returns how many people are gone
 */
export async function eraseDue(system: Current, data: readonly PersonalData[]): Promise<number> {
  const current = withHeavyPool(system);
  const end = Date.now() + RUN_MS;
  const tried: string[] = [];
  const failures: unknown[] = [];
  let gone = 0;
  for (;;) {
    const found = await findDueDeletion(current, tried);
    if (found === undefined || current.closing.aborted || Date.now() > end) break;
    tried.push(found.deletion_id);
    try {
      if (await erase(current, data, found, end)) gone += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'people could not be deleted');
  return gone;
}

/** @returns whether nothing is left */
async function erase(
  current: Current,
  data: readonly PersonalData[],
  found: DeletionRow,
  end: number,
): Promise<boolean> {
  let row: DeletionRow | undefined = found.begun_at === null ? await begin(current, found) : found;
  if (row === undefined) return false;
  const person = toErasedPerson(data, row);
  const steps = listSteps(data);
  while (row !== undefined && !current.closing.aborted && Date.now() < end) {
    const at: number = row.step === null ? 0 : steps.findIndex(({ name }) => name === row?.step);
    const step: NamedStep | undefined = steps[Math.max(0, at)];
    if (step === undefined) break;
    const { changed, next } = await step.run(current, person, row.place ?? undefined);
    const sum = Number(row.changed) + changed;
    const following = next === undefined ? steps[steps.indexOf(step) + 1] : step;
    if (following === undefined) {
      if (sum === 0 || row.round >= MAX_ROUNDS) {
        if (await finish(current, data, row)) return true;
        // Something of theirs came after its step, such as a sign-in that was under way.
        await saveProgress(current, row, { round: row.round, step: null, place: null, changed: 0 });
        return false;
      }
      row = await saveProgress(current, row, { round: row.round + 1, step: null, place: null, changed: 0 });
    } else {
      const { round } = row;
      row = await saveProgress(current, row, { round, step: following.name, place: next ?? null, changed: sum });
    }
  }
  return false;
}

/** From here on nobody takes it back: what they are called and where they have their mail is noted before it goes. */
function begin(current: Current, { deletion_id: id, user_id: userId }: DeletionRow): Promise<DeletionRow | undefined> {
  return inTransaction(current, async (current) => {
    const [row] = await current.db.query<DeletionRow>(sql`update account_deletions set begun_at = ${current.now()}
      where deletion_id = ${id} and begun_at is null returning ${DELETION_COLUMNS}`);
    if (row === undefined || userId === null) return row;
    if (!(await isStillLeaving(current, userId))) {
      await current.db.query(sql`delete from account_deletions where deletion_id = ${id}`);
      return undefined;
    }
    const { keys, addresses } = await findLeavingNames(current, userId);
    const codes = await findMergedIds(current, userId);
    const names = [...addresses, ...codes, ...(await findUsedNames(current, userId))];
    const [named] = await current.db.query<DeletionRow>(sql`update account_deletions
      set emails = ${keys}, names = ${names} where deletion_id = ${id} returning ${DELETION_COLUMNS}`);
    return named;
  });
}

function toErasedPerson(data: readonly PersonalData[], row: DeletionRow): ErasedPerson {
  const { emails, names, stand_in: standIn, begun_at: begunAt, asked_at: askedAt } = row;
  const userId = row.user_id;
  const items = data.flatMap(({ keptItems = [] }) => keptItems);
  return {
    userId,
    emails,
    names,
    standIn,
    keys: toKeys(data, { person: { userId, emails }, names, standIn }),
    keptItems: items.filter(({ choice }) => row.kept.includes(choice)),
    goneItems: items.filter(({ choice }) => !row.kept.includes(choice)),
    at: begunAt ?? askedAt,
  };
}

interface NamedStep {
  readonly name: string;
  readonly run: (current: Current, person: ErasedPerson, place: string | undefined) => Promise<ErasureStep>;
}

function listSteps(data: readonly PersonalData[]): NamedStep[] {
  const fates = data.flatMap((noun) => Object.entries<Fate>(noun.fates ?? {}));
  const columns = fates.flatMap(([column, fate]): NamedStep[] =>
    isColumnFate(fate)
      ? [{ name: column, run: (current, person, place) => eraseColumn(current, column, fate, person, place) }]
      : [],
  );
  return [...data.flatMap(({ erasures = [] }) => erasures), ...columns];
}

/** The account itself, and the deletion: what is left is a line of the list. @returns false when a row of theirs stands in the way */
async function finish(current: Current, data: readonly PersonalData[], row: DeletionRow): Promise<boolean> {
  const { deletion_id: id, user_id: userId, emails, kept, stand_in: standIn } = row;
  const isDone = await inTransaction(current, async (current) => {
    if (userId !== null) await finishLeaving(current, userId);
    const keys = listForms(data, { userId: null, emails }).filter((form) => !form.includes('@'));
    await current.db.query(sql`insert into past_deletions (deletion_id, user_id, keys, kept, stand_in, deleted_at)
      values (${id}, ${userId}, ${keys}, ${kept}, ${standIn}, ${current.now()}) on conflict (deletion_id) do nothing`);
    await current.db.query(sql`delete from account_deletions where deletion_id = ${id}`);
    return true;
  }).catch((error: unknown) => {
    if (!isSqlState(error, '23503')) throw error;
    return false;
  });
  if (isDone) current.log.info({ deletion: id }, 'somebody is deleted');
  return isDone;
}

/** What outlives the oldest backup is of no use. A job's: needs no role. */
export async function sweepPast({ db, now }: Current): Promise<void> {
  const before = new Date(now().getTime() - LIST_DAYS * 86_400_000);
  await db.query(sql`delete from past_deletions where deleted_at < ${before}`);
}
