import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Site } from '#app/app.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { callerKey } from '#lib/limits/caller-key.ts';
import { useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';
import type { TestApp } from '#test/test-app.ts';

import { WIDTHS } from '../image-size.ts';
import { pictureQueue } from '../work-queue.server.ts';

const site = useTestSite();
const sizes = WIDTHS.map((width) => `/media/fit-in/${width}x${width}/snippets/shrug.jpg`);
/** Small ones, thirty of them. */
const pictures = ['shrug', 'contact-empty', 'changelog'].flatMap((name) =>
  WIDTHS.slice(0, 10).map((width) => `/media/fit-in/${width}x${width}/snippets/${name}.jpg`),
);
const statusOf = async (answer: Promise<Response>) => (await answer).status;

test('thirty new pictures that one caller requests at once are all made, and delay nobody else', async () => {
  const door = openTestApp(site);
  const fetchStatus = (path: string, address: string) => statusOf(door.sendRequest(path, { address }));
  // Two are being generated until all requests are sent, however long that takes.
  const caller = callerKey('203.0.113.1');
  const { promise: made, resolve: make } = Promise.withResolvers<void>();
  const making = [1, 2].map(() => pictureQueue.run({ caller }, () => made));
  const statuses: number[] = [];
  const many = pictures.map(async (path) => void statuses.push(await fetchStatus(path, '203.0.113.1')));
  const other = fetchStatus('/media/fit-in/160x160/snippets/logo.jpg', '203.0.113.2');
  const card = fetchStatus('/media/cards/game/levelhead.png', '203.0.113.2');
  make();
  expect(await other).toBe(200);
  expect(statuses.length).toBeLessThan(15);
  expect(await card).toBe(200);
  await Promise.all([...making, ...many]);
  expect(statuses).toEqual(Array.from({ length: 30 }, () => 200));
});

test('pictures of clients that disconnect before their turn are not generated', async () => {
  const client = new AbortController();
  const whole = new Site(site.parts);
  const fetchStatus = (path: string) =>
    whole.fetch(new Request(`http://localhost:8080${path}`, { signal: client.signal }), { address: '203.0.113.3' });
  const countMade = async () => (await site.parts.db.query(sql`select key from media_made`)).length;
  const before = await countMade();
  const answers = sizes.slice(36).map(fetchStatus);
  client.abort();
  const statuses = await Promise.all(answers.map(statusOf));
  expect(statuses).toEqual(statuses.map(() => 503));
  expect(await countMade()).toBe(before);
});

let host: Server;
let origin: string;
let door: TestApp;
let requested: string[] = [];
let atOnce = 0;
let mostAtOnce = 0;
let gate: Promise<void> = Promise.resolve();
const fit = (path: string) =>
  statusOf(door.sendRequest(`/media/fit-in/160x160/${encodeURIComponent(origin + path)}`, { address: '203.0.113.4' }));

beforeAll(async () => {
  const paint = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#35d69a' } })
      .png()
      .toBuffer();
  const [small, large] = [await paint(200, 100), await paint(2400, 1200)];
  const answer = async (url: string, response: ServerResponse) => {
    requested.push(url);
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    await gate;
    atOnce -= 1;
    response.writeHead(url.startsWith('/broken') ? 500 : 200).end(url === '/large' ? large : small);
  };
  host = createServer((request, response) => void answer(request.url ?? '', response));
  await new Promise<void>((listening) => host.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  door = openTestApp(site, { IMAGE_SOURCES: origin });
});
afterAll(() => host.close());

test('one caller causes at most two concurrent requests to other hosts', async () => {
  const held = Promise.withResolvers<void>();
  gate = held.promise;
  const all = Promise.all(['/a', '/b', '/c', '/d'].map(fit));
  await expect.poll(() => requested.length).toBe(2);
  held.resolve();
  expect(await all).toEqual([200, 200, 200, 200]);
  expect(mostAtOnce).toBe(2);
});

test('a picture of another host is stored no larger than it can be shown', async () => {
  expect(await fit('/large')).toBe(200);
  const [source] = await site.parts.db.query<{ file_key: string }>(
    sql`select file_key from media_sources where url = ${`${origin}/large`}`,
  );
  const bytes = await new Response(await site.parts.files.read(source?.file_key ?? '')).arrayBuffer();
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1920, height: 960 });
});

test('one address has at most a thousand new pictures of other hosts fetched a day', async () => {
  const real = site.clock.now;
  const few = openTestApp(site, { IMAGE_SOURCES: origin, LIMITS: '0.002' });
  const source = (path: string, address: string) =>
    statusOf(few.sendRequest(`/media/fit-in/160x160/${encodeURIComponent(origin + path)}`, { address }));
  expect([await source('/new?1', '203.0.113.5'), await source('/new?2', '203.0.113.5')]).toEqual([200, 200]);
  site.advanceClock(61_000);
  expect([await source('/new?3', '203.0.113.5'), await source('/new?2', '203.0.113.5')]).toEqual([429, 200]);
  expect(await source('/new?3', '203.0.113.6')).toBe(200);
  site.clock.now = real;
});

test('a failed request to another host is not repeated for a minute', async () => {
  requested = [];
  const real = site.clock.now;
  expect([await fit('/broken'), await fit('/broken')]).toEqual([502, 502]);
  expect(requested).toEqual(['/broken']);
  site.clock.now = new Date(Date.now() + 61_000);
  expect(await fit('/broken')).toBe(502);
  expect(requested).toEqual(['/broken', '/broken']);
  site.clock.now = real;
});
