import { expect, test } from 'vitest';

import { lookOverAll, opened, publicScreens } from './every-screen.ts';

test('every screen of games passes axe for a visitor, narrow and wide, in light and in dark', async () => {
  const paths = await publicScreens('games');
  expect(paths).toEqual(expect.arrayContaining(['/games', '/games/levelhead']));
  await lookOverAll(opened(paths));
});
