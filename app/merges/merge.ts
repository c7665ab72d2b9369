/** The page that tells what will happen, and does it. */
export const MERGE_PATH = '/account/merge';
/** Minutes in which the other account has to be signed in to. */
export const MERGE_MINUTES = 15;
/** Counts on the page go no further. */
export const MAX_COUNTED = 10_000;

export interface MergePreview {
  readonly goneId: string;
  readonly keptId: string;
  readonly goneName: string;
  readonly keptName: string;
  /** Whether the other one's alias moves, because the kept account has none. */
  readonly movesAlias: boolean;
  readonly primary: string | undefined;
  readonly movedEmails: readonly string[];
  /** `count` is no more than `MAX_COUNTED`; `twice` are those that both have. */
  readonly parts: readonly CountedPart[];
}

export interface CountedPart {
  readonly column: string;
  readonly label: string;
  readonly count: number;
  readonly twice: number;
}
