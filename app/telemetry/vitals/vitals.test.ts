import { expect, test } from 'vitest';

import { findStaffIds } from '#app/accounts/staff/staff-ids.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';

import { PATHS } from '../limits.ts';
import { BUDGETS, VITALS, ofBucket, toBucket } from './vital.ts';
import { checkBudgets } from './vitals.server.ts';

const site = useTestSite();
const PATH = '/admin/telemetry/vitals';

const tell = (data: object[], headers: Record<string, string> = {}) =>
  site.ask(undefined, PATHS.vitals, {
    method: 'POST',
    body: { data: data.map((one) => ({ '@time': site.parts.now().toISOString(), device: 'desktop', ...one })) },
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox', ...headers },
  });
const page = async (path = PATH) =>
  (await (await site.ask('staff', path)).text())
    .replaceAll(/<script[^]*?<\/script>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const times = (count: number, event: object) => Array.from({ length: count }, () => event);

test('a value comes back from its place to within a few percent', () => {
  for (const vital of VITALS) {
    for (const value of [BUDGETS[vital], BUDGETS[vital] * 3, BUDGETS[vital] / 3]) {
      expect(Math.abs(ofBucket(vital, toBucket(vital, value)) / value - 1)).toBeLessThan(0.075);
    }
  }
  expect([toBucket('CLS', 0), ofBucket('CLS', 0), toBucket('LCP', 3_600_000) < 128]).toEqual([0, 0, true]);
});

test('pages are told by route with the 75th percentile of each measure, by device and release', async () => {
  expect(await page()).toContain('No page has told how fast it was.');
  const lcp = (value: number) => ({ url: '/de-DE/games/levelhead?utm_source=x', name: 'LCP', value });
  expect((await tell([...times(30, lcp(100)), ...times(10, lcp(1000))])).status).toBe(202);
  expect((await tell(times(10, lcp(1000)))).status).toBe(202);
  await tell([{ url: '/ja-JP/games/crashlands', name: 'CLS', value: 0.05, device: 'mobile' }]);
  const words = await page();
  expect(words).toMatch(/\/games\/:game Loaded 50 LCP (?:9\d\d|1,0\d\d) ms/);
  expect(await page(`${PATH}?device=mobile`)).not.toContain('/games/:game ');
  expect(await page(`${PATH}?device=mobile`)).toContain('0.05');
  expect(await page(`${PATH}?version=0.0.1`)).toContain('No page has told how fast it was.');
});

test('bots, who opted out, and an id that is known are not counted', async () => {
  const count = async () => {
    const [row] = await site.parts.db.query(
      sql`select coalesce(sum(samples), 0)::int as sum from telemetry_vital_days`,
    );
    return row?.['sum'];
  };
  const before = await count();
  const event = { url: '/', name: 'TTFB', value: 50 };
  await tell([event], { 'user-agent': 'Googlebot/2.1' });
  await tell([event], { dnt: '1' });
  expect(await count()).toBe(before);
  const once = { ...event, '@id': crypto.randomUUID() };
  await tell([once, once]);
  await tell([once]);
  expect(await count()).toBe(Number(before) + 1);
});

test.each([
  [{ url: 'https://other.example/', name: 'LCP', value: 1 }, 'data.0.url'],
  [{ url: '/', name: 'FID', value: 1 }, 'data.0.name'],
  [{ url: '/', name: 'LCP', value: -1 }, 'data.0.value'],
  [{ url: '/', name: 'LCP', value: 1, device: 'fridge' }, 'data.0.device'],
])('what is no measure is refused at its field: %j', async (event, field) => {
  const response = await tell([event]);
  expect(response.status).toBe(400);
  expect(Object.keys(((await response.json()) as { fields: object }).fields)).toEqual([field]);
});

test('staff are told once of a release in which a route is slower than its budget', async () => {
  const check = () => checkBudgets(systemCurrent(site.parts), findStaffIds);
  const events = () => site.parts.db.query(sql`select user_ids from notification_events where kind = 'telemetry.slow'`);
  await tell(times(49, { url: '/podcast', name: 'INP', value: 900 }));
  await check();
  expect(await events()).toEqual([]);
  await tell([{ url: '/podcast', name: 'INP', value: 900 }]);
  await Promise.all([check(), check()]);
  await tell(times(50, { url: '/blog', name: 'INP', value: 900 }));
  await check();
  expect(await events()).toHaveLength(1);
  expect(await page()).toMatch(/\/podcast Loaded 50 LCP – INP \d+ ms, over budget/);
});
