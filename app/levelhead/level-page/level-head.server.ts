import type { Current } from '#app/current/current.server.ts';
import { getText, htmlLang, isLocale, localeFromPath, localePath } from '#app/current/locale.ts';
import type { Head } from '#app/current/page/head.ts';
import { shareCardUrl } from '#app/media/share-card.ts';
import { studio } from '#content/studio.ts';
import type { JsonLd } from '#lib/json-ld/json-ld.tsx';

import { levelMapUrl } from '../art/art-url.ts';
import type { LevelSheet } from './level-sheet.ts';

export async function levelHead(current: Current, level: LevelSheet, pathname: string): Promise<Head> {
  const text = await getText(current.locale);
  const { title, creator, isUnlisted, levelId } = level;
  const by = creator.name ?? text('arcade.player.gone');
  return {
    title: text('arcade.level.title', { title }),
    description: text('arcade.level.description', { title, creator: by, likes: level.likes, players: level.players }),
    type: 'article',
    author: by,
    image: shareCardUrl('level', levelId, current.locale),
    publishedTime: level.createdAt,
    noindex: isUnlisted,
    jsonLd: isUnlisted ? [] : levelData(current, level, { pathname, hall: text('arcade.tower.title'), by }),
  };
}

interface LevelWords {
  pathname: string;
  hall: string;
  by: string;
}

function levelData(
  { config: { publicUrl } }: Current,
  level: LevelSheet,
  { pathname, hall, by }: LevelWords,
): JsonLd[] {
  const { levelId, title, locale, createdAt, tagNames, content, stats, creator } = level;
  const inLocale = localeFromPath(pathname);
  const address = (path: string) => `${publicUrl}${inLocale === undefined ? path : localePath(inLocale, path)}`;
  const counter = (action: string, count: number | undefined): JsonLd => ({
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${action}`,
    userInteractionCount: Math.max(0, Math.round(count ?? 0)),
  });
  const steps: [string, string][] = [
    [studio.name, '/'],
    ['Levelhead', '/games/levelhead'],
    [hall, '/games/levelhead/tower'],
    [title, `/games/levelhead/levels/${levelId}`],
  ];
  return [
    {
      '@type': 'CreativeWork',
      name: title,
      url: address(`/games/levelhead/levels/${levelId}`),
      image: `${publicUrl}${levelMapUrl(levelId, content)}`,
      dateCreated: createdAt,
      ...(isLocale(locale) && { inLanguage: htmlLang(locale) }),
      ...(tagNames.length > 0 && { keywords: tagNames.join(', ') }),
      author: {
        '@type': 'Person',
        name: by,
        ...(creator.name !== undefined && { url: address(`/games/levelhead/players/${creator.userId}`) }),
      },
      isPartOf: { '@type': 'VideoGame', name: 'Levelhead', url: address('/games/levelhead') },
      interactionStatistic: [counter('LikeAction', stats.Likes), counter('PlayGameAction', stats.Attempts)],
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: steps.map(([name, path], at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name,
        item: address(path),
      })),
    },
  ];
}
