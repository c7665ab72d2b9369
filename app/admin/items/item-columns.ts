import type { NamedPerson } from '../person-link.tsx';

/** Beside `stats.` and the name of a stat, and `map.` and a key. */
export const COLUMN_IDS = [
  'name',
  'tags',
  'collaborators',
  'createdAt',
  'updatedAt',
  'bytes',
  'mimetype',
  'rev',
  'deletedAt',
  'deletedBy',
] as const;
export type ColumnId = (typeof COLUMN_IDS)[number];

export const DEFAULT_COLUMNS: readonly string[] = ['name', 'tags', 'collaborators', 'updatedAt', 'mimetype', 'bytes'];
export const TRASH_COLUMNS: readonly string[] = ['name', 'tags', 'deletedAt', 'deletedBy', 'mimetype', 'bytes'];

/** An item, or one in the trash, as the list of a crate shows it. */
export interface ItemRecord {
  readonly itemId: string;
  readonly name: string | null;
  readonly tags: readonly string[];
  /** The first of its collaborators; the owner stands first. */
  readonly people: readonly NamedPerson[];
  readonly morePeople: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly bytes: number;
  readonly mimetype: string;
  readonly rev: number;
  /** Of the columns of stats and of `map`, by their ids. */
  readonly values: Readonly<Record<string, string | number | boolean | null>>;
  readonly deletion?: { readonly at: string; readonly by: NamedPerson | undefined; readonly purgedAt: string };
}

/** A term of a search, and where the list is without it. */
export interface FilterChip {
  readonly kind:
    | 'tag'
    | 'withoutTag'
    | 'name'
    | 'item'
    | 'person'
    | 'date'
    | 'stat'
    | 'word'
    | 'sort'
    | 'override'
    | 'wrong';
  readonly value: string;
  readonly to: string;
}
