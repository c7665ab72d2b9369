import type { Block } from './blocks.ts';

/** A run of words that stayed, came or went. */
export interface TextChange {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** A block in both versions at once; where a block is new or gone, all its parts are. */
export interface ChangedBlock {
  readonly kind: Block['kind'];
  readonly parts: readonly TextChange[];
}

/** A heading and what changed below it, in the order of the text. */
export interface ChangedSection {
  /** Missing for what stands before the first heading. */
  readonly heading: readonly TextChange[] | undefined;
  /** Between changed blocks, how many stayed as they were. */
  readonly blocks: readonly (ChangedBlock | number)[];
}
