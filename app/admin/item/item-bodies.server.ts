import type { Current } from '#app/current/current.server.ts';
import { openFile } from '#app/storage/downloads.server.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import { layOutJson } from '#lib/json/json-layout.ts';

import { HEX_PAGE_BYTES, MAX_TEXT_BYTES, bodyKind, charsetOf } from './item-body.ts';
import type { HexLine, HexPage, ItemBody } from './item-body.ts';

/** Reads at most 256 kB of it. @param hexFrom where its bytes are looked at, whatever it is */
export async function readItemBody(
  current: Current,
  found: ItemWithBody,
  hexFrom: number | undefined,
): Promise<ItemBody> {
  const kind = bodyKind(found.item.mimetype);
  if (hexFrom !== undefined || kind === 'bytes') return readHexPage(current, found, hexFrom);
  if (kind === 'picture' || kind === 'sound') return { kind };
  if (found.item.bytes > MAX_TEXT_BYTES) return readHexPage(current, found, 0, 'long');
  const charset = charsetOf(found.item.mimetype);
  const text = decodeText(await readBytes(current, found, 0, MAX_TEXT_BYTES), charset);
  if (text === undefined) return readHexPage(current, found, 0, 'broken');
  return { kind, text: kind === 'json' ? (layOutJson(text, 'lines') ?? text) : text, charset };
}

/** Undefined for a charset that nobody knows, and for bytes that are none of its. A byte order mark stays. */
function decodeText(bytes: Uint8Array, charset: string): string | undefined {
  try {
    const text = new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
    // No form sends it.
    return text.includes('\0') ? undefined : text;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
}

async function readHexPage(
  current: Current,
  found: ItemWithBody,
  wanted = 0,
  reason?: HexPage['reason'],
): Promise<HexPage> {
  const last = Math.max(0, found.item.bytes - 1);
  const from = Math.min(wanted, last - (last % HEX_PAGE_BYTES));
  const bytes = await readBytes(current, found, from, HEX_PAGE_BYTES);
  return { kind: 'bytes', reason, from, lines: toHexLines(bytes, from) };
}

const LINE_BYTES = 16;

function toHexLines(bytes: Buffer, from: number): HexLine[] {
  return Array.from({ length: Math.ceil(bytes.length / LINE_BYTES) }, (_, at) => {
    const line = bytes.subarray(at * LINE_BYTES, (at + 1) * LINE_BYTES);
    return {
      offset: (from + at * LINE_BYTES).toString(16).padStart(8, '0'),
      hex: line.toString('hex').replaceAll(/(..)(?=.)/g, '$1 '),
      ascii: line.toString('latin1').replaceAll(/[^\x20-\x7e]/g, '.'),
    };
  });
}

async function readBytes(current: Current, found: ItemWithBody, from: number, count: number): Promise<Buffer> {
  const { item, body } = found;
  const end = Math.min(from + count, item.bytes);
  if (end <= from) return Buffer.alloc(0);
  if (body.inline !== null) return body.inline.subarray(from, end);
  const stream = await openFile(current, item, body, { start: from, end: end - 1 });
  return Buffer.from(await new Response(stream).arrayBuffer());
}
