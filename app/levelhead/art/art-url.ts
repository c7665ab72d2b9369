import artVersion from 'virtual:levelhead-art-version';

import { FIGURES } from './content-figures.ts';
import type { ContentFigures } from './content-figures.ts';

export function avatarUrl(avatarId: string): string {
  return `/media/avatars/${encodeURIComponent(avatarId)}.svg?v=${artVersion}`;
}

/** @param figures whole numbers from 0 to 100: the address alone says what is drawn */
export function levelIconUrl(levelId: string, figures: ContentFigures): string {
  return levelArtUrl('icon', levelId, figures);
}

/** Twice as wide as high, and a third more. */
export function levelMapUrl(levelId: string, figures: ContentFigures): string {
  return levelArtUrl('map', levelId, figures);
}

/** A code that the camera of a phone reads: the short address of the level. */
export function levelLinkUrl(levelId: string): string {
  return `/media/levels/${encodeURIComponent(levelId)}/link.svg`;
}

function levelArtUrl(kind: 'icon' | 'map', levelId: string, figures: ContentFigures): string {
  const all = FIGURES.map((figure) => figures[figure]).join('-');
  return `/media/levels/${encodeURIComponent(levelId)}/${kind}-${all}.svg?v=${artVersion}`;
}
