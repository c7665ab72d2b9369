import type { Outcome } from './bulk.ts';

/** A step that others have crossed, and that is taken again. */
export class StepConflict extends Error {}

export interface FrozenRow {
  readonly itemId: string;
  readonly rev: string | null;
  readonly stats: Readonly<Record<string, number | null>> | null;
  readonly writtenRev: string | null;
}

export interface RowOutcome {
  readonly itemId: string;
  readonly outcome: Outcome;
  /** That the write made, where it made one. */
  readonly rev: string | null;
  /** In words, of a line of a file. */
  readonly reason?: string;
}

export const leave = ({ itemId }: Pick<FrozenRow, 'itemId'>, outcome: Outcome): RowOutcome => ({
  itemId,
  outcome,
  rev: null,
});
