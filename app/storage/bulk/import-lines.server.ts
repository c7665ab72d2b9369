import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import * as z from 'zod/mini';

import { parseJson } from '#lib/calls/body.server.ts';
import { describeFields, issueWords } from '#lib/calls/issue-words.server.ts';
import { CsvFault, readCsv } from '#lib/csv/read-csv.ts';
import { Problem } from '#lib/problem.ts';

import { ItemName, ItemParameters, UserId, isItemId } from '../item.ts';
import type { Item } from '../item.ts';
import { wrongDigest } from '../problems.ts';
import { IntegrityCheck } from '../transfer/checksum.server.ts';
import { LineReader, linesIn } from '../transfer/line-reader.server.ts';
import type { ParsedLine } from '../transfer/line-reader.server.ts';
import { MAX_LINE_BYTES, Mimetype, Stats } from '../transfer/lines.ts';
import type { Holder, ItemLine } from '../transfer/lines.ts';
import { bodyMissing, invalidLine, notWhole } from '../transfer/problems.ts';
import { FIRST_PLACE } from './acts.server.ts';
import type { ImportFormat } from './bulk.ts';
import { ALL_COLUMNS, cellOf, partOf } from './cells.ts';
import { unreadableFile } from './problems.ts';
import { wordsOf } from './words.ts';

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

/** The lines of a file that an export wrote, or a person in the same form. @throws Problem 400 with the number of the line */
export function readImportFile(bytes: Buffer): { format: ImportFormat; lines: AsyncIterable<ImportLine> } {
  const head = bytes
    .subarray(0, 4096)
    .toString()
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (head === '') throw unreadable('there is nothing in it');
  if (!head.startsWith('{')) return { format: 'csv', lines: readSpreadsheet(bytes) };
  return /^\{\s*"format"/.test(head)
    ? { format: 'transfer', lines: readTransfer(bytes) }
    : { format: 'lines', lines: readJsonLines(bytes) };
}

const unreadable = (words: string, line?: number) =>
  new Problem(unreadableFile, { fields: { file: line === undefined ? words : `line ${line}: ${words}` } });

const CHUNK = 64 * 1024;

/** Lets others have their turn. */
async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += CHUNK) {
    await setImmediate();
    yield bytes.subarray(from, from + CHUNK);
  }
}

async function* readTransfer(bytes: Buffer): AsyncGenerator<ImportLine> {
  const lines = new LineReader(chunksOf(bytes));
  const whole = new IntegrityCheck();
  for (let line = await lines.next(); line !== undefined; line = await lines.next()) {
    if (line.kind === 'header') whole.begin(line.header);
    else if (line.kind === 'manifest') whole.end(line.manifest);
    else if (line.kind === 'item' || line.kind === 'badItem') yield await takeItem(lines, line, whole);
    else if (line.kind === 'missing') yield refusedLine(line.number, bodyMissing.message, line.itemId);
    else if (line.kind === 'members') {
      whole.more(false);
      whole.checksum.openLink();
      whole.checksum.line(line.raw);
      yield refusedLine(line.number, 'sets come with the call that imports a crate, not here');
    } else if (line.kind !== 'note') {
      throw unreadable(line.kind === 'bad' ? wordsOf(line.problem) : invalidLine.message, line.number);
    }
  }
  if (!whole.isComplete) throw unreadable(notWhole.message);
}

const refusedLine = (line: number, reason: string, itemId?: string): ImportLine => ({
  line,
  reason,
  itemId: itemId !== undefined && isItemId(itemId) ? itemId.toLowerCase() : undefined,
  name: undefined,
  bytes: 0,
});

async function takeItem(
  lines: LineReader,
  line: Extract<ParsedLine, { kind: 'item' | 'badItem' }>,
  whole: IntegrityCheck,
): Promise<ImportLine> {
  const { checksum } = whole;
  whole.more(false);
  const { itemId, bytes } = line.kind === 'item' ? line.item : line;
  checksum.open(itemId, bytes);
  checksum.line(line.raw);
  const holders: Holder[] = [];
  const chunks: Buffer[] = [];
  for (let next = await lines.peek(); next?.kind === 'records'; next = await lines.peek()) {
    checksum.line(next.raw);
    for (const holder of next.holders) holders.push(holder);
    await lines.next();
  }
  checksum.close();
  for (let next = await lines.peek(); next?.kind === 'body'; next = await lines.peek()) {
    chunks.push(next.bytes);
    await lines.next();
  }
  if (line.kind === 'badItem') return refusedLine(line.number, wordsOf(line.problem), itemId);
  const body = Buffer.concat(chunks);
  if (body.length !== bytes || hash('sha256', body) !== line.item.sha256)
    return refusedLine(line.number, wrongDigest.message, itemId);
  const given = givenOf(line.item, body, holders);
  return { line: line.number, itemId, name: line.item.name ?? undefined, bytes, read: () => given };
}

function givenOf(item: ItemLine, body: Buffer, holders: readonly Holder[]): GivenItem {
  const { name = null, note = null, map = {}, tags = [], collaborators, createdAt, mimetype, stats } = item;
  return { name, note, map, tags, collaborators, createdAt, mimetype, stats, body, holders };
}

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
const FIELDS = new Set([...Object.keys(Given.shape), ...OF_THE_SITE, 'itemId']);

async function* readJsonLines(bytes: Buffer): AsyncGenerator<ImportLine> {
  for await (const { number, raw } of linesIn(chunksOf(bytes), MAX_LINE_BYTES)) {
    if (raw === undefined) throw unreadable(`at most ${MAX_LINE_BYTES} bytes`, number);
    if (!isUtf8(raw)) throw unreadable('UTF-8', number);
    yield readJsonLine(raw.toString(), number);
  }
}

export function readJsonLine(text: string, number: number): ImportLine {
  try {
    const value = parseJson(text, notJson);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Problem(notJson);
    const fields = Object.fromEntries(Object.entries(value));
    const unknown = Object.keys(fields).filter((name) => !FIELDS.has(name));
    if (unknown.length > 0) return refusedLine(number, unknownWords(unknown));
    const { records } = fields;
    const hasRecords = typeof records === 'object' && records !== null && Object.keys(records).length > 0;
    return meantLine(number, text.length, fields['itemId'], fields['name'], (item) => ({
      ...parseGiven(item === undefined ? fields : { ...fields, stats: undefined }),
      ...(hasRecords && { lacksRecords: true }),
    }));
  } catch (refusal) {
    if (refusal instanceof Problem) return refusedLine(number, wordsOf(refusal));
    throw refusal;
  }
}

const notJson = { ...unreadableFile, message: 'no object of JSON on one line' };

const unknownWords = (names: readonly string[]) =>
  `nothing is called ${names
    .slice(0, 4)
    .map((name) => name.slice(0, 64))
    .join(', ')}`;

function meantLine(
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
function parseGiven(fields: Readonly<Record<string, unknown>>): GivenItem {
  const result = Given.safeParse(fields, { error: issueWords });
  if (!result.success)
    throw new Problem(unreadableFile, { fields: describeFields(result.error.issues, 'line', MAX_WORDS) });
  const { body, mimetype, ...rest } = result.data;
  if (body !== undefined && !body.isWellFormed())
    throw new Problem(unreadableFile, { fields: { body: 'text without half of a character' } });
  return { ...rest, mimetype, ...(body !== undefined && { body: Buffer.from(body) }) };
}

const MAX_WORDS = 4;

const MAX_COLUMNS = 256;
const CSV_BOUNDS = { maxRow: MAX_LINE_BYTES, maxCells: MAX_COLUMNS };
const COLUMNS: readonly string[] = [...ALL_COLUMNS, 'body'];

async function* readSpreadsheet(bytes: Buffer): AsyncGenerator<ImportLine> {
  if (!isUtf8(bytes)) throw unreadable('saved as UTF-8, as “CSV UTF-8” of a spreadsheet is', findBroken(bytes));
  yield* readSheet(bytes.toString());
}

function findBroken(bytes: Buffer): number {
  let line = 1;
  for (let from = 0; from < bytes.length; line += 1) {
    const end = bytes.indexOf(10, from);
    if (end === -1 || !isUtf8(bytes.subarray(from, end))) return line;
    from = end + 1;
  }
  return line;
}

export function* readSheet(text: string): Generator<ImportLine> {
  let columns: readonly string[] | undefined;
  try {
    for (const { line, cells } of readCsv(text, CSV_BOUNDS)) {
      if (columns === undefined) columns = requireColumns(cells, line);
      else yield readRow(columns, cells, line);
    }
  } catch (fault) {
    if (fault instanceof CsvFault) throw unreadable(fault.message, fault.line);
    throw fault;
  }
}

function requireColumns(cells: readonly string[], line: number): readonly string[] {
  const columns = cells.map((cell) => cell.trim());
  const unknown = columns.filter((id) => partOf(id) === undefined && !COLUMNS.includes(id));
  if (unknown.length > 0)
    throw unreadable(`${unknownWords(unknown)}; the columns are ${COLUMNS.join(', ')}, map.… and stats.…`, line);
  const twice = columns.find((id, at) => columns.indexOf(id) !== at);
  if (twice !== undefined) throw unreadable(`two columns are called ${twice}`, line);
  for (const whole of ['map', 'stats'] as const) {
    if (columns.includes(whole) && columns.some((id) => partOf(id)?.whole === whole))
      throw unreadable(`either ${whole} or its parts`, line);
  }
  if (!columns.includes('itemId') && !columns.includes('name')) throw unreadable('a column itemId or name', line);
  return columns;
}

function readRow(columns: readonly string[], cells: readonly string[], line: number): ImportLine {
  if (cells.length !== columns.length)
    return refusedLine(line, `as many cells as the first line has: ${columns.length}, not ${cells.length}`);
  const row = new Map(columns.map((id, at) => [id, cells[at] ?? '']));
  const read = (item: Item | undefined) => parseGiven(readCells(row, item));
  const length = cells.reduce((sum, cell) => sum + cell.length, 0);
  return meantLine(line, length, row.get('itemId'), row.get('name'), read);
}

const LISTS = new Set(['tags', 'collaborators']);
/** Nothing there says nothing of it. */
const OPTIONAL = new Set(['mimetype', 'createdAt', 'userId', 'etag', 'body']);

/** Cells that are as an export would write them now say nothing new. */
function readCells(row: ReadonlyMap<string, string>, item: Item | undefined): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  const parts = { map: new Map(Object.entries(item?.map ?? {})), stats: new Map<string, Item['map'][string]>() };
  for (const [id, cell] of row) {
    if (item !== undefined && id !== 'body' && cell === String(cellOf(item, id))) continue;
    const part = partOf(id);
    if (id === 'itemId' || id === 'updatedAt' || (item !== undefined && (part?.whole ?? id) === 'stats')) continue;
    if (part !== undefined) {
      const { whole, name } = part;
      if (cell === '') parts[whole].delete(name);
      else parts[whole].set(name, readScalar(cell, typeof item?.map[name] === 'string'));
      given[whole] = Object.fromEntries(parts[whole]);
    } else if (LISTS.has(id)) given[id] = readMembers(cell, id === 'collaborators' && item === undefined);
    else if (id === 'name' || id === 'note') given[id] = cell === '' ? null : cell;
    else if (id === 'map' || id === 'stats') given[id] = cell === '' ? {} : readObject(cell, id);
    else if (id === 'bytes') given[id] = cell === '' ? undefined : Number(cell);
    else if (OPTIONAL.has(id)) given[id] = cell === '' ? undefined : cell;
  }
  return given;
}

function readMembers(cell: string, isOptional: boolean): string[] | undefined {
  const members = cell.split(',').map((member) => member.trim());
  if (cell.trim() === '') return isOptional ? undefined : [];
  return members;
}

function readObject(cell: string, id: string): unknown {
  try {
    return parseJson(cell, unreadableFile);
  } catch (refusal) {
    if (!(refusal instanceof Problem)) throw refusal;
    throw new Problem(unreadableFile, { fields: refusal.details.fields ?? { [id]: 'an object of JSON' } });
  }
}

/** A number, true or false, else a text. */
function readScalar(cell: string, isText: boolean): string | number | boolean {
  if (isText) return cell;
  if (cell === 'true' || cell === 'false') return cell === 'true';
  return /^[-\d.]+$/.test(cell) && String(Number(cell)) === cell ? Number(cell) : cell;
}
