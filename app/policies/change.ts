import type { Block } from './blocks.ts';

export interface TextChange {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** A block of both versions; all parts of an added or removed block have that kind. */
export interface ChangedBlock {
  readonly kind: Block['kind'];
  readonly parts: readonly TextChange[];
}

export interface ChangedSection {
  /** Undefined before the first heading. */
  readonly heading: readonly TextChange[] | undefined;
  /** A number counts unchanged blocks. */
  readonly blocks: readonly (ChangedBlock | number)[];
}
