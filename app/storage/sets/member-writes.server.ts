import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Columns } from '#database/rows.ts';
import { Batcher } from '#lib/batcher.ts';
import { isSqlState, retryAfterDeadlock } from '#lib/database/database.server.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import type { Crate } from '../crates/crate.ts';
import { forgetCrate } from '../crates/crates.server.ts';
import type { SetRule } from '../crates/policy.ts';
import { noCrate } from '../problems.ts';
import { writeOwnStats } from '../stats/own-stats.server.ts';
import type { BatchEntry } from '../stats/stats.ts';
import { setFull } from './problems.ts';
import { maxSizeFor } from './set.ts';
import { addMembersSql, removeMembersSql } from './statements.server.ts';
import type { ChangedMemberRow, MemberRow } from './statements.server.ts';

export interface MemberChange {
  readonly current: Current;
  readonly crate: Crate;
  readonly rule: SetRule;
  readonly set: string;
  readonly owner: string;
  readonly members: readonly string[];
  /** For the members that were really added or removed. */
  readonly stats?: ((members: string[]) => BatchEntry[]) | undefined;
}

const MAX_BATCH_SIZE = 64;
type Members = string[];
type MembersOfEach = (Members | Promise<Members>)[];
const createAdditions = () => new Batcher<MemberChange, Members>(addTogether, MAX_BATCH_SIZE);
const createRemovals = () => new Batcher<MemberChange, Members>(removeTogether, MAX_BATCH_SIZE);

/**
 * Concurrent changes of a crate share one transaction, because the count of a member whom all add at once, and the stats of
 * its item, can be committed only so often.
 * @returns the members that were added  @throws Problem 404, 400 for stats that break their limits, 507
 */
export function writeAdditions(change: MemberChange): Promise<Members> {
  return change.current.db.state.get(createAdditions).run(toBatchKey(change), change);
}

/** The same for removing. */
export function writeRemovals(change: MemberChange): Promise<Members> {
  return change.current.db.state.get(createRemovals).run(toBatchKey(change), change);
}

function toBatchKey({ crate }: MemberChange): string {
  return `${crate.crateId} ${crate.updatedAt}`;
}

type Statement = typeof addMembersSql;

function addTogether(changes: MemberChange[]): Promise<MembersOfEach> {
  return writeTogether(changes, addMembersSql);
}

function removeTogether(changes: MemberChange[]): Promise<MembersOfEach> {
  return writeTogether(changes, removeMembersSql);
}

async function writeTogether(changes: readonly MemberChange[], statement: Statement): Promise<MembersOfEach> {
  try {
    return await writeOnce(changes, statement);
  } catch (error) {
    // What is inside of a larger transaction is undone with that alone.
    const isFinal = changes.length === 1 || changes.some(({ current }) => current.db.isTransaction);
    if (isFinal) throw error instanceof SetsFull ? new Problem(setFull, error.details) : error;
    if (error instanceof SetsFull) return writeFullLast(changes, statement, error);
    // One of them is refused or takes too long, and nothing is written. Alone, each finds out whether it was the cause.
    if (error instanceof Problem || isSqlState(error, '57014', '55P03')) return writeEach(changes, statement);
    throw error;
  }
}

function writeEach(changes: readonly MemberChange[], statement: Statement): Promise<Members>[] {
  return changes.map(async (change) => {
    const [members = []] = await writeTogether([change], statement);
    return members;
  });
}

/** Those of a full set come one after the other, so that what has room is added; the others stay together. */
async function writeFullLast(
  changes: readonly MemberChange[],
  statement: Statement,
  full: SetsFull,
): Promise<MembersOfEach> {
  const isFull = (change: MemberChange) => full.keys.has(toKey(change.set, change.owner));
  const others = changes.filter((change) => !isFull(change));
  const written = new Map<MemberChange, Members | Promise<Members>>();
  const results = others.length === 0 ? [] : await writeTogether(others, statement);
  for (const [at, change] of others.entries()) written.set(change, results[at] ?? []);
  let before: Promise<unknown> = Promise.resolve();
  for (const change of changes.filter(isFull)) {
    const mine = before.then(async () => (await writeEach([change], statement)[0]) ?? []);
    before = mine.catch(() => undefined);
    written.set(change, mine);
  }
  return changes.map((change) => written.get(change) ?? []);
}

/** More than one place: what the batch as a whole would put beyond the limit. */
class SetsFull extends Error {
  readonly keys: ReadonlySet<string>;
  readonly details: { members: Record<string, number> };

  constructor(rows: readonly ChangedMemberRow[], maxSize: number) {
    super('a set is full');
    this.keys = new Set(rows.map(({ set_name: set, owner }) => toKey(set, owner)));
    this.details = { members: { maxSize } };
  }
}

function writeOnce(changes: readonly MemberChange[], statement: Statement): Promise<Members[]> {
  const [first] = changes;
  if (first === undefined) return Promise.resolve([]);
  const work = async (current: Current) => {
    const rows = await current.db.query<ChangedMemberRow | NoMemberRow>(
      statement(first.crate.crateId, toRows(changes), current.now()),
    );
    if (rows.length === 0) {
      forgetCrate(current, first.crate.crateId);
      throw new Problem(noCrate);
    }
    const changed = rows.filter((row) => row.member !== null);
    if (statement === addMembersSql) requireRoom(changes, changed);
    const shares = assignMembers(changes, changed);
    await writeOwnStats(
      current,
      first.crate,
      changes.map((change, at) => ({
        current: change.current,
        entries: toEntries(change, shares[at] ?? [], statement === addMembersSql ? 1 : -1),
      })),
    );
    return shares;
  };
  return retryAfterDeadlock(first.current.db, () => inTransaction(first.current, work));
}

type NoMemberRow = Columns<'set_members', { readonly member: null }>;

/** What several want is wanted once. */
function toRows(changes: readonly MemberChange[]): MemberRow[] {
  const rows = new Map<string, MemberRow>();
  for (const { current, rule, set, owner, members } of changes) {
    const createdAt = current.now();
    const userId = current.actor.userId ?? null;
    const keepsHistory = rule.keepHistory === true;
    for (const member of members) {
      const key = `${toKey(set, owner)}\n${member}`;
      const ids = { entryId: uuidv7(createdAt.getTime()), changeId: uuidv7(createdAt.getTime()) };
      if (!rows.has(key)) rows.set(key, { set, owner, member, ...ids, createdAt, userId, keepsHistory });
    }
  }
  return [...rows.values()];
}

function requireRoom(changes: readonly MemberChange[], added: readonly ChangedMemberRow[]): void {
  const limits = new Map(changes.map(({ set, rule }) => [set, maxSizeFor(rule)]));
  const over = added.filter(({ set_name: set, size }) => Number(size) > (limits.get(set) ?? 0));
  const [first] = over;
  if (first !== undefined) throw new SetsFull(over, limits.get(first.set_name) ?? 0);
}

/** Where several wanted the same, the first has done it. */
function assignMembers(changes: readonly MemberChange[], changed: readonly ChangedMemberRow[]): Members[] {
  const left = new Set(changed.map(({ set_name: set, owner, member }) => `${toKey(set, owner)}\n${member}`));
  return changes.map(({ set, owner, members }) =>
    members.filter((member) => left.delete(`${toKey(set, owner)}\n${member}`)),
  );
}

function toEntries({ rule, owner, stats }: MemberChange, members: Members, step: 1 | -1): BatchEntry[] {
  if (members.length === 0) return [];
  return [...countEntries(rule, owner, members, step), ...(stats?.(members) ?? [])];
}

/** No id holds a line break. */
function toKey(set: string, owner: string): string {
  return `${set}\n${owner}`;
}

/** By the rule of the set, whoever changes it. */
export function countEntries({ counts = {} }: SetRule, owner: string, members: Members, step: 1 | -1): BatchEntry[] {
  const { owner: ofOwner, member: ofMember } = counts;
  return [
    ...(ofOwner === undefined ? [] : [{ name: owner, changeStats: { [ofOwner]: step * members.length } }]),
    ...(ofMember === undefined ? [] : members.map((name) => ({ name, changeStats: { [ofMember]: step } }))),
  ];
}
