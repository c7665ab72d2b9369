import { expect, test } from 'vitest';

import { lookOverAll, opened, publicScreens } from './every-screen.ts';

test('every screen of posts passes axe for a visitor, narrow and wide, in light and in dark', async () => {
  const paths = await publicScreens('posts');
  expect(paths).toEqual(expect.arrayContaining(['/blog', '/post/memoirs-of-an-off-by-one']));
  await lookOverAll(opened(paths));
});
