import { isUtf8 } from 'node:buffer';

import type * as z from 'zod/mini';

import { parseStorableJson } from '#lib/calls/body.server.ts';
import { findInexactNumbers } from '#lib/calls/inexact-numbers.ts';
import { describeFields, issueWords } from '#lib/calls/issue-words.server.ts';
import { Problem } from '#lib/problem.ts';

import { HeaderLine, ItemLine, MAX_LINE_BYTES, ManifestLine, MembersLine, RecordsLine } from './lines.ts';
import type { Holder, SetTuple } from './lines.ts';
import { invalidLine, lineTooLong } from './problems.ts';

export type ParsedLine = { number: number; raw: Buffer } & (
  | { kind: 'header'; header: HeaderLine }
  | { kind: 'item'; item: ItemLine }
  | { kind: 'badItem'; itemId: string; bytes: number; problem: Problem }
  | { kind: 'records'; holders: Holder[] }
  | { kind: 'body'; bytes: Buffer }
  | { kind: 'members'; members: SetTuple[] }
  | { kind: 'manifest'; manifest: ManifestLine }
  /** An item whose body was missing at the export. */
  | { kind: 'missing'; itemId: string }
  /** Progress, and the problem that ended an export, which has no manifest then. */
  | { kind: 'note' }
  | { kind: 'bad'; problem: Problem }
);

export class LineReader {
  readonly #lines: AsyncGenerator<RawLine>;
  #ahead: ParsedLine | undefined;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#lines = linesIn(chunks, MAX_LINE_BYTES);
  }

  async peek(): Promise<ParsedLine | undefined> {
    if (this.#ahead === undefined) {
      const { value, done } = await this.#lines.next();
      if (!done) this.#ahead = understood(value);
    }
    return this.#ahead;
  }

  async next(): Promise<ParsedLine | undefined> {
    const line = await this.peek();
    this.#ahead = undefined;
    return line;
  }

  /** Reads to the end without parsing, so that the client can end its sending. */
  async drain(): Promise<void> {
    let isEnd = false;
    while (!isEnd) isEnd = (await this.#lines.next()).done === true;
  }
}

function understood({ number, raw }: RawLine): ParsedLine {
  if (raw === undefined) return { number, raw: Buffer.alloc(0), kind: 'bad', problem: new Problem(lineTooLong) };
  try {
    return { number, raw, ...parseContent(raw) };
  } catch (problem) {
    if (problem instanceof Problem) return { number, raw, kind: 'bad', problem };
    throw problem;
  }
}

type LineContent<All = ParsedLine> = All extends ParsedLine ? Omit<All, 'number' | 'raw'> : never;

function parseContent(raw: Buffer): LineContent {
  if (!isUtf8(raw)) throw new Problem(invalidLine);
  const text = raw.toString();
  const line = parseStorableJson(text, invalidLine);
  if (typeof line !== 'object' || line === null) throw new Problem(invalidLine);
  const inexact = findInexactNumbers(text, { takesOwn: true });
  if ('item' in line) return itemContent(line.item, inexact);
  if (inexact !== undefined) throw new Problem(invalidLine, { fields: inexact });
  if ('body' in line && typeof line.body === 'string') return { kind: 'body', bytes: Buffer.from(line.body, 'base64') };
  if ('records' in line) return { kind: 'records', holders: parseWith(RecordsLine, line.records) };
  if ('members' in line) return { kind: 'members', members: parseWith(MembersLine, line.members) };
  if ('manifest' in line) return { kind: 'manifest', manifest: parseWith(ManifestLine, line.manifest) };
  if ('format' in line) return { kind: 'header', header: parseWith(HeaderLine, line) };
  if ('missing' in line) return { kind: 'missing', itemId: idIn(line.missing) };
  if ('progress' in line || 'problem' in line) return { kind: 'note' };
  throw new Problem(invalidLine);
}

/** @param inexact the fields of its line whose numbers JSON does not keep */
function itemContent(item: unknown, inexact: Record<string, string> | undefined): LineContent {
  const result = ItemLine.safeParse(item, { error: issueWords });
  if (result.success && inexact === undefined) return { kind: 'item', item: result.data };
  const size = typeof item === 'object' && item !== null && 'bytes' in item ? item.bytes : 0;
  const bytes = typeof size === 'number' && size > 0 ? size : 0;
  const problem = new Problem(invalidLine, {
    fields: {
      ...Object.fromEntries(Object.entries(inexact ?? {}).map(([name, words]) => [name.replace(/^item\./, ''), words])),
      ...(result.error && describeFields(result.error.issues, 'line', MAX_FIELDS)),
    },
  });
  return { kind: 'badItem', itemId: idIn(item), bytes, problem };
}

function parseWith<Value>(schema: z.ZodMiniType<Value>, value: unknown): Value {
  const result = schema.safeParse(value, { error: issueWords });
  if (result.success) return result.data;
  throw new Problem(invalidLine, { fields: describeFields(result.error.issues, 'line', MAX_FIELDS) });
}

const MAX_FIELDS = 4;

function idIn(value: unknown): string {
  const id = typeof value === 'object' && value !== null && 'itemId' in value ? value.itemId : '';
  return typeof id === 'string' ? id.slice(0, 36) : '';
}

interface RawLine {
  number: number;
  /** Without its line break; undefined when it is too long to be held. */
  raw: Buffer | undefined;
}

/**
 * Without what an editor adds: a byte order mark, carriage returns and blank lines, which count as lines. A last line
 * without a line break counts; none is held that is longer than `maxBytes`.
 */
export async function* linesIn(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<RawLine> {
  let number = 0;
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer) => {
    length += part.length;
    if (length <= maxBytes) parts.push(part);
    else parts = [];
  };
  const cut = (): RawLine[] => {
    const [first = Buffer.alloc(0), second] = parts;
    const raw =
      length > maxBytes ? undefined : withoutMarks(second === undefined ? first : Buffer.concat(parts), number);
    parts = [];
    length = 0;
    number += 1;
    return raw?.length === 0 ? [] : [{ number, raw }];
  };
  for await (const { buffer, byteOffset, byteLength } of chunks) {
    const chunk = Buffer.from(buffer, byteOffset, byteLength);
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      add(chunk.subarray(from, end));
      from = end + 1;
      yield* cut();
    }
    if (from < chunk.length) add(chunk.subarray(from));
  }
  if (length > 0) yield* cut();
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const CARRIAGE_RETURN = 13;

/** So that the digests are those of the lines as they were exported. @param before how many lines */
function withoutMarks(line: Buffer, before: number): Buffer {
  const isMarked = before === 0 && line.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return line.subarray(isMarked ? BYTE_ORDER_MARK.length : 0, line.at(-1) === CARRIAGE_RETURN ? -1 : undefined);
}
