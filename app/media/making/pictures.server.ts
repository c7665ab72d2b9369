import artVersion from 'virtual:art-version';

import type { Current } from '#app/current/current.server.ts';
import type { Reply } from '#lib/calls/answer.server.ts';
import { isFresh } from '#lib/http/conditions.ts';
import { ENCODER, UnreadableImage, fitRaster, fitVector, isTimeout } from '#lib/images/images.server.ts';
import type { EncodedImage } from '#lib/images/images.server.ts';
import { pickPictureFormat } from '#lib/images/picture-format.ts';
import type { PictureFormat } from '#lib/images/picture-format.ts';
import { Problem } from '#lib/problem.ts';

import { findDrawing } from '../art.server.ts';
import { isAllowedSize } from '../image-size.ts';
import { noPicture, tooBusy, unknownSize, unreadable } from '../problems.ts';
import { findSnippetFile } from '../snippets.server.ts';
import { toWorkCaller, pictureQueue } from '../work-queue.server.ts';
import { readFile } from './files.server.ts';
import { getGeneratedImage, generatedImageKey, generatedImageReply } from './generated-images.server.ts';
import { getSource, readSource } from './sources.server.ts';

/** For an address with the version of its picture. */
export const FOREVER = 'public, max-age=31536000, immutable';
export const A_DAY = 'public, max-age=86400, stale-while-revalidate=604800';

/**
 * The response for an address under /media/: a picture in a size, or a GIF unchanged. Undefined for other addresses.
 * @param path still percent-encoded
 * @param maySee whether the actor may see the picture of a name; a hidden one answers as if it did not exist
 */
export async function findPicture(
  current: Current,
  request: Request,
  { path, search, maySee }: { path: string; search: string; maySee: (name: string) => boolean },
): Promise<Reply | undefined> {
  const name = snippetIn(path);
  const isHidden = name !== undefined && !maySee(name);
  const [, width, height, source] = FIT_IN.exec(path) ?? [];
  if (source !== undefined) {
    const box = { width: Number(width), height: Number(height) };
    if (!isAllowedSize(box.width, box.height)) throw new Problem(unknownSize);
    if (isHidden) throw new Problem(noPicture);
    return fitIn(current, request, box, { source, search });
  }
  if (isHidden) throw new Problem(noPicture);
  return name === undefined ? undefined : gifReply(current, request, name);
}

export function snippetIn(path: string): string | undefined {
  const source = FIT_IN.exec(path)?.[3];
  return source === undefined ? GIF.exec(path)?.[1] : SNIPPET.exec(source)?.[1];
}

const FIT_IN = /^\/media\/fit-in\/(\d{1,5})x(\d{1,5})\/(.+)$/;
const SNIPPET = /^snippets\/([a-z0-9-]{1,100})\.jpg$/;
const GIF = /^\/media\/gifs\/([a-z0-9-]+)\.gif$/;

interface PictureBox {
  width: number;
  height: number;
}

export interface Original {
  sha256: string;
  isDrawn: boolean;
  /** The version that its address may have; absent for a picture that may change under its address. */
  version?: string;
  read: () => Promise<Uint8Array>;
}

async function fitIn(
  current: Current,
  request: Request,
  box: PictureBox,
  { source, search }: { source: string; search: string },
): Promise<Reply> {
  const original = await getOriginal(current, request, source);
  const format = pickPictureFormat(request.headers.get('accept'));
  const key = generatedImageKey('fit-in', ENCODER, original.sha256, box.width, box.height, format);
  const { signal } = request;
  const how = { make: () => resizePicture(original, box, format), lane: pictureQueue, signal };
  const version = new URLSearchParams(search).get('v');
  const caching = version !== null && version === original.version ? FOREVER : A_DAY;
  const made = await getGeneratedImage(current, key, how);
  const reply = await generatedImageReply(current, request, made, { ...how, caching });
  return { ...reply, headers: { ...reply.headers, vary: 'accept' } };
}

/** @throws Problem 422 when it cannot be read, 503 when the machine is too busy to draw it in time */
export async function resizePicture(
  { isDrawn, read }: Original,
  box: PictureBox,
  format: PictureFormat,
): Promise<EncodedImage> {
  try {
    return await (isDrawn ? fitVector : fitRaster)(await read(), box, format);
  } catch (error) {
    if (isTimeout(error)) throw new Problem(tooBusy, { headers: { 'retry-after': '2' } });
    throw error instanceof UnreadableImage ? new Problem(unreadable) : error;
  }
}

async function getOriginal(current: Current, request: Request, source: string): Promise<Original> {
  const [, name] = SNIPPET.exec(source) ?? [];
  const snippet = name === undefined ? undefined : await findSnippet(current, name);
  if (snippet !== undefined) return snippet;
  const address = decoded(source);
  if (!/^https?:\/\//i.test(address)) throw new Problem(noPicture);
  const found = await getSource(current, address, toWorkCaller(current, request.signal));
  return { sha256: found.sha256, isDrawn: false, read: () => readSource(current, found) };
}

/** An upload of staff wins over a drawing of the studio. */
export async function findSnippet(current: Current, name: string): Promise<Original | undefined> {
  const uploaded = await findSnippetFile(current, name);
  if (uploaded !== undefined) {
    return { sha256: uploaded.sha256, isDrawn: false, read: () => readFile(current, uploaded.fileKey) };
  }
  const drawing = findDrawing(name);
  if (drawing === undefined) return undefined;
  return { sha256: drawing.sha256, isDrawn: true, version: artVersion, read: async () => drawing.svg };
}

async function gifReply(current: Current, request: Request, name: string): Promise<Reply> {
  const file = await findSnippetFile(current, name);
  if (file?.type !== 'image/gif') throw new Problem(noPicture);
  const headers = { 'cache-control': A_DAY, etag: `"${file.sha256}"` };
  if (isFresh(request.headers.get('if-none-match'), headers.etag)) return { status: 304, headers };
  return {
    body: () => current.files.read(file.fileKey),
    headers: { ...headers, 'content-type': file.type, 'content-length': String(file.bytes) },
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Problem(noPicture);
  }
}
