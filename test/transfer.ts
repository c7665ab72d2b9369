import type { TestSite } from './site.ts';

/** A line of an export or of the answer to an import, of whatever kind. */
export interface TransferLine {
  [member: string]: unknown;
  crate?: object;
  item?: { itemId: string; name: string | null; [member: string]: unknown };
  records?: unknown[];
  progress?: { items: number; after: string };
  manifest?: { items: number; bytes: number; sha256: string };
}

export async function exported(site: TestSite, crate: string, query = ''): Promise<string> {
  const response = await site.ask('admin', `${crate}/export${query}`);
  if (response.status !== 200) throw new Error(`export: ${response.status} ${await response.text()}`);
  return response.text();
}

/** @returns the lines that an import answers; the last is the result */
export async function imported(
  site: TestSite,
  crate: string,
  body: string | Uint8Array | ReadableStream<Uint8Array>,
  query = '',
): Promise<TransferLine[]> {
  const response = await site.ask('admin', `${crate}/import${query}`, { method: 'POST', body });
  if (response.status !== 200) throw new Error(`import: ${response.status} ${await response.text()}`);
  return linesOf(await response.text());
}

export function linesOf(text: string): TransferLine[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as TransferLine);
}

/** A body in chunks of changing sizes, as a network brings it. */
export function shakenChunks(text: string, seed: number): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(text);
  let at = 0;
  let state = seed;
  return new ReadableStream({
    pull(controller) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      const end = Math.min(bytes.length, at + 1 + (state % 40_000));
      controller.enqueue(bytes.subarray(at, end));
      at = end;
      if (at === bytes.length) controller.close();
    },
  });
}
