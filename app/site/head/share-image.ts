import type { Head } from '#app/current/page/head.ts';
import { imageUrl } from '#app/media/image-url.ts';
import { CARD_HEIGHT, CARD_WIDTH } from '#app/media/share-card.ts';
import { isSnippetName } from '#app/media/snippet-name.ts';
import { studio } from '#content/studio.ts';

interface ShareImage {
  /** Absolute, because other sites read it. */
  readonly url: string;
  /** In pixels, if known. */
  readonly width?: number;
  readonly height?: number;
  readonly alt: string;
}

export function shareImage(head: Head | undefined, publicUrl: string): ShareImage {
  const image = head?.image;
  if (typeof image === 'object') return { ...image, url: absolute(image.url, publicUrl) };
  const url = urlToImage(image ?? studio.shareImage);
  const size = image === undefined || url.startsWith('/media/cards/') ? CARD : {};
  return { url: absolute(url, publicUrl), ...size, alt: image === undefined ? studio.name : (head?.title ?? '') };
}

const CARD = { width: CARD_WIDTH, height: CARD_HEIGHT };

function urlToImage(image: string): string {
  return isSnippetName(image) ? imageUrl(image, CARD) : image;
}

function absolute(url: string, publicUrl: string): string {
  return new URL(url, publicUrl).href;
}
