import type { Operation } from './history.ts';

/** What is known of the item at one revision. */
export interface TimelineStep {
  rev: number;
  /** The first and last moment at which it can have been made. */
  began: number;
  ended: number;
  /** The bodies and tags that it can have; more than one after a write that was never answered. */
  bodies: string[];
  tags: string[];
  isGone: boolean;
  /** The write, unless it was one of those that were never answered. */
  write: Operation | undefined;
}

/** The steps of one item, as the answers tell them. */
export interface ItemTimeline {
  item: string;
  steps: Map<number, TimelineStep>;
  /** The highest revision that anyone was told, before it was gone. */
  last: number;
  /** Writes that were never answered: whether they happened is not known. */
  unanswered: Operation[];
  violations: string[];
}

/**
 * Puts the writes of an item in the order of their revisions. Each has its own, and none is left out.
 * @param given the highest revision that a follower was given
 */
export function timelineOf(item: string, operations: Operation[], given: number): ItemTimeline {
  const life: ItemTimeline = { item, steps: new Map(), last: 0, unanswered: [], violations: [] };
  life.unanswered = operations.filter(({ input, result }) => result.kind === 'nothing' && input.kind !== 'read');
  const writes = operations.filter(({ result }) => result.kind === 'written').toSorted((a, b) => revOf(a) - revOf(b));
  life.last = operations.reduce((last, operation) => Math.max(last, ...knownRevs(operation)), given);
  const [first] = writes;
  if (first?.input.kind !== 'create') life.violations.push(`${item}: its first write is no creation`);
  const byRev = Map.groupBy(writes, revOf);
  // A revision from nowhere can be far away.
  const end = Math.min(life.last, revOf(first) + operations.length);
  for (let rev = revOf(first); rev <= end; rev += 1) addStep(life, rev, byRev.get(rev) ?? []);
  addEnd(life, operations);
  return life;
}

function knownRevs({ input, result }: Operation): number[] {
  const ifMatch = 'ifMatch' in input ? input.ifMatch : undefined;
  return [...('rev' in result ? [result.rev] : []), ...(ifMatch === undefined ? [] : [ifMatch])];
}

function revOf(write: Operation | undefined): number {
  return write !== undefined && 'rev' in write.result ? write.result.rev : 0;
}

function addStep(life: ItemTimeline, rev: number, [write, ...others]: Operation[]): void {
  const before = life.steps.get(rev - 1);
  for (const other of others)
    life.violations.push(`${life.item}: ${nameOf(write)} and ${nameOf(other)} are both at ${rev}`);
  if (write === undefined) return addUnanswered(life, rev, before);
  const { input, began, ended } = write;
  const mark = 'mark' in input ? [input.mark] : [];
  const bodies = input.kind === 'tag' ? (before?.bodies ?? []) : mark;
  life.steps.set(rev, { rev, began, ended, bodies, tags: mark, isGone: false, write });
}

/** Somebody's write that was never answered; each explains one revision. */
function addUnanswered(life: ItemTimeline, rev: number, before: TimelineStep | undefined): void {
  const { item, steps, unanswered, violations } = life;
  const replaced = unanswered.filter(({ input }) => input.kind === 'replace');
  const written = unanswered.filter(({ input }) => input.kind !== 'remove');
  const explained = [...steps.values()].filter(({ write }) => write === undefined).length;
  if (explained >= written.length) violations.push(`${item}: nobody wrote its revision ${rev}`);
  const bodies = [...(before?.bodies ?? []), ...replaced.flatMap(markOf)];
  const began = firstBeginning(written);
  steps.set(rev, {
    rev,
    began,
    ended: Infinity,
    bodies,
    tags: written.flatMap(markOf),
    isGone: false,
    write: undefined,
  });
}

function addEnd({ item, steps, last, unanswered, violations }: ItemTimeline, operations: Operation[]): void {
  const [removal, ...others] = operations.filter(({ result }) => result.kind === 'removed');
  for (const other of others) violations.push(`${item}: ${nameOf(removal)} and ${nameOf(other)} both removed it`);
  const tried = unanswered.filter(({ input }) => input.kind === 'remove');
  if (removal === undefined && tried.length === 0) return;
  const { began, ended } = removal ?? { began: firstBeginning(tried), ended: Infinity };
  steps.set(last + 1, { rev: last + 1, began, ended, bodies: [], tags: [], isGone: true, write: removal });
}

function markOf({ input }: Operation): string[] {
  return 'mark' in input ? [input.mark] : [];
}

function firstBeginning(operations: Operation[]): number {
  return operations.reduce((first, { began }) => Math.min(first, began), Infinity);
}

/** Whose it was and when, for people. */
export function nameOf(operation: Operation | undefined): string {
  if (operation === undefined) return 'a write without an answer';
  const { client, input, began, ended } = operation;
  const condition = 'ifMatch' in input && input.ifMatch !== undefined ? ` under ${input.ifMatch}` : '';
  return `${input.kind}${condition} of client ${client} (${began.toFixed(3)} to ${ended.toFixed(3)})`;
}
