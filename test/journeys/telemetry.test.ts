import { expect, test } from 'vitest';

import { signIn } from './sign-in.ts';
import { BASE_URL, visit } from './visitor.ts';
import { rest } from './wait-for-react.ts';

const DATASETS = `${BASE_URL}/api/telemetry/datasets`;
/** Tells a walk from all others, and is no word that would be taken out. */
const newMark = () => String(Date.now()).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));

interface TelemetryRow {
  '@time': string;
  url: string;
  referer: string;
  message: string;
}

test('a visit stores exactly its events: moves, Back and a reload are page views, an anchor is none', async () => {
  const mark = newMark();
  const visitor = await visit();
  const { page } = visitor;
  const context = page.context();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const link = (name: string) => page.locator('main').getByRole('link', { name, exact: true }).first();

  // What counts comes after what is seen, and whoever is gone before is not counted.
  const isCounted = () => page.waitForLoadState('networkidle');

  await visitor.open(`/?utm_source=${mark}&email=bob@example.com`);
  await isCounted();
  await visitor.follow(() => link('Levelhead').click(), '/games/levelhead');
  await visitor.follow(() => page.goBack(), '/');
  await page.evaluate(() => (location.hash = 'somewhere'));
  await page.reload();
  await visitor.waitForHydration();
  await isCounted();
  // Thrown by nobody, because a fault in the page would end the walk.
  await page.evaluate((message) => dispatchEvent(new ErrorEvent('error', { error: new Error(message) })), mark);
  await link('Crashlands').click();
  await page.getByRole('heading', { level: 1, name: 'Crashlands' }).waitFor();
  await rest(page);
  const cookies = await context.cookies();
  // Before its time has come: what waits goes out while the window closes.
  await page.close({ runBeforeUnload: true });

  const home = `/?utm_source=${mark}`;
  await expect
    .poll(async () => (await rowsOf(mark, 'rumpus_site_pageviews')).map(({ url, referer }) => [url, referer]))
    .toEqual([
      [home, ''],
      ['/games/levelhead', home],
      [home, '/games/levelhead'],
      [home, ''],
      ['/games/crashlands', home],
    ]);
  await expect
    .poll(async () => (await newest('rumpus_site_errors')).filter(({ message }) => message === `Error: ${mark}`))
    .toHaveLength(1);
  expect(cookies).toEqual([]);
  expect(requests.filter((url) => new URL(url).origin !== new URL(BASE_URL).origin)).toEqual([]);
});

test('a visitor who does not want to be tracked is asked nothing', async () => {
  const visitor = await visit();
  const requests: string[] = [];
  visitor.page.on('request', (request) => request.url().startsWith(DATASETS) && requests.push(request.url()));
  await visitor.page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  await visitor.open('/');
  await visitor.follow(
    () => visitor.page.locator('main').getByRole('link', { name: 'Levelhead' }).first().click(),
    '/games/levelhead',
  );
  await visitor.page.goto('about:blank');
  expect(requests).toEqual([]);
});

/** The rows of a walk, the oldest first: each names its mark, as its own address or as the one that led there. */
async function rowsOf(mark: string, dataset: string): Promise<TelemetryRow[]> {
  return (await newest(dataset))
    .filter((row) => JSON.stringify(row).includes(mark))
    .toSorted((a, b) => a['@time'].localeCompare(b['@time']));
}

async function newest(dataset: string): Promise<TelemetryRow[]> {
  const { cookie } = signIn('staff');
  const response = await fetch(`${DATASETS}/${dataset}?limit=128`, { headers: { cookie } });
  return ((await response.json()) as { data: TelemetryRow[] }).data;
}
