import type { Current } from '#app/current/current.server.ts';
import { getText, localeFromPath, localePath } from '#app/current/locale.ts';
import type { Head } from '#app/current/page/head.ts';
import { imageUrl } from '#app/media/image-url.ts';
import { shareCardUrl } from '#app/media/share-card.ts';
import type { Game } from '#content/game.ts';
import { studio } from '#content/studio.ts';
import type { JsonLd } from '#lib/json-ld/json-ld.tsx';
import { documentLinks } from '#lib/syndication/feed-format.ts';
import { playerUrl, watchUrl } from '#lib/youtube.ts';

import { SYSTEM_NAMES, shownStores } from './stores.ts';

export async function gameHead(current: Current, game: Game, request: Request): Promise<Head> {
  const locale = localeFromPath(new URL(request.url).pathname);
  const { publicUrl } = current.config;
  const text = await getText(current.locale);
  const inLocale = (path: string) => (locale === undefined ? path : localePath(locale, path));
  const address = (path: string) => `${publicUrl}${inLocale(path)}`;
  return {
    title: game.name,
    description: game.tagline,
    type: 'video.game',
    image: shareCardUrl('game', game.slug, current.locale),
    links: documentLinks(publicUrl, inLocale(`/blog/${game.slug}`), game.name),
    jsonLd: [
      gameData(game, address, publicUrl),
      trail(game, address, text('games.list.title')),
      ...filmData(game, publicUrl),
    ],
  };
}

type AddressBuilder = (path: string) => string;

/** A game in schema.org; search engines show a VideoGame only when it is an application too. */
function gameData(game: Game, address: AddressBuilder, publicUrl: string): JsonLd {
  const { name, slug, description, genre, releaseDate, operatingSystems, players } = game;
  const isMobile = operatingSystems.every((system) => system === 'android' || system === 'ios');
  const maker = { '@type': 'Organization', '@id': `${publicUrl}/#organization`, name: studio.name, url: publicUrl };
  return {
    '@type': ['VideoGame', isMobile ? 'MobileApplication' : 'SoftwareApplication'],
    name,
    description,
    url: address(`/games/${slug}`),
    image: `${publicUrl}${imageUrl(`box-${slug}`, { width: 960, height: 1280 })}`,
    genre,
    applicationCategory: 'GameApplication',
    operatingSystem: operatingSystems.map((system) => SYSTEM_NAMES[system]).join(', '),
    gamePlatform: operatingSystems.map((system) => SYSTEM_NAMES[system]),
    author: maker,
    publisher: maker,
    ...(releaseDate !== undefined && { datePublished: releaseDate }),
    ...(players !== undefined && { numberOfPlayers: { '@type': 'QuantitativeValue', minValue: 1, maxValue: players } }),
    sameAs: shownStores(game.stores).map(({ url }) => url),
  };
}

function trail({ name, slug }: Game, address: AddressBuilder, list: string): JsonLd {
  const steps: [string, string][] = [
    [studio.name, '/'],
    [list, '/games'],
    [name, `/games/${slug}`],
  ];
  const itemListElement = steps.map(([name, path], at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: address(path),
  }));
  return { '@type': 'BreadcrumbList', itemListElement };
}

function filmData({ name, slug, tagline, trailer }: Game, publicUrl: string): JsonLd[] {
  if (trailer === undefined) return [];
  return [
    {
      '@type': 'VideoObject',
      name: `${name}: trailer`,
      description: tagline,
      thumbnailUrl: `${publicUrl}${imageUrl(`banner-${slug}`, { width: 1100, height: 619 })}`,
      uploadDate: trailer.uploadDate,
      embedUrl: playerUrl(trailer.youtubeId),
      url: watchUrl(trailer.youtubeId),
    },
  ];
}
