import type { ZodMiniObject } from 'zod/mini';

import type { Current } from './current.server.ts';
import type { TextKey } from './locale.ts';

/** What a noun keeps about people: a part of what it brings to the site. Columns are named `table.column`. */
export interface PersonalData {
  /** Its columns with ids of people, by table: exports, deletions and merges of accounts go through them. */
  readonly userIds?: Readonly<Record<string, readonly string[]>>;
  /** Its columns with addresses of mail, or digests of them, by table. */
  readonly addresses?: Readonly<Record<string, readonly string[]>>;
  /** Its rows, as those whose they are get them in their export. */
  readonly personalRows?: readonly PersonalRows[];
  /** Of its columns above those by which nobody is handed a row, with the reason. */
  readonly withheld?: Readonly<Record<string, Withheld>>;
}

/**
 * Why rows are not handed out. `derived`: they are made of rows that are; `staff`: what staff did, wrote or decided in their work;
 * `others`: another person's deed or words about them; `secret`: it opens something or proves something; `passing`: gone within a day.
 */
export type Withheld = 'derived' | 'staff' | 'others' | 'secret' | 'passing';

/** Whose data: an account with the addresses that it has proved, or somebody without one who has proved an address. */
export interface Person {
  readonly userId: string | undefined;
  /** Each as `emailKey` has it. */
  readonly emails: readonly string[];
}

/** Some rows that are a person's. */
export interface PersonalRows {
  /** Of their part in the export, unique: small letters and hyphens. */
  readonly name: string;
  readonly title: TextKey;
  /** The columns by which somebody's rows are found. */
  readonly of: readonly string[];
  /** Of a row as it is handed out: what JSON says of it. Each of its fields has a name in `FIELD_NAMES` of `app/exports`. */
  readonly schema: ZodMiniObject;
  /**
   * In an order of their own, page by page (`pagesOf`), each page by a statement that begins after the last row, so that any number
   * takes the memory of one page. A job's: needs no role. What is secret, or of another person, is no part of a row.
   */
  find(current: Current, person: Person): AsyncIterable<object>;
  /** The files that belong to a row. */
  readonly files?: (row: object) => readonly PersonalFile[];
}

/** A file of the store that goes into an export. */
interface PersonalFile {
  readonly key: string;
  /** What its owner called it, if anything. */
  readonly name: string;
  readonly bytes: number;
}

/** How many rows one statement finds. */
export const PERSONAL_PAGE = 500;

/** All rows, one page in memory. @param find the next rows after one, at most `PERSONAL_PAGE` */
export async function* pagesOf<Found extends object>(
  find: (after: Found | undefined) => Promise<readonly Found[]>,
): AsyncGenerator<Found, void> {
  let after: Found | undefined;
  do {
    const page = await find(after);
    yield* page;
    after = page.length < PERSONAL_PAGE ? undefined : page.at(-1);
  } while (after !== undefined);
}
