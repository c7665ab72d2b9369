import { expect, test } from 'vitest';

import { answered, lookOverAll, publicScreens } from './every-screen.ts';

test('every screen of posts passes axe for a visitor, narrow and wide, in light and in dark', async () => {
  const { opened, contents } = await publicScreens('posts');
  expect([...opened, ...contents]).toEqual(expect.arrayContaining(['/blog', '/post/memoirs-of-an-off-by-one']));
  await lookOverAll(answered(opened), answered(contents));
});
