import { expect, test } from 'vitest';

import { inspect } from '../inspect.ts';
import { visit } from '../visitor.ts';
import { LOOKS, answered, lookOverAll, publicScreens } from './every-screen.ts';

test('every screen of neither games nor posts passes axe for a visitor, narrow and wide, in light and in dark', async () => {
  const { opened, contents } = await publicScreens('site');
  expect([...opened, ...contents]).toEqual(expect.arrayContaining(['/', '/privacy', '/login']));
  await lookOverAll(answered(opened), answered(contents));
});

test('the cookie notice passes axe', async () => {
  const { page } = await visit({ isNew: true });
  await page.goto('/about');
  await page.getByRole('region', { name: 'Crumbs, not trackers' }).waitFor();
  await inspect(page, { looks: LOOKS });
});
