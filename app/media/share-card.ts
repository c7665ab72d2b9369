import type { Locale, TextKey } from '#app/current/locale.ts';

export const CARD_KINDS = [
  'site',
  'page',
  'game',
  'post',
  'draft',
  'policy',
  'changelog',
  'level',
  'player',
  'playlist',
  'profile',
] as const;
export type CardKind = (typeof CARD_KINDS)[number];

export const CARD_PAGES = {
  about: 'about.page.title',
  games: 'games.list.title',
  telegrams: 'telegrams.page.title',
  'rumpus-ce': 'ce.page.title',
} as const satisfies Record<string, TextKey>;
export type CardPage = keyof typeof CARD_PAGES;

/** In pixels. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

/**
 * @param id `home` of the site, one of `CARD_PAGES`, the slug of a game, the name or id of a post, that of a draft
 * for staff, the name of a policy, the app of a changelog, the id of a level, player or playlist, the alias of a profile @returns a path without the origin
 */
export function shareCardUrl(kind: CardKind, id: string, locale: Locale): string {
  return `/media/cards/${kind}/${encodeURIComponent(id)}.png?locale=${locale}`;
}
