import type { Locale } from '#app/current/locale.ts';

/** The kinds of pages that have a share card, as `og:image` names it. */
export const CARD_KINDS = ['site', 'game', 'post', 'policy'] as const;
export type CardKind = (typeof CARD_KINDS)[number];

/** In pixels. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

/**
 * The address of a page's share card, without the origin.
 * @param id `home` of the site, the slug of a game, the name or id of a post, the name of a policy
 */
export function shareCardUrl(kind: CardKind, id: string, locale: Locale): string {
  return `/media/cards/${kind}/${encodeURIComponent(id)}.png?locale=${locale}`;
}
