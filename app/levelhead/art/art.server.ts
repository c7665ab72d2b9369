import { createHash } from 'node:crypto';

import artVersion from 'virtual:levelhead-art-version';

import type { Current } from '#app/current/current.server.ts';
import {
  generatedImageKey,
  generatedImageReply,
  getGeneratedImage,
} from '#app/media/making/generated-images.server.ts';
import { A_DAY, FOREVER } from '#app/media/making/pictures.server.ts';
import { unknownSize } from '#app/media/problems.ts';
import { pictureQueue } from '#app/media/work-queue.server.ts';
import type { Reply } from '#lib/calls/answer.server.ts';
import { isFresh } from '#lib/http/conditions.ts';
import { DRAWER, drawPng } from '#lib/images/draw-png.server.ts';
import { ENCODER, fitVector } from '#lib/images/images.server.ts';
import { Problem } from '#lib/problem.ts';
import { qrCodeSvg } from '#lib/qr/qr-code.ts';

import { toShortAddress } from '../short-address.ts';
import { avatarSvg } from './avatar.ts';
import { cleanFigures } from './content-figures.ts';
import { levelIconSvg } from './level-icon.ts';
import { levelMapSvg } from './level-map.ts';

/** Portraits as old clients ask for them, and drawings. @throws Problem 400 for a portrait outside of 16 to 512 */
export async function findLevelheadArt(
  current: Current,
  request: Request,
  path: string,
  search: string,
): Promise<Reply | undefined> {
  const [, width, height, avatarId, format] = FIT_IN_AVATAR.exec(path) ?? [];
  if (avatarId !== undefined) {
    const edge = Math.min(Number(width), Number(height));
    return avatarInSize(current, request, { avatarId, edge, isPng: format === 'png' });
  }
  const svg = linkAt(current, path) ?? drawingAt(path);
  if (svg === undefined) return undefined;
  const etag = `"${createHash('sha256').update(svg).digest('base64url')}"`;
  const isVersioned = new URLSearchParams(search).get('v') === artVersion;
  const headers = { 'cache-control': isVersioned ? FOREVER : A_DAY, etag };
  if (isFresh(request.headers.get('if-none-match'), etag)) return { status: 304, headers };
  return { body: svg, headers: { ...headers, 'content-type': 'image/svg+xml' } };
}

const FIT_IN_AVATAR = /^\/media\/fit-in\/(\d{1,5})x(\d{1,5})\/avatars\/([A-Za-z0-9_.-]{1,64})\.(webp|png)$/;
const AVATAR = /^\/media\/avatars\/([A-Za-z0-9_.-]{1,64})\.svg$/;
const LEVEL = /^\/media\/levels\/([a-z0-9]{7})\/(icon|map)-(\d{1,3})-(\d{1,3})-(\d{1,3})-(\d{1,3})-(\d{1,3})\.svg$/;

const LINK = /^\/media\/levels\/([a-z0-9]{7})\/link\.svg$/;

function linkAt({ config: { publicUrl } }: Current, path: string): string | undefined {
  const [, levelId] = LINK.exec(path) ?? [];
  return levelId === undefined ? undefined : qrCodeSvg(publicUrl + toShortAddress('levels', levelId));
}

function drawingAt(path: string): string | undefined {
  const [, avatarId] = AVATAR.exec(path) ?? [];
  if (avatarId !== undefined) return avatarSvg(avatarId);
  const [, levelId, kind, ...counts] = LEVEL.exec(path) ?? [];
  if (levelId === undefined) return undefined;
  const [World, Movement, Puzzles, Enemies, Hazards] = counts.map(Number);
  const figures = cleanFigures({ World, Movement, Puzzles, Enemies, Hazards });
  return kind === 'icon' ? levelIconSvg(levelId, figures) : levelMapSvg(levelId, figures);
}

const MIN_EDGE = 16;
const MAX_EDGE = 512;
/** Sizes are rounded down to a multiple, so that one portrait is kept in few of them. */
const EDGE_STEP = 4;

async function avatarInSize(
  current: Current,
  request: Request,
  { avatarId, edge: given, isPng }: { avatarId: string; edge: number; isPng: boolean },
): Promise<Reply> {
  if (given < MIN_EDGE || given > MAX_EDGE) throw new Problem(unknownSize);
  const edge = given - (given % EDGE_STEP);
  const svg = avatarSvg(avatarId);
  const drawing = Buffer.from(svg);
  const make = () => (isPng ? drawPng(drawing, edge) : fitVector(drawing, { width: edge, height: edge }, 'webp'));
  const key = generatedImageKey('avatar', isPng ? DRAWER : ENCODER, svg, edge);
  const how = { make, lane: pictureQueue, signal: request.signal };
  const image = await getGeneratedImage(current, key, how);
  return generatedImageReply(current, request, image, { ...how, caching: A_DAY });
}
