import { isUtf8 } from 'node:buffer';

import { parseJson } from '#lib/calls/body.server.ts';
import { CsvFault, readCsv } from '#lib/csv/read-csv.ts';
import { Problem } from '#lib/problem.ts';

import type { Item } from '../item.ts';
import { MAX_LINE_BYTES } from '../transfer/lines.ts';
import { ALL_COLUMNS, cellOf, partOf } from './cells.ts';
import { refusedLine, unreadable, unknownWords, meantLine, parseGiven } from './import-line.server.ts';
import type { ImportLine } from './import-line.server.ts';
import { unreadableFile } from './problems.ts';

const MAX_COLUMNS = 256;
const CSV_BOUNDS = { maxRow: MAX_LINE_BYTES, maxCells: MAX_COLUMNS };
const COLUMNS: readonly string[] = [...ALL_COLUMNS, 'body'];

/** The items of a spreadsheet. @throws Problem 400 */
export async function* readSpreadsheet(bytes: Buffer): AsyncGenerator<ImportLine> {
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
