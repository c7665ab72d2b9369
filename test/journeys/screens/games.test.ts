import { expect, test } from 'vitest';

import { answered, lookOverAll, publicScreens } from './every-screen.ts';

test('every screen of games passes axe for a visitor, narrow and wide, in light and in dark', async () => {
  const { opened, contents } = await publicScreens('games');
  expect([...opened, ...contents]).toEqual(expect.arrayContaining(['/games', '/games/levelhead']));
  await lookOverAll(answered(opened), answered(contents));
});
