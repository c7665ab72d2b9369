import { hash } from 'node:crypto';

import { wrongDigest } from '../problems.ts';
import { IntegrityCheck } from '../transfer/checksum.server.ts';
import { LineReader } from '../transfer/line-reader.server.ts';
import type { ParsedLine } from '../transfer/line-reader.server.ts';
import type { Holder, ItemLine } from '../transfer/lines.ts';
import { bodyMissing, invalidLine, notWhole } from '../transfer/problems.ts';
import { refusedLine, unreadable, chunksOf } from './import-line.server.ts';
import type { GivenItem, ImportLine } from './import-line.server.ts';
import { wordsOf } from './words.ts';

/** The items of an export of a crate, which is whole. @throws Problem 400 */
export async function* readTransfer(bytes: Buffer): AsyncGenerator<ImportLine> {
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
