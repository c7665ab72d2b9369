import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { visit } from './visitor.ts';

test('a masquerade stays from page to page until the user ends it', async () => {
  const visitor = await visit({ as: 'staff' });
  const { page } = visitor;
  const pack = page.getByRole('link', { name: 'Rumpus Pack' });
  await visitor.open('/');
  expect(await pack.count()).toBe(1);

  await visitor.open('/?masquerade=authenticated');
  await page.getByText('You are seeing this as: Player').waitFor();
  await inspect(page);
  expect(await pack.count()).toBe(0);
  await visitor.follow(() => page.getByRole('link', { name: 'Levelhead' }).click(), '/games/levelhead');
  await visitor.open('/games/rumpus-pack', 404);
  await visitor.open('/games/levelhead');
  await page.getByText('You are seeing this as: Player').waitFor();

  await visitor.follow(() => page.getByRole('link', { name: 'Be yourself again' }).click(), '/games/levelhead');
  await page.getByText('You are seeing this as').waitFor({ state: 'detached' });
  await visitor.open('/');
  expect(await pack.count()).toBe(1);
});
