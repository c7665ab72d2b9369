import { expect, test } from 'vitest';

import { visit } from './visitor.ts';

test('the error page leads home, where nothing of it stays', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.open('/nowhere', 404);
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  await visitor.follow(() => page.getByRole('link', { name: 'Take me home' }).click(), '/');
  await page.locator('meta[name=robots]').waitFor({ state: 'detached' });
});
