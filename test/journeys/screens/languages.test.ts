import { test } from 'vitest';

import { lookOverAll, opened } from './every-screen.ts';

/** Words are longer and shorter, and the fonts are others. */
const TRANSLATED = [
  '/de-DE/games/levelhead',
  '/ja-JP',
  '/ja-JP/games/levelhead',
  '/pl-PL',
  '/ru-RU',
  '/es-XL',
  '/en-XA',
];
const REFUSED = [
  ...[401, 403, 404, 429, 500, 503].map((status) => ({ path: `/${status}`, status })),
  { path: '/linkout?url=javascript%3Aalert(1)', status: 400 },
];

test('screens in other languages pass axe, narrow and wide, in light and in dark', async () => {
  await lookOverAll(opened(TRANSLATED));
});

test('refusals pass axe, narrow and wide, in light and in dark', async () => {
  await lookOverAll(REFUSED);
});
