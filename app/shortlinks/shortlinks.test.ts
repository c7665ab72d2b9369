import { beforeEach, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { askByKey, createKey } from '#test/people/keys.ts';
import { useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';

import { NewShortlink } from './shortlink.ts';
import type { ShortlinkChange } from './shortlink.ts';
import { changeShortlink, createShortlink, deleteShortlinks } from './shortlinks.server.ts';
import { flushVisits, listVisitCounts, listVisits, sweepVisitors } from './visits.server.ts';

const site = useTestSite({ COUNTRY_HEADER: 'x-country' });
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const DISCORD = 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)';
const TARGET = 'https://store.example.com/game';
const OTHER = 'https://other.example.com/';

let made = 0;
let slug = '';
const system = () => systemCurrent(site.parts);
const create = (more: object = {}) => createShortlink(system(), NewShortlink.parse({ target: TARGET, slug, ...more }));
const change = (more: ShortlinkChange) => changeShortlink(system(), slug, more);

beforeEach(() => {
  made += 1;
  // Digits look like letters.
  slug = `link-${String.fromCharCode(97 + Math.floor(made / 20))}${'abcdefghjknopqrstuvz'[made % 20]}`;
  site.clock.now = new Date();
});

type Headers = Record<string, string>;
const open = (headers: Headers = {}, method = 'GET', to: Pick<TestSite, 'ask'> = site) =>
  to.ask(undefined, `/go/${slug}`, { method, headers: { 'user-agent': FIREFOX, ...headers } });
const placeOf = async (answer: Response | Promise<Response>) => {
  const { status, headers } = await answer;
  return status === 302 ? headers.get('location') : status;
};
const wordsOf = async (answer: Response) =>
  (await answer.text())
    .replaceAll(/<script[^]*?<\/script>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

async function countsOf(id: string) {
  await flushVisits(system());
  const sums = await listVisits(system(), id, 'day');
  const sum = (kind: 'visits' | 'visitors' | 'bots' | 'unfurls') => sums.reduce((all, one) => all + one[kind], 0);
  return { visits: sum('visits'), visitors: sum('visitors'), bots: sum('bots'), unfurls: sum('unfurls') };
}

describe('a shortlink', () => {
  test('leads away by a 302 that nobody stores, and counts who came', async () => {
    const { shortlinkId } = await create();
    const answer = await open();
    expect([answer.status, answer.headers.get('location')]).toEqual([302, TARGET]);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await answer.text()).toBe('');
    await open();
    await open({ 'user-agent': IPHONE });
    expect(await countsOf(shortlinkId)).toEqual({ visits: 3, visitors: 2, bots: 0, unfurls: 0 });
  });

  test('is found in capital letters and below a locale, and nothing of what is asked gets into its target', async () => {
    await create();
    const at = (path: string) => placeOf(site.ask(undefined, path, { headers: { 'user-agent': FIREFOX } }));
    expect(await at(`/go/${slug.toUpperCase()}`)).toBe(TARGET);
    expect(await at(`/de-DE/go/${slug}`)).toBe(TARGET);
    expect(await at(`/go/${slug}?url=https://evil.example&utm_source=x`)).toBe(TARGET);
    expect(await at('/go/no-such-link')).toBe(404);
    expect(await at(`/go/${slug}%0d%0aset-cookie:a`)).toBe(404);
  });

  test('that has ended or is deleted says so with 410, and is back when it is', async () => {
    await create({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
    expect(await placeOf(open())).toBe(TARGET);
    site.advanceClock(60_000);
    const ended = await open();
    expect(ended.status).toBe(410);
    expect(await wordsOf(ended)).toContain('This link has ended');
    await change({ expiresAt: null });
    expect(await placeOf(open())).toBe(TARGET);
    await deleteShortlinks(system(), [slug]);
    expect(await wordsOf(await open())).toContain('We took it away.');
  });

  test('that another process changes, ends, locks or deletes answers anew at once', async () => {
    await create();
    const beside = await site.openBeside({ COUNTRY_HEADER: 'x-country' });
    const there = () => placeOf(open({}, 'GET', beside));
    expect(await there()).toBe(TARGET);
    for (const [more, place] of [
      [{ target: OTHER }, OTHER],
      [
        {
          rules: [
            { target: TARGET, devices: ['linux'], locales: [], countries: [], from: null, until: null, share: null },
          ],
        },
        TARGET,
      ],
      [{ utm: { source: 'mail' } }, `${TARGET}?utm_source=mail`],
      [{ password: 'open sesame' }, 200],
      [{ password: null }, `${TARGET}?utm_source=mail`],
      [{ expiresAt: '2026-01-01T00:00:00Z' }, 410],
      [{ expiresAt: null, rules: [], utm: {} }, OTHER],
    ] as const) {
      await change(more as ShortlinkChange);
      expect(await placeOf(open())).toBe(place);
      await expect.poll(there, { timeout: 1000 }).toBe(place);
    }
    await deleteShortlinks(systemCurrent(beside.parts), [slug]);
    await expect.poll(() => placeOf(open()), { timeout: 1000 }).toBe(410);
    await beside.close();
  });

  test('whose stored target is not allowed any more leads nowhere', async () => {
    const { shortlinkId } = await create();
    await site.parts.db.query(
      sql`update shortlinks set target = 'javascript:alert(1)' where shortlink_id = ${shortlinkId}`,
    );
    await expect.poll(() => placeOf(open())).toBe(404);
    await change({ expiresAt: '2026-01-01T00:00:00Z' });
    await expect.poll(() => placeOf(open())).toBe(410);
  });
});

describe('what nobody looks at', () => {
  test.each([
    ['a HEAD', { method: 'HEAD' }, 302],
    ['a prefetch', { headers: { 'sec-purpose': 'prefetch;prerender' } }, 403],
    ['who does not want to be counted', { headers: { 'sec-gpc': '1' } }, 302],
  ] as const)(
    '%s is not counted',
    async (_, { method = 'GET', headers = {} }: { method?: string; headers?: object }, status) => {
      const { shortlinkId } = await create();
      expect((await open(headers as Headers, method)).status).toBe(status);
      expect(await countsOf(shortlinkId)).toEqual({ visits: 0, visitors: 0, bots: 0, unfurls: 0 });
    },
  );

  test('programs and previews of chats are counted apart', async () => {
    const { shortlinkId } = await create();
    expect(await placeOf(open({ 'user-agent': GOOGLE }))).toBe(TARGET);
    expect((await open({ 'user-agent': DISCORD })).status).toBe(200);
    expect(await countsOf(shortlinkId)).toEqual({ visits: 0, visitors: 0, bots: 1, unfurls: 1 });
  });

  test('chats get the preview that the target gives itself, and never the target of a secret link', async () => {
    const { shortlinkId } = await create({ title: '' });
    const preview = JSON.stringify({ title: 'A <game>', description: 'Fun.', image: 'https://cdn.example/a.png' });
    await site.parts.db.query(sql`update shortlinks set preview = ${preview} where shortlink_id = ${shortlinkId}`);
    const html = () => open({ 'user-agent': DISCORD }).then((answer) => answer.text());
    await expect.poll(html).toMatch(/property="og:title" content="A &lt;game&gt;[^>]*>/);
    const page = await html();
    expect(page).toContain('content="Fun."');
    expect(page).toContain('https://cdn.example/a.png');
    await change({ maxVisits: 1 });
    await expect.poll(html).not.toContain('Fun.');
    expect(await html()).not.toContain('store.example.com');
  });
});

describe('a link with so many visits', () => {
  test('is opened by exactly as many, whoever comes at once', async () => {
    await create({ maxVisits: 50 });
    const beside = await site.openBeside();
    const places = await Promise.all(
      Array.from({ length: 200 }, (_, at) => placeOf(open({}, 'GET', at % 2 === 0 ? site : beside))),
    );
    expect(places.filter((place) => place === TARGET)).toHaveLength(50);
    // One that cannot be answered in time is refused as busy, and leads nowhere either.
    expect(places.filter((place) => place !== TARGET && place !== 410 && place !== 503)).toEqual([]);
    await change({ maxVisits: 51 });
    const late = await Promise.all([open({}, 'GET', beside), open()].map(placeOf));
    expect(late.filter((place) => place === TARGET)).toHaveLength(1);
    await beside.close();
  });

  test('is not used up by what nobody looks at, which is not told where it leads', async () => {
    await create({ maxVisits: 1 });
    for (const [headers, method] of [
      [{}, 'HEAD'],
      [{ 'sec-purpose': 'prefetch' }, 'GET'],
      [{ 'user-agent': DISCORD }, 'GET'],
      [{ 'user-agent': GOOGLE }, 'GET'],
      [{ 'user-agent': 'curl/8' }, 'GET'],
      [{ 'user-agent': '' }, 'GET'],
    ] as const) {
      const answer = await open(headers, method);
      expect([answer.headers.get('location'), (await answer.text()).includes('store.example')]).toEqual([null, false]);
    }
    expect(await placeOf(open())).toBe(TARGET);
    expect(await placeOf(open())).toBe(410);
  });
});

describe('a link with a password', () => {
  const unlock = (password: string, at: TestSite = site) =>
    at.submit(undefined, `/go/${slug}`, { intent: 'go.unlock', password });

  test('asks for it, and leads on for who has it', async () => {
    const { shortlinkId } = await create({ password: 'open sesame' });
    const asked = await open();
    expect([asked.status, asked.headers.get('location')]).toEqual([200, null]);
    expect(await asked.text()).not.toContain('store.example');
    const wrong = await unlock('open seasame');
    expect(wrong.status).toBe(403);
    const words = await wrong.text();
    expect(words).toContain('That isn’t the password.');
    expect(words).not.toContain('seasame');
    const right = await (await unlock('open sesame')).text();
    expect(right).toContain(`content="0;url=${TARGET}"`);
    const [row] = await site.parts.db.query<{ password_hash: string }>(
      sql`select password_hash from shortlinks where shortlink_id = ${shortlinkId}`,
    );
    expect(row?.password_hash).toMatch(/^[0-9a-f]{32}:[0-9a-f]{64}$/);
  });

  test('is guessed ten times at most', async () => {
    await create({ password: 'open sesame' });
    const limited = await site.openBeside({ LIMITS: '1' });
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1) statuses.push((await unlock(`guess ${guess}`, limited)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(403), 429]);
    expect((await unlock('open sesame', limited)).status).toBe(429);
    await limited.close();
  });
});

describe('a rule', () => {
  const rule = (more: object) => ({ target: OTHER, ...more });

  test.each([
    ['a device', { devices: ['ios'] }, { 'user-agent': IPHONE }],
    ['a language', { locales: ['de-DE'] }, { 'accept-language': 'de' }],
    ['a country, as the proxy tells it', { countries: ['JP'] }, { 'x-country': 'JP' }],
    ['everybody', { share: 100 }, {}],
  ])('leads %s elsewhere', async (_, when, headers: Headers) => {
    await create({ rules: [rule(when)] });
    expect(await placeOf(open(headers))).toBe(OTHER);
    if (Object.keys(headers).length > 0) expect(await placeOf(open())).toBe(TARGET);
  });

  test('holds for its days alone, and the first that is met decides', async () => {
    const now = Date.now();
    const [from, until] = [new Date(now + 60_000).toISOString(), new Date(now + 120_000).toISOString()];
    await create({ rules: [rule({ from, until }), rule({ target: `${OTHER}late`, from: until })] });
    expect(await placeOf(open())).toBe(TARGET);
    site.advanceClock(60_000);
    expect(await placeOf(open())).toBe(OTHER);
    site.advanceClock(60_000);
    expect(await placeOf(open())).toBe(`${OTHER}late`);
  });

  test('leads its share of people elsewhere, each always the same', async () => {
    await create({ rules: [rule({ share: 30 })] });
    const places = async () => {
      const found: unknown[] = [];
      for (let at = 0; at < 200; at += 1) found.push(await placeOf(open({ 'user-agent': `${FIREFOX} ${at}` })));
      return found;
    };
    const first = await places();
    expect(await places()).toEqual(first);
    const share = first.filter((place) => place === OTHER).length;
    expect(share).toBeGreaterThan(35);
    expect(share).toBeLessThan(85);
  });
});

describe('what is known of visits', () => {
  test('is counted by target, device, language, country and host of the source, and no address is kept', async () => {
    const { shortlinkId } = await create({ rules: [{ target: OTHER, countries: ['DE'] }] });
    const referer = 'https://www.social.example/who/looked?at=this';
    await open({ 'x-country': 'DE', 'accept-language': 'de', referer });
    await open({ 'user-agent': IPHONE });
    await flushVisits(system());
    const counts = await listVisitCounts(system(), shortlinkId, 'day');
    expect(Object.fromEntries(counts.map(({ field, value, visits }) => [`${field} ${value}`, visits]))).toEqual({
      'country ': 1,
      'country DE': 1,
      'device ios': 1,
      'device linux': 1,
      'locale de-DE': 1,
      'locale en-US': 1,
      'source ': 1,
      'source social.example': 1,
      'target 0': 1,
      'target 1': 1,
    });
    const rows = await site.parts.db.query<{ row: string }>(sql`
      select row_to_json(c)::text as row from shortlink_counts c union all select row_to_json(h)::text from shortlink_hours h
      union all select row_to_json(v)::text from shortlink_visitors v union all select row_to_json(s)::text from shortlinks s`);
    expect(rows.filter(({ row }) => /127\.0\.0\.1|looked|Firefox|iPhone/.test(row))).toEqual([]);
  });

  test('has at most a hundred sources a day, however many somebody makes up', async () => {
    const { shortlinkId } = await create();
    for (let at = 0; at < 130; at += 1) await open({ referer: `https://made-${at}.example/` });
    await flushVisits(system());
    for (let at = 200; at < 210; at += 1) await open({ referer: `https://made-${at}.example/` });
    await flushVisits(system());
    const [row] = await site.parts.db.query<{ values: number; rest: number }>(sql`
      select count(*)::int as values, sum(visits) filter (where value = '*')::int as rest from shortlink_counts
      where shortlink_id = ${shortlinkId} and field = 'source'`);
    expect(row).toEqual({ values: 101, rest: 40 });
  });

  test('forgets who came when the day is over', async () => {
    const { shortlinkId } = await create();
    await open();
    await flushVisits(system());
    site.advanceClock(86_400_000);
    expect(await sweepVisitors(system())).toBeGreaterThan(0);
    expect(await site.parts.db.query(sql`select from shortlink_visitors`)).toEqual([]);
    await open();
    await flushVisits(system());
    const sums = await listVisits(system(), shortlinkId, 'month');
    expect(sums.reduce((all, { visitors }) => all + visitors, 0)).toBe(2);
  });

  test('of several processes is added up', async () => {
    const { shortlinkId } = await create();
    const beside = await site.openBeside();
    for (let at = 0; at < 5; at += 1) await Promise.all([open(), open({}, 'GET', beside)]);
    await Promise.all([flushVisits(system()), flushVisits(systemCurrent(beside.parts))]);
    expect(await countsOf(shortlinkId)).toMatchObject({ visits: 10, visitors: 1 });
    await beside.close();
  });
});

describe('a key', () => {
  test('of staff manages shortlinks in their name, and one of a player does not get that permission', async () => {
    const { key } = await createKey(site, 'staff', ['rumpus-shortlinks-manage']);
    const answer = await askByKey(site, key, '/api/shortlinks', { method: 'POST', body: { target: TARGET, slug } });
    expect(answer.status).toBe(201);
    expect((await askByKey(site, key, '/api/auth/accounts')).status).toBe(403);
    await expect(createKey(site, 'player', ['rumpus-shortlinks-manage'])).rejects.toThrow('403');
    const { key: other } = await createKey(site, 'staff', ['rumpus-items-write']);
    const refused = await askByKey(site, other, '/api/shortlinks', { method: 'POST', body: { target: TARGET } });
    expect(refused.status).toBe(403);
  });
});
