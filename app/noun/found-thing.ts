export const FOUND_KINDS = [
  'post',
  'answer',
  'episode',
  'release',
  'crate',
  'entry',
  'submission',
  'announcement',
  'shortlink',
  'perk',
] as const;

/** What staff look for by its words or its number. */
export interface FoundThing {
  readonly kind: (typeof FOUND_KINDS)[number];
  readonly id: string;
  readonly name: string;
  /** What tells it from others of that name, such as its state; may be empty. */
  readonly about: string;
  /** A path without a locale. */
  readonly to: string;
}
