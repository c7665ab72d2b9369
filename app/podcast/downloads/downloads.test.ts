import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { Site } from '#app/app.server.ts';
import { asPerson } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { jobs } from '#app/nouns.server.ts';
import { NewCrate } from '#app/storage/crates/crate.ts';
import { createCrate } from '#app/storage/crates/crates.server.ts';
import type { Item } from '#app/storage/item.ts';
import crates from '#database/needs/crates.json' with { type: 'json' };
import { sql } from '#lib/database/sql.server.ts';
import { listen } from '#lib/http/listen.server.ts';
import type { ListeningServer } from '#lib/http/listen.server.ts';
import { CAST } from '#test/cast.ts';
import type { TestSite } from '#test/site.ts';
import { useTestSite } from '#test/site.ts';
import { createItem } from '#test/storage.ts';

import { storeAudio } from '../files/episode-files.server.ts';
import { detectApp } from './apps.ts';

const site = useTestSite();
const CRATE = '/api/storage/crates/podcast';
const OVERCAST = 'Overcast/3.0 (+http://overcast.fm/; iOS podcast app)';
const ANTENNA = 'AntennaPod/3.4.0';

/** Three minutes of silence at 32 kbit/s: 26 milliseconds in each frame. */
const FRAME = Buffer.alloc(104);
FRAME.set([0xff, 0xfb, 0x10, 0xc0]);
const SOUND = new Uint8Array(Buffer.concat(Array.from({ length: 6891 }, () => FRAME)));
const MINUTE = Math.ceil((SOUND.length / 180.01) * 60);

const servers: ListeningServer[] = [];
let port = 0;
beforeAll(async () => {
  const system = systemCurrent(site.parts);
  for (const crate of crates.filter(({ crateId }) => crateId.startsWith('podcast'))) {
    await createCrate(system, NewCrate.parse(crate));
  }
  port = await serve(site);
});
afterAll(() => Promise.all(servers.map((server) => server.close(0))));

async function serve({ parts }: Pick<TestSite, 'parts'>): Promise<number> {
  const served = new Site(parts);
  const server = await listen({
    hosts: ['127.0.0.1'],
    port: 0,
    trustProxy: 1,
    fetch: (incoming, client) => served.fetch(incoming, client),
  });
  servers.push(server);
  return server.port;
}

async function createEpisode(name: string, tags: string[] = []): Promise<Item> {
  const staff = { userId: CAST.staff.userId, role: 'staff' } as const;
  const { itemId } = await storeAudio(asPerson(systemCurrent(site.parts), staff, new Date()), SOUND);
  return createItem(site, CRATE, 'staff', { name, tags, map: { title: `About ${name}`, audio: itemId } }, '');
}

interface Fetch {
  readonly from?: string;
  readonly app?: string;
  readonly headers?: Record<string, string>;
  readonly method?: string;
  readonly at?: number;
}

/** Over HTTP, from any address. @returns how many bytes came */
async function fetchSound(
  name: string,
  { from = '203.0.113.7', app = OVERCAST, ...rest }: Fetch = {},
): Promise<number> {
  const { headers = {}, method = 'GET', at = port } = rest;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = { 'user-agent': app, 'x-forwarded-for': from, ...headers };
    const path = `/podcast/${name}/audio.mp3`;
    request({ host: '127.0.0.1', port: at, path, method, headers: sent }, resolve).on('error', reject).end();
  });
  return (await buffer(response)).length;
}

const range = (from: number, to: number) => ({ headers: { range: `bytes=${from}-${to}` } });

async function downloadsOf({ itemId }: Item): Promise<Record<string, number>> {
  const rows = await site.parts.db.query<{ app: string; downloads: number }>(sql`
    select app, sum(downloads)::int as downloads from podcast_download_days
    where episode_id = ${itemId} group by app order by app`);
  return Object.fromEntries(rows.map(({ app, downloads }) => [app, downloads]));
}

/** Bytes of all who have not got enough of it yet, or have: by then all is noted that was sent before. */
async function notedOf({ itemId }: Item): Promise<number[]> {
  const rows = await site.parts.db.query<{ bytes: number }>(sql`
    select bytes::int as bytes from podcast_download_marks where episode_id = ${itemId} order by bytes`);
  return rows.map(({ bytes }) => bytes);
}

test('a download counts once for each client and day, by the app that fetched it', async () => {
  const episode = await createEpisode('once');
  expect(await fetchSound('once')).toBe(SOUND.length);
  expect(await fetchSound('once')).toBe(SOUND.length);
  await fetchSound('once', { app: ANTENNA });
  await fetchSound('once', { from: '203.0.113.8' });
  await expect.poll(() => downloadsOf(episode)).toEqual({ AntennaPod: 1, Overcast: 2 });
  site.clock.now = new Date(Date.now() + 86_400_000);
  await fetchSound('once');
  await expect.poll(() => downloadsOf(episode)).toEqual({ AntennaPod: 1, Overcast: 3 });
});

test('what is sent decides, not what is asked for: a minute of the sound, in one part or in several', async () => {
  const episode = await createEpisode('parts');
  expect(await fetchSound('parts', range(0, 1))).toBe(2);
  expect(await fetchSound('parts', { method: 'HEAD' })).toBe(0);
  await expect.poll(() => notedOf(episode)).toEqual([2]);
  const response = await site.ask(undefined, '/podcast/parts/audio.mp3', { headers: { 'user-agent': ANTENNA } });
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  await expect.poll(() => notedOf(episode)).toEqual([2, value?.byteLength]);
  expect(await fetchSound('parts', range(2, MINUTE - 2))).toBe(MINUTE - 3);
  await expect.poll(() => notedOf(episode)).toEqual([value?.byteLength, MINUTE - 1]);
  expect(await downloadsOf(episode)).toEqual({});
  await fetchSound('parts', range(MINUTE, MINUTE));
  await expect.poll(() => downloadsOf(episode)).toEqual({ Overcast: 1 });
});

test('programs that nobody listens to are counted apart, and who does not want to be counted is not', async () => {
  const episode = await createEpisode('bots');
  await fetchSound('bots', { headers: { dnt: '1' } });
  await fetchSound('bots', { headers: { 'sec-gpc': '1' } });
  await fetchSound('bots', { app: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' });
  await fetchSound('bots', { app: '' });
  await expect.poll(() => downloadsOf(episode)).toEqual({ bots: 2 });
});

test.each([
  [OVERCAST, 'Overcast'],
  ['Overcast/1.0 Podcast Sync (123 subscribers; feed-id=1; +http://overcast.fm/)', 'bots'],
  ['AppleCoreMedia/1.0.0.20G75 (iPhone; U; CPU OS 16_6 like Mac OS X; en_us)', 'Apple Podcasts'],
  ['Podcasts/1575.1.2 CFNetwork/1333.0.4 Darwin/21.5.0', 'Apple Podcasts'],
  ['PocketCasts/1.0 (Pocket Casts Feed Parser; +http://pocketcasts.com/)', 'bots'],
  ['Pocket Casts', 'Pocket Casts'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox'],
  ['curl/8.1', 'bots'],
  ['Echo/1.0(APNG)', 'other'],
  ['', 'bots'],
])('the app of %j is %s', (userAgent, app) => {
  expect(detectApp(userAgent)).toBe(app);
});

test('processes beside each other count a client once', async () => {
  const episode = await createEpisode('beside');
  const other = await site.openBeside();
  try {
    const ports = [port, await serve(other)];
    const part = Math.ceil(MINUTE / 8);
    const parts = Array.from({ length: 16 }, (_, at) => ({
      ...range(at * part, (at + 1) * part - 1),
      at: ports[at % 2],
    }));
    await Promise.all(parts.map(({ headers, at = port }) => fetchSound('beside', { headers, at })));
    const wholes = ports.flatMap((at) => [1, 2, 3].map((host) => ({ from: `198.51.100.${host}`, at })));
    await Promise.all(wholes.map((whole) => fetchSound('beside', whole)));
    await expect.poll(() => downloadsOf(episode)).toEqual({ Overcast: 4 });
  } finally {
    await other.close();
  }
});

test('a download waits for no count', async () => {
  const episode = await createEpisode('held');
  await site.stranger.transaction(async (db) => {
    await db.query(sql`lock table podcast_download_marks in access exclusive mode`);
    expect(await fetchSound('held')).toBe(SOUND.length);
  });
  await expect.poll(() => downloadsOf(episode)).toEqual({ Overcast: 1 });
});

test('a download leaves a mark of the day for each episode, and never an address', async () => {
  const [one, other] = [await createEpisode('one'), await createEpisode('other')];
  for (const name of ['one', 'other']) await fetchSound(name, { from: '192.0.2.99' });
  await expect
    .poll(async () => [await downloadsOf(one), await downloadsOf(other)])
    .toEqual([{ Overcast: 1 }, { Overcast: 1 }]);
  const marks = await site.parts.db.query<{ mark: string; all: string }>(sql`
    select encode(mark, 'hex') as mark, marks::text as all from podcast_download_marks marks
    where episode_id = any(${[one.itemId, other.itemId]}::uuid[])`);
  expect(new Set(marks.map(({ mark }) => mark)).size).toBe(2);
  for (const { mark, all } of marks) {
    expect(mark).toMatch(/^[0-9a-f]{16}$/);
    expect(all).not.toMatch(/192\.0\.2|Overcast/);
  }
  site.advanceClock(86_400_000);
  await jobs(site.parts)
    .find(({ name }) => name === 'podcast:sweepMarks')
    ?.run({});
  expect(await site.parts.db.query(sql`select from podcast_download_marks`)).toEqual([]);
  expect(await downloadsOf(one)).toEqual({ Overcast: 1 });
});

test('staff alone read the figures: by day, by app and by episode, on a page and as a spreadsheet', async () => {
  const episode = await createEpisode('read');
  const hidden = await createEpisode('unheard', ['hidden']);
  await site.ask('staff', '/podcast/unheard/audio.mp3').then((response) => response.arrayBuffer());
  await fetchSound('read');
  await fetchSound('read', { app: ANTENNA });
  await fetchSound('read', { app: 'curl/8.1' });
  await expect.poll(() => downloadsOf(episode)).toEqual({ AntennaPod: 1, Overcast: 1, bots: 1 });
  expect(await downloadsOf(hidden)).toEqual({});
  for (const path of ['/podcast/downloads', '/podcast/downloads.csv']) {
    for (const query of ['', '?episode=read', '?episode=unheard']) {
      const [visitor, player] = [await site.ask(undefined, path + query), await site.ask('player', path + query)];
      expect([visitor.status, player.status], path + query).toEqual([302, 403]);
    }
    expect((await site.ask('staff', `${path}?episode=none`)).status).toBe(404);
  }
  const csv = await (await site.ask('staff', '/podcast/downloads.csv?episode=read&days=7')).text();
  const today = site.parts.now().toISOString().slice(0, 10);
  expect(csv).toBe(
    `day,app,downloads\r\n${['AntennaPod', 'Overcast', 'bots'].map((app) => `${today},${app},1\r\n`).join('')}`,
  );
  const page = await (await site.ask('staff', '/podcast/downloads?episode=read&days=7')).text();
  expect(page).toContain('aria-label="Downloads per day, peaking at 2"');
  expect(page.match(/<rect /g)).toHaveLength(7);
  for (const words of ['About read', 'AntennaPod', '50%']) expect(page).toContain(words);
  const all = await (await site.ask('staff', '/podcast/downloads')).text();
  expect(all).toContain('href="/podcast/downloads?days=30&amp;episode=read"');
  expect(all).not.toContain('About unheard');
  expect(await (await site.ask('staff', '/podcast')).text()).toContain('href="/podcast/downloads"');
  expect(await (await site.ask('player', '/podcast')).text()).not.toContain('/podcast/downloads');
});
