import { hash } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import { FileStoreFull, FileTooLarge } from '#lib/files/file-store.ts';
import { Problem } from '#lib/problem.ts';

import { INLINE_BYTES } from '../item.ts';
import { bodyTooLarge, storeFull, wrongDigest } from '../problems.ts';
import { discardBody, withBody } from '../writes/bodies.server.ts';
import type { ReceivedBody } from '../writes/bodies.server.ts';
import type { TransferChecksum } from './checksum.server.ts';
import type { ParsedLine, LineReader } from './line-reader.server.ts';
import { MAX_HOLDERS } from './lines.ts';
import type { Holder, ItemLine } from './lines.ts';
import { invalidLine, notWhole } from './problems.ts';

export interface IncomingItem {
  line: number;
  item: ItemLine;
  holders: Holder[];
  body: ReceivedBody | undefined;
}

export interface ImportRefusal {
  line: number;
  itemId?: string;
  problem: Problem;
}

interface ImportStream {
  current: Current;
  lines: LineReader;
  checksum: TransferChecksum;
  maxBytes: number;
  /** An item that exists already needs no body in the file store. */
  wants: (item: ItemLine) => Promise<boolean>;
}

/** Reads what is refused to its end too. @throws Problem when the stream stops */
export async function readIncomingItem(
  intake: ImportStream,
  line: Extract<ParsedLine, { kind: 'item' | 'badItem' }>,
): Promise<IncomingItem | ImportRefusal> {
  const { checksum, lines } = intake;
  const { itemId, bytes } = line.kind === 'item' ? line.item : line;
  checksum.open(itemId, bytes);
  checksum.line(line.raw);
  const taken = await readItemParts(intake, line);
  await skipBody(lines);
  if (taken instanceof Problem) return { line: line.number, itemId, problem: taken };
  return 'problem' in taken ? { ...taken, itemId } : taken;
}

async function readItemParts(
  intake: ImportStream,
  line: Extract<ParsedLine, { kind: 'item' | 'badItem' }>,
): Promise<IncomingItem | ImportRefusal | Problem> {
  const holders = await readHolders(intake);
  intake.checksum.close();
  if (line.kind === 'badItem') return line.problem;
  if (!Array.isArray(holders)) return holders;
  const { current, lines } = intake;
  const body = await readItemBody(intake, line.item);
  if (body instanceof Problem) return body;
  const incoming = { line: line.number, item: line.item, holders, body };
  if (body === undefined) return incoming;
  const fault = await withBody(current, body, () => faultAfter(lines));
  if (fault === undefined) return incoming;
  await discardBody(current, body);
  return fault;
}

// A body longer than announced, or a cut or broken line where more records might have come, refuses the item: stored,
// it would be skipped as existing ever after.
async function faultAfter(lines: LineReader): Promise<Problem | undefined> {
  const next = await lines.peek();
  if (next === undefined || next.kind === 'bad') return new Problem(notWhole);
  return next.kind === 'body' ? new Problem(wrongDigest) : undefined;
}

/** A refusal names the line of the records, not that of their item. */
async function readHolders({ lines, checksum }: ImportStream): Promise<Holder[] | ImportRefusal> {
  const holders: Holder[] = [];
  const known = new Set<string>();
  let refusal: ImportRefusal | undefined;
  for (let line = await lines.peek(); line?.kind === 'records'; line = await lines.peek()) {
    checksum.line(line.raw);
    const fault = refusal === undefined ? addHolders(line.holders, holders, known) : undefined;
    if (fault !== undefined) {
      refusal = { line: line.number, problem: new Problem(invalidLine, { fields: { records: fault } }) };
    }
    await lines.next();
  }
  return refusal ?? holders;
}

/** @returns what is wrong with them */
function addHolders(more: readonly Holder[], holders: Holder[], known: Set<string>): string | undefined {
  for (const holder of more) {
    known.add(`${holder[0]} ${holder[1]}`);
    holders.push(holder);
  }
  if (known.size < holders.length) return 'each holder of a record once';
  return holders.length < MAX_HOLDERS ? undefined : `below ${MAX_HOLDERS}`;
}

async function readItemBody(intake: ImportStream, item: ItemLine): Promise<ReceivedBody | Problem | undefined> {
  const { current, maxBytes } = intake;
  const { bytes, mimetype } = item;
  if (bytes > maxBytes) return new Problem(bodyTooLarge);
  if (bytes > INLINE_BYTES && !(await intake.wants(item))) return undefined;
  const body = bytes > INLINE_BYTES ? await storeBody(intake, bytes) : await bufferBody(intake, bytes);
  if (body instanceof Problem) return body;
  if (body.bytes === bytes && body.digest.toString('hex') === item.sha256) return { ...body, mimetype };
  if (body.fileKey !== null) await current.files.remove(body.fileKey);
  return new Problem(wrongDigest);
}

type IncomingBytes = Omit<ReceivedBody, 'mimetype'>;

async function bufferBody({ lines }: ImportStream, bytes: number): Promise<IncomingBytes> {
  const chunks: Buffer[] = [];
  for await (const chunk of readBody(lines, bytes)) chunks.push(chunk);
  const inline = Buffer.concat(chunks);
  return { bytes: inline.length, inline, fileKey: null, digest: hash('sha256', inline, 'buffer') };
}

async function storeBody({ current, lines }: ImportStream, maxBytes: number): Promise<IncomingBytes | Problem> {
  try {
    const file = await current.files.write(readBody(lines, maxBytes), { maxBytes });
    return { bytes: file.bytes, inline: null, fileKey: file.key, digest: Buffer.from(file.sha256, 'hex') };
  } catch (error) {
    if (error instanceof FileTooLarge) return new Problem(wrongDigest);
    if (error instanceof FileStoreFull) return new Problem(storeFull);
    throw error;
  }
}

async function* readBody(lines: LineReader, bytes: number): AsyncGenerator<Buffer> {
  let taken = 0;
  for (let line = await lines.peek(); line?.kind === 'body' && taken < bytes; line = await lines.peek()) {
    taken += line.bytes.length;
    await lines.next();
    yield line.bytes;
  }
}

async function skipBody(lines: LineReader): Promise<void> {
  while ((await lines.peek())?.kind === 'body') await lines.next();
}
