import { expect, test } from 'vitest';

import { inspect } from '../inspect.ts';
import { visit } from '../visitor.ts';
import { LOOKS, lookOverAll, opened, publicScreens } from './every-screen.ts';

test('every screen of neither games nor posts passes axe for a visitor, narrow and wide, in light and in dark', async () => {
  const paths = await publicScreens('site');
  expect(paths).toEqual(expect.arrayContaining(['/', '/privacy', '/login']));
  await lookOverAll(opened(paths));
});

test('the cookie notice passes axe', async () => {
  const { page } = await visit({ isNew: true });
  await page.goto('/about');
  await page.getByRole('region', { name: 'Crumbs, not trackers' }).waitFor();
  await inspect(page, { looks: LOOKS });
});
