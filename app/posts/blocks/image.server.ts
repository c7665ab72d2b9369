import type { Current } from '#app/current/current.server.ts';
import { findDrawing } from '#app/media/art.server.ts';
import { findListedUrl } from '#app/media/making/sources.server.ts';
import { isSnippetName } from '#app/media/snippet-name.ts';

import type { PostPictureSource } from './post-picture.tsx';

/** Width and height as they were typed. */
interface TypedSize {
  readonly width?: string | undefined;
  readonly height?: string | undefined;
}

/** A picture of this site or of a host that it lists; undefined for any other, and for a size that is none. */
export function findPostImage(
  current: Current,
  src: string,
  { width, height }: TypedSize,
): PostPictureSource | undefined {
  const of = isSnippetName(src) ? src : findListedUrl(current, src)?.href;
  if (of === undefined) return undefined;
  if (width === undefined && height === undefined) return { of, size: sizeOfDrawing(of) };
  const size = { width: Number(width), height: Number(height) };
  return isSide(size.width) && isSide(size.height) ? { of, size } : undefined;
}

const MAX_SIDE = 20_000;

function isSide(length: number): boolean {
  return Number.isInteger(length) && length > 0 && length <= MAX_SIDE;
}

const VIEW_BOX = /viewBox="0 0 (\d+(?:\.\d+)?) (\d+(?:\.\d+)?)"/;

/** So that the page does not move when it arrives. An upload of the same name may have other proportions. */
function sizeOfDrawing(name: string): PostPictureSource['size'] {
  const [, width, height] = VIEW_BOX.exec(findDrawing(name)?.svg.toString('latin1', 0, 500) ?? '') ?? [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
}
