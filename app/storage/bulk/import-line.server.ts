import { setImmediate } from 'node:timers/promises';

import * as z from 'zod/mini';

import { describeFields, issueWords } from '#lib/calls/issue-words.server.ts';
import { Problem } from '#lib/problem.ts';

import { ItemName, ItemParameters, UserId, isItemId } from '../item.ts';
import type { Item } from '../item.ts';
import { Mimetype, Stats } from '../transfer/lines.ts';
import type { Holder } from '../transfer/lines.ts';
import { FIRST_PLACE } from './acts.server.ts';
import { unreadableFile } from './problems.ts';

/** What a line says of its item. What it leaves out stays as it is. */
export interface GivenItem extends Omit<ItemParameters, 'createdAt'> {
  readonly createdAt?: Date | undefined;
  readonly mimetype?: string | undefined;
  readonly bytes?: number | undefined;
  readonly body?: Buffer | undefined;
  readonly userId?: string | undefined;
  readonly etag?: string | undefined;
  readonly stats?: Readonly<Record<string, number>> | undefined;
  readonly holders?: readonly Holder[] | undefined;
  /** It has records, which only a transfer brings. */
  readonly lacksRecords?: boolean;
}

export type ImportLine = {
  /** Of the file, from 1. */
  readonly line: number;
  /** Of the item that is meant; without it the name tells. */
  readonly itemId: string | undefined;
  readonly name: string | undefined;
  /** How long it is, with its body. */
  readonly bytes: number;
} & (
  | { readonly reason: string }
  /** @param item that is meant, where it is there @throws Problem that tells what is wrong with the line */
  | { readonly read: (item: Item | undefined) => GivenItem }
);

/** That a file is not what an export writes, from a line on. */
export const unreadable = (words: string, line?: number) =>
  new Problem(unreadableFile, { fields: { file: line === undefined ? words : `line ${line}: ${words}` } });

const CHUNK = 64 * 1024;

/** Lets others have their turn. */
export async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += CHUNK) {
    await setImmediate();
    yield bytes.subarray(from, from + CHUNK);
  }
}

/** That tells no item what to be. */
export const refusedLine = (line: number, reason: string, itemId?: string): ImportLine => ({
  line,
  reason,
  itemId: itemId !== undefined && isItemId(itemId) ? itemId.toLowerCase() : undefined,
  name: undefined,
  bytes: 0,
});

const Given = z.extend(ItemParameters, {
  mimetype: z.optional(Mimetype),
  bytes: z.optional(z.number().check(z.int(), z.minimum(0))),
  userId: z.optional(UserId),
  etag: z.optional(z.string()),
  stats: z.optional(Stats),
  body: z.optional(z.string()),
});

/** What is counted or made by the site, and stays its own. */
const OF_THE_SITE = ['_id', 'crateId', 'updatedAt', 'createdAgo', 'updatedAgo', 'records'];
export const FIELDS = new Set([...Object.keys(Given.shape), ...OF_THE_SITE, 'itemId']);

export const unknownWords = (names: readonly string[]) =>
  `nothing is called ${names
    .slice(0, 4)
    .map((name) => name.slice(0, 64))
    .join(', ')}`;

export function meantLine(
  line: number,
  bytes: number,
  itemId: unknown,
  name: unknown,
  read: (item: Item | undefined) => GivenItem,
): ImportLine {
  const hasId = itemId !== undefined && itemId !== null && itemId !== '';
  if (hasId && (typeof itemId !== 'string' || !isItemId(itemId) || itemId === FIRST_PLACE))
    return refusedLine(line, 'itemId: a UUID');
  const { data } = ItemName.safeParse(name);
  return { line, itemId: hasId ? itemId.toLowerCase() : undefined, name: data, bytes, read };
}

/** @throws Problem */
export function parseGiven(fields: Readonly<Record<string, unknown>>): GivenItem {
  const result = Given.safeParse(fields, { error: issueWords });
  if (!result.success)
    throw new Problem(unreadableFile, { fields: describeFields(result.error.issues, 'line', MAX_WORDS) });
  const { body, mimetype, ...rest } = result.data;
  if (body !== undefined && !body.isWellFormed())
    throw new Problem(unreadableFile, { fields: { body: 'text without half of a character' } });
  return { ...rest, mimetype, ...(body !== undefined && { body: Buffer.from(body) }) };
}

const MAX_WORDS = 4;
