import { test } from 'vitest';

import { inspect } from '../inspect.ts';
import { visit } from '../visitor.ts';
import { LOOKS, lookOverSubject } from './every-screen.ts';

test('every screen of the site itself passes axe for a visitor, narrow and wide, in light and in dark', () =>
  lookOverSubject('site', ['/', '/about', '/telegrams']));

test('the cookie notice passes axe', async () => {
  const { page } = await visit({ isNew: true });
  await page.goto('/about');
  await page.getByRole('region', { name: 'Crumbs, not trackers' }).waitFor();
  await inspect(page, { looks: LOOKS });
});
