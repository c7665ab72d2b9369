import * as z from 'zod/mini';

import type { Transition } from '#app/audit/state-machine.ts';

import { Tags, UserId } from '../item.ts';
import { StatName } from '../stats/stats.ts';

/** Items of one act; what is found beyond that is for another one. */
export const MAX_BULK_ITEMS = 100_000;
/** Of a file that a form sends; larger ones go through the call, which streams them. */
export const MAX_IMPORT_BYTES = 16 * 1024 * 1024;
/** That are named one by one. */
export const MAX_CHOSEN = 1000;
const MAX_NAMES = 64;

const SOMETHING = 'something to add or to remove';
const People = z.array(UserId).check(z.maxLength(MAX_NAMES));
const lists = <Members extends z.ZodMiniType>(members: Members) => ({ add: members, remove: members });
const hasMembers = ({ add, remove }: { add: readonly string[]; remove: readonly string[] }) =>
  add.length + remove.length > 0;

/** What is done to each of the items. */
export const BulkDeed = z.discriminatedUnion('kind', [
  z
    .object({ kind: z.literal('tags'), ...lists(Tags) })
    .check(z.refine(hasMembers, { error: SOMETHING, path: ['add'] })),
  z
    .object({ kind: z.literal('collaborators'), ...lists(People) })
    .check(z.refine(hasMembers, { error: SOMETHING, path: ['add'] })),
  z.object({
    kind: z.literal('stats'),
    set: z
      .record(StatName, z.number())
      .check(z.refine((set) => Object.keys(set).length > 0 && Object.keys(set).length <= MAX_NAMES, '1 to 64 stats')),
  }),
  z.object({ kind: z.literal('delete') }),
  z.object({ kind: z.literal('restore') }),
  z.object({ kind: z.literal('export') }),
]);
export type BulkDeed = z.output<typeof BulkDeed>;

/** A transfer of a crate, lines of JSON without bodies, or a spreadsheet: as an export writes them. */
export type ImportFormat = 'transfer' | 'lines' | 'csv';

/** Items come from a file. */
export interface ImportDeed {
  readonly kind: 'import';
  /** As it is called where it comes from. */
  readonly file: string;
  readonly format: ImportFormat;
  /** That wait at the preview: items that are not there yet, and such that are. */
  readonly toCreate: number;
  readonly toChange: number;
}

export type ActDeed = BulkDeed | ImportDeed;
export type BulkKind = ActDeed['kind'];

interface ListChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** What came of an item: it was written, needed nothing, or was left, and why. */
export const OUTCOMES = [
  'changed',
  'unchanged',
  'changedMeanwhile',
  'gone',
  'forbidden',
  'tagProtected',
  'full',
  'quota',
  'nameTaken',
  'notKept',
  'refused',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type BulkCounts = Readonly<Partial<Record<Outcome | 'waiting', number>>>;

export type BulkState = 'collecting' | 'previewed' | 'running' | 'stopped' | 'done' | 'undoing' | 'undone';

export const TRANSITIONS = {
  preview: { from: ['collecting'], to: 'previewed' },
  run: { from: ['previewed', 'stopped'], to: 'running' },
  stop: { from: ['running'], to: 'stopped' },
  finish: { from: ['running'], to: 'done' },
  undo: { from: ['done', 'stopped'], to: 'undoing' },
  stopUndo: { from: ['undoing'], to: 'stopped' },
  finishUndo: { from: ['undoing'], to: 'undone' },
} as const satisfies Record<string, Transition<BulkState>>;
export type BulkTransition = keyof typeof TRANSITIONS;

export interface BulkAct {
  readonly crateId: string;
  readonly bulkId: string;
  readonly state: BulkState;
  readonly deed: ActDeed;
  /** As in an address; null where the items were chosen one by one. */
  readonly search: string | null;
  /** More was found than one act takes. */
  readonly isCut: boolean;
  readonly counts: BulkCounts;
  readonly undoCounts: BulkCounts;
  /** How many of the changed ones were not there before. */
  readonly created: number;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly userId: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}

export interface BulkRow {
  readonly itemId: string;
  /** Null where it was not there at the preview. */
  readonly rev: number | null;
  /** Null while it waits. */
  readonly outcome: Outcome | null;
  readonly writtenRev: number | null;
  readonly undo: Outcome | null;
  /** Of a file. */
  readonly line: number | null;
  /** In words, where a line is refused. */
  readonly reason: string | null;
}

export const ROW_LISTS = ['skipped', 'kept', 'all'] as const;
/** Items that were left, those that an undo left, or all. */
export type RowList = (typeof ROW_LISTS)[number];

/** An item as it is and as it would be. */
export interface BulkSample {
  readonly itemId: string;
  readonly name: string | null;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export function countAll(counts: BulkCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

export function countSkipped(counts: BulkCounts): number {
  const { waiting = 0, changed = 0, unchanged = 0 } = counts;
  return countAll(counts) - waiting - changed - unchanged;
}

/** The list with some taken out and others put at its end. */
export function changeList(list: readonly string[], { add, remove }: ListChange): string[] {
  const kept = list.filter((member) => !remove.includes(member));
  return [...kept, ...add.filter((member) => !kept.includes(member) && !remove.includes(member))];
}

/** The owner stays: to take an item from somebody is a deed of its own. */
export function changePeople([owner = '', ...others]: readonly string[], { add, remove }: ListChange): string[] {
  return [owner, ...changeList(others, { add: add.filter((userId) => userId !== owner), remove })];
}
