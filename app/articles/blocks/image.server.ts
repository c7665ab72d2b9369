import type { Current } from '#app/current/current.server.ts';
import { findDrawing } from '#app/media/art.server.ts';
import { findListedUrl } from '#app/media/making/sources.server.ts';
import { findPictureFacts } from '#app/media/picture-facts.server.ts';
import { isSnippetName } from '#app/media/snippet-name.ts';
import type { PictureFacts } from '#app/media/snippet.ts';
import type { ArticleParts } from '#lib/markdown/article.ts';

import type { ArticlePictureSource } from './article-picture.tsx';

interface TypedSize {
  readonly width?: string | undefined;
  readonly height?: string | undefined;
}

/** What is known of uploads by their names. */
export type ImageSizes = ReadonlyMap<string, PictureFacts>;

/** Of the pictures of a text: one question for all of them. */
export async function findImageSizes(current: Current, { html }: ArticleParts): Promise<ImageSizes> {
  const names = html.flatMap((part) => {
    if (typeof part === 'string' || part.name !== 'image') return [];
    const { src = '' } = part.attributes;
    return isSnippetName(src) ? [src] : [];
  });
  return findPictureFacts(current, [...new Set(names)].slice(0, MAX_SIZES));
}

const MAX_SIZES = 300;

/** A picture of this site or of a host that it lists; undefined for any other, and for a size that is none. */
export function findImage(
  current: Current,
  src: string,
  { width, height }: TypedSize,
  sizes: ImageSizes = new Map(),
): ArticlePictureSource | undefined {
  const of = isSnippetName(src) ? src : findListedUrl(current, src)?.href;
  if (of === undefined) return undefined;
  const facts = sizes.get(of);
  const isGif = typeof facts === 'object' && facts.isGif;
  if (width === undefined && height === undefined) return { of, isGif, size: findSize(of, facts) };
  const size = { width: Number(width), height: Number(height) };
  return isSide(size.width) && isSide(size.height) ? { of, isGif, size } : undefined;
}

const MAX_SIDE = 20_000;

function isSide(length: number): boolean {
  return Number.isInteger(length) && length > 0 && length <= MAX_SIDE;
}

const VIEW_BOX = /viewBox="0 0 (\d+(?:\.\d+)?) (\d+(?:\.\d+)?)"/;

/** So that the page does not move when it arrives. */
function findSize(name: string, facts: PictureFacts | undefined): ArticlePictureSource['size'] {
  if (typeof facts === 'object') return facts;
  const [, width, height] = VIEW_BOX.exec(findDrawing(name)?.svg.toString('latin1', 0, 500) ?? '') ?? [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
}
