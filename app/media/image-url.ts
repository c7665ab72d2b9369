import artVersion from 'virtual:art-version';

import { studio } from '#content/studio.ts';

import { fitWidth, pickShape, SCALES } from './image-size.ts';
import { isSnippetName } from './snippet-name.ts';

interface ImageBox {
  /** CSS pixels at one device pixel per pixel. */
  width: number;
  height: number;
}

/** @param of a snippet's name, or an absolute address of a listed host @param box pixels, to be rounded up */
export function imageUrl(of: string, box: ImageBox): string {
  const width = fitWidth(box.width);
  const height = pickShape(box).heightFor(width);
  const size = `/media/fit-in/${width}x${height}`;
  if (isSnippetName(of)) return `${size}/snippets/${of}.jpg?v=${artVersion}`;
  return `${size}/${encodeURIComponent(of)}`;
}

interface ImageCandidate {
  url: string;
  scale: number;
  /** In pixels. */
  width: number;
}

/** At 1 to 4 device pixels per pixel in half steps, up to `maxWidth`, each picture once. */
export function imageCandidates(of: string, box: ImageBox, maxWidth: number): ImageCandidate[] {
  const candidates: ImageCandidate[] = [];
  for (const scale of SCALES) {
    const width = Math.min(maxWidth, fitWidth(box.width * scale));
    if (candidates.at(-1)?.width === width) break;
    candidates.push({ url: imageUrl(of, { width, height: (box.height * width) / box.width }), scale, width });
  }
  return candidates;
}

/** The address of a moving picture by its name, on the studio's media host where it has one. */
export function gifUrl(name: string): string {
  return `${studio.mediaOrigin ?? ''}/media/gifs/${name}.gif`;
}
