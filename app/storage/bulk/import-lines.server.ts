import { isUtf8 } from 'node:buffer';

import { parseJson } from '#lib/calls/body.server.ts';
import { Problem } from '#lib/problem.ts';

import { linesIn } from '../transfer/line-reader.server.ts';
import { MAX_LINE_BYTES } from '../transfer/lines.ts';
import type { ImportFormat } from './bulk.ts';
import {
  refusedLine,
  unreadable,
  unknownWords,
  meantLine,
  parseGiven,
  chunksOf,
  FIELDS,
} from './import-line.server.ts';
import type { ImportLine } from './import-line.server.ts';
import { readSpreadsheet } from './import-sheet.server.ts';
import { readTransfer } from './import-transfer.server.ts';
import { unreadableFile } from './problems.ts';
import { wordsOf } from './words.ts';

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
