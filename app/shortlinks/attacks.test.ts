import { describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';

import { NewShortlink, shortlinkPath } from './shortlink.ts';
import { createShortlink, getShortlink } from './shortlinks.server.ts';
import { exportVisits, flushVisits, listVisitCounts } from './visits.server.ts';

const site = useTestSite({ COUNTRY_HEADER: 'x-country' });
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const TARGET = 'https://store.example.com/game';
const system = () => systemCurrent(site.parts);
const create = (slug: string, more: object = {}) =>
  createShortlink(system(), NewShortlink.parse({ target: TARGET, slug, ...more }));
const open = (path: string, headers: Record<string, string> = {}, method = 'GET', at: Pick<TestSite, 'ask'> = site) =>
  at.ask(undefined, path, { method, headers: { 'user-agent': BROWSER, ...headers } });

describe('whatever address somebody opens', () => {
  test.each([
    ['/go/steady', 302],
    ['/go/STEADY', 302],
    ['/go/%73teady', 302],
    ['/go/steady?to=https://evil.example', 302],
    ['/go/steady#https://evil.example', 302],
    ['/de-DE/go/steady', 302],
    ['/go/steady/', 302],
    ['/go/steady//evil.example', 404],
    ['/go//steady', 404],
    ['/go//evil.example', 404],
    ['/go/https://evil.example', 404],
    ['/go/%2f%2fevil.example', 404],
    ['/go/..%2f..%2fadmin', 404],
    ['/go/steady%00', 404],
    ['/go/%00', 404],
    ['/go/steady%0d%0aset-cookie:%20a=b', 404],
    ['/go/steady%0aX-Evil:1', 404],
    ['/go/%ff%fe', 404],
    ['/go/%E0%A4%A', 404],
    ['/go/st%65%61dy%2e', 404],
    ['/go/ｓｔｅａｄｙ', 404],
    ['/go/ﬆeady', 404],
    ['/go/steadу', 404],
    ['/go/ste%CC%81ady', 404],
    ["/go/steady'--", 404],
    ['/go/{{7*7}}', 404],
    ['/go/__proto__', 404],
    ['/go/constructor', 404],
    [`/go/${'a'.repeat(65)}`, 404],
    [`/go/${'a'.repeat(8000)}`, 404],
    [`/go/${'%61'.repeat(2000)}`, 404],
    ['/go/-', 404],
    ['/go/.', 404],
  ])('%s leads nowhere but to the target of a link that is there', async (path, status) => {
    if ((await site.parts.db.query(sql`select from shortlinks where slug = 'steady'`)).length === 0)
      await create('steady');
    let answer = await open(path);
    // To the one address of the page.
    const location = answer.headers.get('location');
    if (location?.startsWith('/') === true) {
      expect(location).toMatch(/^\/(?!\/)/);
      answer = await open(location);
    }
    expect([answer.status, answer.headers.get('location')]).toEqual([status, status === 302 ? TARGET : null]);
    expect(answer.headers.get('set-cookie') ?? '').not.toContain('a=b');
    expect(answer.headers.get('x-evil')).toBeNull();
    expect(answer.headers.get('cache-control')).toContain('no-store');
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])(
    'a %s from elsewhere leads nowhere and counts nothing',
    async (method) => {
      const slug = `by-${method.toLowerCase()}`;
      await create(slug, { maxVisits: 1 });
      const answer = await open(shortlinkPath(slug), { origin: 'https://evil.example' }, method);
      expect([answer.status >= 400, answer.headers.get('location')]).toEqual([true, null]);
      expect(await getShortlink(system(), slug)).toMatchObject({ usedVisits: 0, visits: 0 });
    },
  );

  test('no answer of a link is kept by anybody, whatever it shows', async () => {
    await create('kept-locked', { password: 'open sesame' });
    await create('kept-ended', { expiresAt: '2026-01-01T00:00:00Z' });
    await create('kept-used', { maxVisits: 1 });
    await open('/go/kept-used');
    const CHAT = { 'user-agent': 'Discordbot/2.0' };
    for (const [path, headers, status] of [
      ['/go/kept-locked', {}, 200],
      ['/go/kept-ended', {}, 410],
      ['/go/kept-used', {}, 410],
      ['/go/kept-locked', CHAT, 200],
      ['/go/none', {}, 404],
    ] as const)
      for (let time = 0; time < 2; time += 1) {
        const answer = await open(path, headers);
        expect([path, answer.status, answer.headers.get('etag')]).toEqual([path, status, null]);
        expect(answer.headers.get('cache-control')).toContain('no-store');
        expect(await answer.text()).toMatch(/<meta name="robots" content="[^"]*noindex/);
      }
  });
});

describe('whatever somebody says of himself', () => {
  const LONG = 'x'.repeat(7000);
  test.each([
    ['a source that a spreadsheet would run', { referer: 'https://=cmd|calc/' }],
    ['a source with a formula', { referer: 'https://=1+1.example/' }],
    ['a source that is a script', { referer: 'javascript:alert(1)' }],
    ['a source with a password', { referer: 'https://me:secret@chat.example/' }],
    ['a source of no end', { referer: `https://chat.example/${LONG}` }],
    ['a source with letters of a right-to-left mark', { referer: 'https://xn--n3h.example/' }],
    ['an agent of no end', { 'user-agent': `Mozilla/5.0 ${LONG}` }],
    ['an agent that is none', { 'user-agent': "'; drop table shortlinks; --" }],
    ['a country of no land', { 'x-country': '<b>' }],
    ['a country that nobody knows', { 'x-country': 'XX' }],
    ['a language of no end', { 'accept-language': `de,${'x,'.repeat(3000)}` }],
    ['a locale that is none', { cookie: 'locale=__proto__' }],
    ['a host that is not ours', { host: 'evil.example', 'x-forwarded-host': 'evil.example' }],
  ])('%s changes nothing of where a link leads, and breaks neither counts nor spreadsheet', async (_, headers) => {
    const found = await site.parts.db.query(sql`select from shortlinks where slug = 'said'`);
    if (found.length === 0) await create('said');
    const answer = await open('/go/said', headers);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, TARGET]);
    await flushVisits(system());
    const { shortlinkId } = await getShortlink(system(), 'said');
    const counts = await listVisitCounts(system(), shortlinkId, 'day');
    for (const { value } of counts) expect(value).toMatch(/^[^\s<>]{0,100}$/);
    expect(JSON.stringify(counts)).not.toMatch(/secret|script|x{200}|"XX"/);
    const csv = await (await site.ask('staff', '/admin/shortlinks/said/visits.csv')).text();
    expect(csv).not.toMatch(/(?:^|[,;\t\r\n"])[=+@]/);
    expect(await exportVisits(system(), shortlinkId)).toBeDefined();
  });

  test.each([
    ['Googlebot/2.1', 'bots'],
    ['curl/8.5', 'bots'],
    ['python-requests/2.31', 'bots'],
    ['HeadlessChrome/140', 'bots'],
    ['', 'bots'],
    ['facebookexternalhit/1.1', 'unfurls'],
    ['Slackbot-LinkExpanding 1.0', 'unfurls'],
    ['TelegramBot (like TwitterBot)', 'unfurls'],
    ['WhatsApp/2.23', 'unfurls'],
    ['Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)', 'unfurls'],
  ])('%j is no person, uses up no visit and learns nothing of a link that is for few', async (userAgent, kind) => {
    const slug = `few-${userAgent
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '')
      .slice(0, 20)}`;
    const { shortlinkId } = await create(slug, { maxVisits: 1 });
    await create(`${slug}-open`);
    const secret = await open(shortlinkPath(slug), { 'user-agent': userAgent });
    expect([secret.headers.get('location'), (await secret.text()).includes('store.example')]).toEqual([null, false]);
    await open(`/go/${slug}-open`, { 'user-agent': userAgent });
    await flushVisits(system());
    expect(await getShortlink(system(), slug)).toMatchObject({ usedVisits: 0, visits: 0 });
    const many = await getShortlink(system(), `${slug}-open`);
    const [sums] = await site.parts.db.query(sql`select visits, visitors, bots, unfurls from shortlink_hours
      where shortlink_id = ${many.shortlinkId}`);
    expect(sums).toEqual({ visits: 0, visitors: 0, bots: 0, unfurls: 0, [kind]: 1 });
    expect(await listVisitCounts(system(), shortlinkId, 'day')).toEqual([]);
  });
});

describe('who guesses a password', () => {
  const unlock = (slug: string, password: string, at: TestSite) =>
    at.submit(undefined, shortlinkPath(slug), { intent: 'go.unlock', password });

  test('has ten guesses in all processes together', async () => {
    await create('guessed', { password: 'open sesame' });
    const [one, other] = [await site.openBeside({ LIMITS: '1' }), await site.openBeside({ LIMITS: '1' })];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => unlock('guessed', `guess ${at}`, at % 2 === 0 ? one : other)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(10);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(20);
    for (const at of [one, other]) expect((await unlock('guessed', 'open sesame', at)).status).toBe(429);
    // Another link is another lock.
    await create('unguessed', { password: 'open sesame' });
    expect((await unlock('unguessed', 'open sesame', one)).status).toBe(200);
    await Promise.all([one.close(), other.close()]);
  });

  test.each([
    ['nothing', '', 403],
    ['a sign that nobody types', '\u0000', 400],
    ['a book', 'x'.repeat(100_000), 413],
    ['a page', 'x'.repeat(10_000), 403],
    ['other letters', 'open sesame', 403],
    ['the same in other forms of its letters', 'o\u0308pen sésame', 200],
  ])('and sends %s gets what any other gets', async (_, password, status) => {
    const found = await site.parts.db.query(sql`select from shortlinks where slug = 'written'`);
    if (found.length === 0) await create('written', { password: 'öpen se\u0301same' });
    const answer = await site.submit(undefined, '/go/written', { intent: 'go.unlock', password });
    expect(answer.status).toBe(status);
    expect((await answer.text()).includes('store.example')).toBe(status === 200);
  });
});

test.each([
  ['a slug of no end', { slug: 'a'.repeat(65) }],
  ['a slug of wide letters', { slug: 'ｗｉｄｅ' }],
  ['a slug with a NUL', { slug: 'a\u0000b' }],
  ['a slug with a line', { slug: 'a\nb' }],
  ['a slug with a slash', { slug: 'a/b' }],
  ['a slug of Cyrillic letters', { slug: 'раураl' }],
  ['a title with no end', { title: 'x'.repeat(121) }],
  ['more rules than there may be', { rules: Array.from({ length: 11 }, () => ({ target: TARGET })) }],
  ['a rule by a device that is none', { rules: [{ target: TARGET, devices: ['toaster'] }] }],
  ['a rule by a country in words', { rules: [{ target: TARGET, countries: ['Germany'] }] }],
  ['a rule by a share of nobody', { rules: [{ target: TARGET, share: 0 }] }],
  ['a rule that leads to a script', { rules: [{ target: 'javascript:alert(1)' }] }],
  ['a rule that leads to itself', { rules: [{ target: 'http://localhost:8080/go/a' }] }],
  ['a time that is none', { expiresAt: 'tomorrow' }],
  ['so many visits that no number is', { maxVisits: 1e12 }],
  ['half a visit', { maxVisits: 0.5 }],
  ['a password of three letters', { password: 'abc' }],
  ['a campaign of no end', { utm: { source: 'x'.repeat(121) } }],
  ['a list', []],
])('%s makes no link, and is refused with 400', async (_, more) => {
  const body = typeof more === 'object' && !Array.isArray(more) ? { target: TARGET, ...more } : more;
  const answer = await site.ask('staff', '/api/shortlinks', { method: 'POST', body });
  expect(answer.status).toBe(400);
});

test.each(['%', "'; --", 'a'.repeat(200), '\uD800', '(((', '🦆', '__proto__'])(
  'a search for %j finds something or nothing',
  async (text) => {
    for (const path of ['/api/shortlinks', '/admin/shortlinks'])
      expect((await site.ask('staff', `${path}?text=${encodeURIComponent(text.toWellFormed())}`)).status).toBe(200);
  },
);

test('a campaign cannot leave its place in the query, and a title its place in the page', async () => {
  await create('escaped', {
    title: '</title><script>alert(1)</script>',
    utm: { source: 'a&admin=1#x', campaign: '\r\nSet-Cookie: a=b' },
    tags: ['launch'],
  });
  const { headers } = await open('/go/escaped');
  expect(headers.get('location')).toBe(`${TARGET}?utm_source=a%26admin%3D1%23x&utm_campaign=Set-Cookie%3A+a%3Db`);
  expect(headers.get('set-cookie')).toBeNull();
  const preview = await (await open('/go/escaped', { 'user-agent': 'Discordbot/2.0' })).text();
  expect(preview).not.toContain('<script>alert(1)');
  const page = await (await site.ask('staff', '/admin/shortlinks?tag=launch')).text();
  expect(page).not.toContain('<script>alert(1)');
});
