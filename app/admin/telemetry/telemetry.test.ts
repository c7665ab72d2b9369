import { beforeAll, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { rollUp } from '#app/telemetry/roll-ups.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { telemetrySender } from '#test/telemetry.ts';
import { openTestApp } from '#test/test-app.ts';

const site = useTestSite();
const { view, sendViews } = telemetrySender(site);
/** The next one, so that sessions are still open. */
const DAY = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const HOSTILE = "/<script>alert(1)</script>'";

const htmlOf = async (path: string, who: CastName = 'staff') => (await site.ask(who, path)).text();
const wordsOf = async (path: string) =>
  (await htmlOf(path))
    .replaceAll(/<script[^]*?<\/script>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

let empty = '';

beforeAll(async () => {
  site.clock.now = new Date(`${DAY}T08:00:00Z`);
  empty = await wordsOf('/admin/telemetry');
  await sendViews([view('/games', { referer: 'https://search.example/' }), view('/games/levelhead'), view(HOSTILE)]);
  await sendViews([view('/?utm_campaign=%3D1%2B1&utm_source=x')], { address: '203.0.113.9' });
  await rollUp(systemCurrent(site.parts));
});

describe('the page of visits', () => {
  test('says what it is for while there are none', () => {
    expect(empty).toContain('No visits in this time. Every page that’s opened is counted here');
  });

  test('shows all figures, the chart with its table, and each list with the way to all of it', async () => {
    const words = await wordsOf('/admin/telemetry?period=day');
    expect(words).toMatch(/Visitors 2 new Visits 2 new Views 4 new One page only 50% new/);
    expect(words).toContain('Here now 2');
    expect(words).toMatch(/8:00.AM UTC .*? 2 .*? 0 .*? 2 .*? 4/);
    for (const name of ['Pages', 'Entry pages', 'Exit pages', 'Sources', 'Campaigns', 'Countries', 'Devices'])
      expect(words).toContain(`All ${name}`);
    expect(words).toContain('search.example');
    expect(await htmlOf('/admin/telemetry?period=day')).toContain('aria-label="Visits in each of 24 hours, 2 at most"');
    const html = await htmlOf('/admin/telemetry?period=day&by=source&who=people');
    expect(html).toMatch(/href="\/admin\/telemetry\?period=day"[^>]*>All lists/);
    expect(html).toContain('href="/admin/telemetry/visits.csv?period=day&amp;by=source"');
  });

  test('has no script of an address that somebody made up', async () => {
    expect(await htmlOf('/admin/telemetry?period=day')).not.toContain('<script>alert');
    expect(await htmlOf(`/admin/telemetry?path=${encodeURIComponent(HOSTILE)}`)).not.toContain('<script>alert');
    expect(await htmlOf('/admin/telemetry/live')).not.toContain('<script>alert');
  });

  test('is of one page where staff come from it, and leads to what is below it and back to all', async () => {
    const link = /href="([^"]*)"[^>]*>Visits</.exec(await htmlOf('/ja-JP/games/levelhead'))?.[1];
    expect(link).toBe('/ja-JP/admin/telemetry?path=%2Fgames%2Flevelhead');
    const words = await wordsOf('/admin/telemetry?period=day&path=%2Fja-JP%2Fgames%2Flevelhead');
    expect(words).toMatch(/Of \/ja-JP\/games\/levelhead alone With every page below it All pages .*Visits 1/);
    expect(await htmlOf('/admin/telemetry')).not.toContain('telemetry?path=%2Fadmin');
  });

  test('is no word in the page of a visitor or a player, and on production of nobody', async () => {
    for (const who of [undefined, 'player'] as const)
      expect(await (await site.ask(who, '/games')).text()).not.toContain('admin/telemetry');
    const door = openTestApp(site, { STAGE: 'www', PUBLIC_URL: 'https://www.rumpus.example' });
    const { cookie } = await door.signIn('staff');
    const html = await (await door.sendRequest('/games', { headers: { cookie } })).text();
    expect([html.includes('aria-label="Studio"'), html.includes('admin/telemetry')]).toEqual([true, false]);
  });
});

describe('the list of referrer spam', () => {
  const PAGE = '/admin/telemetry?by=source';
  const submit = (verb: string, host: string) => site.submit('staff', PAGE, { intent: `visits.${verb}Spam`, host });

  test('is below all sources; staff add a site by its name or address, and take it off', async () => {
    expect(await wordsOf(PAGE)).toMatch(/Referrer spam .*Site Count as bots/);
    expect(await wordsOf('/admin/telemetry')).not.toContain('Referrer spam');
    expect((await submit('add', ' https://www.Spam.example/buy?x=y ')).status).toBe(200);
    expect(await wordsOf(PAGE)).toMatch(/Count as bots spam\.example .*Take spam\.example off/);
    expect((await submit('remove', 'spam.example')).status).toBe(200);
    expect(await wordsOf(PAGE)).not.toContain('spam.example ');
    const done = await site.parts.db.query(
      sql`select action, target from audit where action like 'spamSource.%' order by audit_id`,
    );
    const target = 'spam-source/spam.example';
    expect(done).toEqual(['spamSource.add', 'spamSource.remove'].map((action) => ({ action, target })));
  });

  const long = `${'a'.repeat(64)}.example`;
  test.each(['', 'com', 'localhost', '[::1]', '203.0.113.9:x', 'a b.example', '<b>.example', long])(
    'has no “%s”',
    async (host) => {
      expect((await submit('add', host)).status).toBe(400);
      expect((await submit('remove', host)).status).toBe(404);
    },
  );
});

describe('the CSV of visits', () => {
  const linesOf = async (query: string) =>
    (await htmlOf(`/admin/telemetry/visits.csv${query}`)).replace('\uFEFF', '').trim().split(/\r?\n/);

  test('has a line for each hour, day or month', async () => {
    const lines = await linesOf('?period=week');
    expect(lines).toHaveLength(8);
    expect([lines[0], lines.at(-1)]).toEqual([
      'at,views,visitors,visits,bounces,seconds,visitsBefore',
      `${DAY}T00:00:00.000Z,4,2,2,1,0,0`,
    ]);
  });

  test('has all values of a list, none of which is a formula', async () => {
    const [head, ...lines] = await linesOf('?period=day&by=campaign');
    expect(head).toBe('campaign,views,visitors,visits,bounces,seconds,visitsBefore');
    expect(lines).toHaveLength(2);
    expect(lines.every((line) => !/^"?[=+@-]/.test(line))).toBe(true);
  });
});

describe('the page of live visitors', () => {
  test('shows who is here, what they opened and when', async () => {
    const words = await wordsOf('/admin/telemetry/live');
    expect(words).toMatch(/Here now 2 .*now: 4 /);
    expect(words).toContain('/games/levelhead');
    expect(words).toContain('No country is known.');
  });

  test('forgets what is half an hour old', async () => {
    site.advanceClock(6 * 60_000);
    expect(await wordsOf('/admin/telemetry/live')).toMatch(/Here now 0 .*\/games\/levelhead/);
    site.advanceClock(25 * 60_000);
    expect(await wordsOf('/admin/telemetry/live')).toContain('Nobody has opened a page.');
  });
});
