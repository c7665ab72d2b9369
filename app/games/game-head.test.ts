import { expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import type { Game } from '#content/game.ts';
import { games } from '#content/games.ts';
import { useTestSite } from '#test/site.ts';

import { gameHead } from './game-head.server.ts';

const site = useTestSite();
const levelhead = games.find(({ slug }) => slug === 'levelhead') as Game;

async function thingsOf(game: Game, path = `/games/${game.slug}`) {
  const request = new Request(`http://localhost:8080${path}`);
  const { jsonLd } = await gameHead(systemCurrent(site.parts), game, request);
  return Object.fromEntries((jsonLd ?? []).map((thing) => [[thing['@type']].flat()[0], thing]));
}

test('a game is described as a VideoGame and an application, without a rating', async () => {
  const { VideoGame: thing } = await thingsOf(levelhead);
  expect(thing).toMatchObject({
    '@type': ['VideoGame', 'SoftwareApplication'],
    name: 'Levelhead',
    url: 'http://localhost:8080/games/levelhead',
    datePublished: '2020-04-30',
    gamePlatform: ['Windows', 'Android', 'iOS', 'Nintendo Switch', 'Xbox One'],
  });
  expect(JSON.stringify(thing)).not.toMatch(/aggregateRating|review|offers/i);
});

test('a game for telephones alone is a MobileApplication, and an unreleased one has no date', async () => {
  const { VideoGame: mobile } = await thingsOf({ ...levelhead, operatingSystems: ['android', 'ios'] });
  expect(mobile?.['@type']).toEqual(['VideoGame', 'MobileApplication']);
  const { releaseDate: _, ...unreleased } = levelhead;
  expect((await thingsOf(unreleased)).VideoGame).not.toHaveProperty('datePublished');
});

test('the breadcrumbs lead from the studio by the games to the game, in the language of the address', async () => {
  const { BreadcrumbList: trail } = await thingsOf(levelhead, '/ja-JP/games/levelhead');
  expect(trail).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Rumpus', item: 'http://localhost:8080/ja-JP' },
      { position: 2, name: 'Our Games', item: 'http://localhost:8080/ja-JP/games' },
      { position: 3, name: 'Levelhead', item: 'http://localhost:8080/ja-JP/games/levelhead' },
    ],
  });
});

test('a trailer is described as a VideoObject with a picture of this site', async () => {
  expect(await thingsOf(levelhead)).not.toHaveProperty('VideoObject');
  const { VideoObject: film } = await thingsOf({
    ...levelhead,
    trailer: { youtubeId: 'abc', uploadDate: '2020-04-30' },
  });
  expect(film).toMatchObject({
    name: 'Levelhead: trailer',
    uploadDate: '2020-04-30',
    embedUrl: 'https://www.youtube-nocookie.com/embed/abc?autoplay=1&rel=0',
  });
  expect(film?.thumbnailUrl).toMatch(/^http:\/\/localhost:8080\/media\/fit-in\//);
});
