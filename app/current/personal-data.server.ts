import * as z from 'zod/mini';
import type { ZodMiniObject } from 'zod/mini';

import type { QueryRow } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import type { Current } from './current.server.ts';
import type { KeptChoice } from './kept-choice.ts';
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
  /** What becomes of its columns when somebody is deleted: of those above, of JSON, of files, and of other forms of a person. */
  readonly fates?: Readonly<Record<string, Fate>>;
  /** What of that is more than a statement about one column. These run first, in the order of nouns. */
  readonly erasures?: readonly Erasure[];
  /** The forms in which its columns hold a person, but for the id and the addresses; as many for each person. */
  readonly toPersonKeys?: (person: Person) => readonly string[];
  /** Its items that somebody may leave behind, without their name, when they are deleted. */
  readonly keptItems?: readonly KeptItems[];
  /** What becomes of its columns when two accounts become one, where that does not follow from `fates`. */
  readonly moves?: Readonly<Record<string, Move>>;
  /** What of that is more than a statement about one column. These run first, in the order of nouns. */
  readonly mergers?: readonly Merger[];
}

/**
 * `moved`: it is of the account that is kept; a row that this has already, by a unique index, goes; `mentions`: JSON or text, in which the
 * kept account takes the place; `dropped`: the row goes; `merged`: as one of the noun's `mergers`, or the beginning of the merge, does it;
 * `row`: by another column of its row. What stays as it is: `nobody`: it holds no account; `signed`: nobody may change it; `ways`: the
 * address stays one of theirs; `history`: it tells what was at its time; `passing`: it ends by itself within days.
 */
export type Move =
  | 'moved'
  | 'mentions'
  | 'dropped'
  | 'merged'
  | 'row'
  | 'nobody'
  | 'signed'
  | 'ways'
  | 'history'
  | 'passing';

export interface MergedPair {
  readonly goneId: string;
  readonly keptId: string;
  /** When they became one. */
  readonly at: Date;
  /** All forms in which columns hold the one, and those of the other. */
  readonly keys: readonly (readonly [from: string, to: string])[];
}

export interface Merger {
  /** Unique. */
  readonly name: string;
  /** As that of an erasure: bounded, committed when it returns; doing it twice does it once. A job's: needs no role. */
  run(current: Current, pair: MergedPair, place: string | undefined): Promise<ErasureStep>;
}

/**
 * `gone`: the row is deleted; `unnamed`: the row stays, and is of a deleted player; `cleared`: it says nothing any more;
 * `mentions`: JSON or text, in which a deleted player takes their place; `erased`: as one of the noun's `erasures` does it; `row`: the row
 * goes or stays by another of its columns. What stays as it is: `nobody`: it holds nothing of people; `others`: words of others;
 * `passing`: it ends by itself within days; `held`: it ends by itself, later; `abuse`: so that nobody gets around a ban or a block.
 */
export type Fate =
  | 'gone'
  | 'unnamed'
  | 'cleared'
  | 'mentions'
  | 'erased'
  | 'row'
  | 'nobody'
  | 'others'
  | 'passing'
  | 'held'
  | 'abuse';

export interface KeptItems {
  readonly crateId: string;
  /** Only those that have it. */
  readonly tag?: string;
  readonly choice: KeptChoice;
}

export interface Erasure {
  /** Unique. */
  readonly name: string;
  /**
   * A bounded part of it, which is committed when this returns; doing one twice does it once. A job's: needs no role.
   * @param place from where on, as it was answered last; undefined at first
   */
  run(current: Current, person: ErasedPerson, place: string | undefined): Promise<ErasureStep>;
}

/** How many rows a step changes. */
export const ERASURE_STEP = 500;

export interface ErasureStep {
  /** How many rows it has changed. */
  readonly changed: number;
  /** Undefined when it has come to its end. */
  readonly next: string | undefined;
}

export interface ErasedPerson extends Person {
  /** Their addresses as they were written, and their names. */
  readonly names: readonly string[];
  /** The user id that stands in the place of theirs: it is nobody's, and is known as that of a deleted player. */
  readonly standIn: string;
  /** All forms in which columns hold them, and what comes in their place. */
  readonly keys: readonly (readonly [from: string, to: string])[];
  readonly keptItems: readonly KeptItems[];
  readonly goneItems: readonly KeptItems[];
  /** When what is kept for a while begins to be kept. */
  readonly at: Date;
}

/**
 * Why rows are not handed out. `derived`: they are made of rows that are; `staff`: what staff did, wrote or decided in their work;
 * `others`: another person's deed or words about them; `secret`: it opens something or proves something; `passing`: gone within a day.
 */
type Withheld = 'derived' | 'staff' | 'others' | 'secret' | 'passing';

/** Whose data: an account with the addresses that it has proved, or somebody without one who has proved an address. */
export interface Person {
  /** Null of somebody without an account, so that no statement finds a row by it. */
  readonly userId: string | null;
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
  /** What JSON says of a row, `files` where it may have some. Each field has a name in `FIELD_NAMES` of `app/exports`. */
  readonly schema: ZodMiniObject;
  /**
   * In an order of their own, page by page (`findBy`, `pagesOf`), each page by a statement that begins after the last row, so that any
   * number takes the memory of one page. A job's: needs no role. What is secret, or of another person, is no part of a row.
   */
  find(current: Current, person: Person): AsyncIterable<PersonalRow>;
}

interface PersonalRow {
  /** As its schema says, times as dates. */
  readonly data: object;
  readonly files?: readonly PersonalFile[];
}

/** A file of the store that goes into an export. */
export interface PersonalFile {
  readonly key: string;
  /** What its owner called it. */
  readonly name: string;
}

/** How many rows one statement finds. */
const PAGE = 500;

/** @param page the statement for the rows after one, in the order of what it compares; without a limit */
export function findBy<Found extends QueryRow>(
  page: (person: Person, after: Found | undefined) => Sql,
): (current: Current, person: Person) => AsyncGenerator<{ readonly data: Found }, void> {
  return async function* find({ db }, person) {
    const findPage = (after: Found | undefined) => db.query<Found>(sql`${page(person, after)} limit ${PAGE}::integer`);
    for await (const data of pagesOf(findPage, PAGE)) yield { data };
  };
}

/** All rows, one page in memory. @param find the next rows after one, at most `limit` */
export async function* pagesOf<Found extends object>(
  find: (after: Found | undefined) => Promise<readonly Found[]>,
  limit: number,
): AsyncGenerator<Found, void> {
  let after: Found | undefined;
  do {
    const page = await find(after);
    yield* page;
    after = page.length < limit ? undefined : page.at(-1);
  } while (after !== undefined);
}

/** Before all others. */
export const NO_UUID = '00000000-0000-0000-0000-000000000000';

/** As JSON has a date. */
export const Time = z.iso.datetime();
export const MaybeTime = z.nullable(Time);
export const MaybeText = z.nullable(z.string());
/** JSON that its noun knows. */
export const Details = z.looseObject({});
