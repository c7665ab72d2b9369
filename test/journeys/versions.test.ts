import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { visit } from './visitor.ts';

test('a newer version is offered within three seconds of another tab hearing of it, and reloading leaves no trace; telemetry tells of it too, and an idle tab asks when it is visible again', async () => {
  const visitor = await visit();
  const { page } = visitor;
  // What this tab asks meanwhile is answered with the version that it has.
  await page.route('**/api/**', (route) => route.fulfill({ status: 202 }));
  await page.clock.install();
  await visitor.open('/games?a=1');
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() => localStorage.setItem('version', '99.0.0'));
  const notice = page.getByRole('region', { name: 'There’s a newer version of this site' });
  await page.clock.runFor(3000);
  await notice.waitFor();
  await page.clock.resume();
  await inspect(page, { part: '.site-notices' });
  const loaded = page.waitForRequest((request) => request.isNavigationRequest());
  await notice.getByRole('button', { name: 'Reload' }).click();
  expect(new URL((await loaded).url()).search).toBe('?a=1&reload=99.0.0');
  await page.waitForFunction(() => location.search === '?a=1');
  await visitor.waitForHydration();
  expect(await notice.count()).toBe(0);

  for (const path of [/\/api\/telemetry\//, /\/api\/version/]) {
    await page.evaluate(() => localStorage.removeItem('version'));
    // Only this answer tells a version: what comes later would take it back.
    await page.route(path, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'rumpus-version': '99.0.0' } });
    });
    await visitor.open('/games');
    expect(await notice.count()).toBe(0);
    await page.clock.runFor(61_000);
    if (!path.test('/api/telemetry/')) {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    }
    await notice.waitFor();
    await page.unroute(path);
  }
});
