import type { NamedPerson } from '../person-link.tsx';

export const MAX_VIEW_NAME = 64;

/** A way of looking at the items of a crate that somebody has saved. */
export interface ItemView {
  readonly owner: NamedPerson;
  /** Its place among those of its owner. */
  readonly slot: number;
  readonly name: string;
  /** As it stands in the address of the list. */
  readonly query: string;
  /** Whether all staff see it. */
  readonly isShared: boolean;
  readonly mayChange: boolean;
}

/** Which view somebody has seen. */
export interface ItemViewKey {
  readonly userId: string;
  readonly slot: number;
  /** The name that it had. */
  readonly shown: string;
}
