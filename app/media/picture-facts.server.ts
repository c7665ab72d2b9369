import type { Current } from '#app/current/current.server.ts';
import { FileMissing } from '#lib/files/file-store.ts';
import { UnreadableImage, readImage } from '#lib/images/images.server.ts';
import { LruCache } from '#lib/lru-cache.ts';

import { findDrawing } from './art.server.ts';
import { readFile } from './making/files.server.ts';
import { isSnippetName } from './snippet-name.ts';
import type { PictureFacts } from './snippet.ts';
import { findSnippets } from './snippets.server.ts';

/** A name without a picture is missing. Public, as pictures are. @param toRead whose file is read too */
export async function findPictureFacts(
  current: Current,
  names: readonly string[],
  toRead?: string,
): Promise<ReadonlyMap<string, PictureFacts>> {
  const readable = current.db.processState.get(createReadable);
  const facts = new Map<string, PictureFacts>();
  for (const name of names) if (findDrawing(name) !== undefined) facts.set(name, 'drawing');
  for (const { name, type, width, height, sha256, fileKey } of await findSnippets(current, [...new Set(names)])) {
    const isUnreadable = name === toRead && !(await readable.get(sha256, () => isReadable(current, fileKey)));
    facts.set(name, isUnreadable ? 'unreadable' : { width, height, isGif: type === 'image/gif' });
  }
  return facts;
}

/** Whether the picture of a name moves. Public, as pictures are. */
export async function isGif(current: Current, name = ''): Promise<boolean> {
  const facts = isSnippetName(name) ? (await findPictureFacts(current, [name])).get(name) : undefined;
  return typeof facts === 'object' && facts.isGif;
}

/** By the digest of the file. */
const createReadable = () => new LruCache<boolean>(128);

async function isReadable(current: Current, fileKey: string): Promise<boolean> {
  try {
    await readImage(await readFile(current, fileKey));
    return true;
  } catch (error) {
    if (error instanceof FileMissing || error instanceof UnreadableImage) return false;
    throw error;
  }
}
