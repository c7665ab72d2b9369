import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';

import { visit } from './visitor.ts';
import type { BrowserVisitor } from './visitor.ts';
import { rest } from './wait-for-react.ts';

const VERSIONS = ['version', 'version-privacy', 'version-terms', 'version-terms-rce'];

test('a visitor who declines is counted no more and has no language stored; one who had loses it, and may change their mind', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await page.clock.install();
  const requests: string[] = [];
  page.on('request', (request) => request.url().includes('/api/telemetry/') && requests.push(request.url()));
  const choose = async (from: string, to: string, path: string) => {
    await page.locator('footer summary', { hasText: from }).click();
    await visitor.follow(() => page.getByRole('link', { name: to, exact: true }).click(), path);
  };
  const remembered = async () => [
    (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`),
    await page.evaluate(() => localStorage.getItem('locale')),
  ];
  await visitor.open('/games');
  await choose('English', 'Deutsch', '/de-DE/games');
  await expect.poll(remembered).toEqual([['locale=de-DE'], 'de-DE']);
  // Nothing is told in the moments between the two.
  await page.clock.pauseAt(Date.now() + 60_000);
  await rest(page);
  requests.length = 0;
  await page.getByRole('link', { name: 'Cookies' }).click();
  await passUntilSeen(page.getByRole('button', { name: 'Nichts speichern' }));
  await page.getByRole('button', { name: 'Nichts speichern' }).click();
  await expect.poll(async () => [await remembered(), await keysOf(visitor)]).toEqual([[[], null], ['cookies']]);
  await page.clock.resume();

  await choose('Deutsch', 'Polski', '/pl-PL/games');
  expect(await remembered()).toEqual([[], null]);
  await visitor.open('/pl-PL/about');
  await page.goto('about:blank');
  expect(requests).toEqual([]);

  await visitor.open('/games');
  await page.getByRole('link', { name: 'Cookies' }).click();
  await page.getByRole('button', { name: 'Fine by me' }).click();
  await choose('English', 'Polski', '/pl-PL/games');
  await expect.poll(remembered).toEqual([['locale=pl-PL'], 'pl-PL']);
});

test('the cookie notice comes after two seconds, and until then only necessary data are stored', async () => {
  const visitor = await visit({ isNew: true, hasStillClock: true });
  const { page } = visitor;
  const requests: string[] = [];
  page.on('request', (request) => void requests.push(request.url()));
  const hosts = () => new Set(requests.map((url) => new URL(url).host)).size;
  const telemetryCount = () => requests.filter((url) => url.includes('/api/telemetry/')).length;
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await visitor.open('/');
  const notice = page.getByRole('region', { name: 'Crumbs, not trackers' });
  await page.clock.runFor(1900);
  await rest(page);
  expect(await notice.count()).toBe(0);
  await page.clock.runFor(200);
  await notice.waitFor();
  await expect.poll(() => keysOf(visitor)).toEqual(VERSIONS);
  expect([hosts(), telemetryCount()]).toEqual([1, 0]);

  await notice.getByRole('button', { name: 'Fine by me' }).click();
  await expect.poll(() => keysOf(visitor)).toEqual(['cookies', ...VERSIONS]);
  await visitor.open('/games');
  await page.clock.runFor(5000);
  await rest(page);
  expect(await notice.count()).toBe(0);

  await page.getByRole('link', { name: 'Cookies' }).click();
  await passUntilSeen(notice);
  await notice.getByRole('button', { name: 'Keep nothing' }).click();
  await expect.poll(() => keysOf(visitor)).toEqual(['cookies']);
  await visitor.open('/games');
  await page.clock.runFor(5000);
  await rest(page);
  expect([await notice.count(), await keysOf(visitor)]).toEqual([0, ['cookies']]);
  expect(await page.context().cookies()).toEqual([]);
});

test('a visitor who does not see the notice is not counted, and one who sees it and does not answer is', async () => {
  const visitor = await visit({ isNew: true, hasStillClock: true });
  const { page } = visitor;
  const requests: string[] = [];
  page.on('request', (request) => request.url().includes('/api/telemetry/') && requests.push(request.url()));
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await visitor.open('/about');
  await page.clock.runFor(1900);
  await page.goto('about:blank');
  expect(requests).toEqual([]);

  await visitor.open('/about');
  const notice = page.getByRole('region', { name: 'Crumbs, not trackers' });
  await passUntilSeen(notice);
  await page.clock.runFor(10_000);
  await rest(page);
  expect(requests).toEqual([]);
  await notice.scrollIntoViewIfNeeded();
  const pass = async () => {
    await page.clock.runFor(1000);
    return requests.length;
  };
  await expect.poll(pass).toBeGreaterThan(0);
});

/** Lets the clock of the page go on, which stands still otherwise. */
async function passUntilSeen(what: Locator): Promise<void> {
  const pass = async () => {
    await what.page().clock.runFor(100);
    await rest(what.page());
    return what.isVisible();
  };
  await expect.poll(pass).toBe(true);
}

function keysOf({ page }: BrowserVisitor): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).toSorted());
}
