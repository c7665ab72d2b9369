import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';

import { checkDueTargets, checkTarget } from './health.server.ts';
import { NewShortlink } from './shortlink.ts';
import { changeShortlink, createShortlink } from './shortlinks.server.ts';

const PAGE = '<head><title>A game</title><meta property="og:description" content="Fun."></head><body>';

const asked: string[] = [];
const ANSWERS: Record<string, RequestListener> = {
  '/page': (_request, response) => response.setHeader('content-type', 'text/html').end(PAGE),
  '/file': (_request, response) => response.setHeader('content-type', 'application/zip').end('PK'),
  '/large': (_request, response) => {
    response.setHeader('content-type', 'text/html').write(PAGE);
    const pour = () => response.write('x'.repeat(64_000), () => setImmediate(pour));
    pour();
  },
  '/members': (_request, response) => response.writeHead(403).end(),
  '/gone': (_request, response) => response.writeHead(404).end(PAGE),
  '/broken': (_request, response) => response.writeHead(500).end(),
  '/moved': (_request, response) => response.writeHead(301, { location: '/page' }).end(),
  '/back': (_request, response) => response.writeHead(302, { location: '//localhost/go/other' }).end(),
  '/nowhere': (_request, response) => response.writeHead(302, { location: 'http://[' }).end(),
  '/cut': (_request, response) => response.destroy(),
  '/silent': () => undefined,
  '/held': (_request, response) => void (release = () => response.writeHead(404).end()),
};
let release = (): unknown => undefined;
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  ANSWERS[request.url ?? '']?.(request, response);
});
await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
const { port } = server.address() as AddressInfo;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Pages of ours are asked on whatever network they are. */
const OWN = `http://localhost:${port}`;
const site = useTestSite({ PUBLIC_URL: OWN });
const system = () => systemCurrent(site.parts);
let made = 0;

async function create(target: string, rules: readonly string[] = []): Promise<string> {
  const slug = `target-${'abcdefghjknopqrstuvz'[(made += 1)]}`;
  const wanted = { slug, target, rules: rules.map((target) => ({ target, devices: ['ios'] })) };
  await createShortlink(system(), NewShortlink.parse(wanted));
  return slug;
}

async function healthOf(slug: string) {
  const [row] = await site.parts.db.query<{ health: string; health_detail: string; preview: object | null }>(
    sql`select health, health_detail, preview from shortlinks where slug = ${slug}`,
  );
  return [row?.health, row?.health_detail, row?.preview];
}

const PREVIEW = { title: 'A game', description: 'Fun.', image: '' };

test.each([
  ['/page', 'fine', '200', PREVIEW],
  ['/large', 'fine', '200', PREVIEW],
  ['/file', 'fine', '200', null],
  ['/members', 'fine', '403', null],
  ['/gone', 'broken', '404', null],
  ['/broken', 'broken', '500', null],
  ['/cut', 'broken', 'it cannot be reached', null],
  ['/moved', 'moved', '301 /page', null],
  ['/nowhere', 'moved', '302 http://[', null],
  ['/back', 'broken', 'A shortlink can’t lead to another shortlink.', null],
])('a target that answers like %s is %s: %s', async (path, ...health) => {
  const slug = await create(`${OWN}${path}`);
  asked.length = 0;
  await checkTarget(system(), slug);
  expect(await healthOf(slug)).toEqual(health);
  expect(asked).toEqual([path]);
});

test('a target that says nothing is given up', async () => {
  const slug = await create(`${OWN}/silent`);
  await checkTarget(system(), slug, 300);
  expect(await healthOf(slug)).toEqual(['broken', 'it is too slow', null]);
});

test.each([
  ['another port of our own machine', 'http://localhost:1/page'],
  ['a name that nobody has', `http://no-such-host.invalid:${port}/page`],
])('%s is not asked', async (_, target) => {
  const slug = await create(target);
  asked.length = 0;
  await checkTarget(system(), slug);
  expect((await healthOf(slug)).slice(0, 1)).toEqual(['broken']);
  expect(asked).toEqual([]);
});

test('the targets of rules are asked too, and one that is broken is told with its place', async () => {
  const slug = await create(`${OWN}/page`, [`${OWN}/moved`, `${OWN}/gone`]);
  await checkTarget(system(), slug);
  expect(await healthOf(slug)).toEqual(['broken', 'rule 2: 404', PREVIEW]);
});

test('a link that leads elsewhere while its target is asked keeps nothing of the answer', async () => {
  const slug = await create(`${OWN}/held`);
  const checked = checkTarget(system(), slug);
  await expect.poll(() => asked.at(-1)).toBe('/held');
  await changeShortlink(system(), slug, { target: `${OWN}/page` });
  release();
  await checked;
  expect(await healthOf(slug)).toEqual(['unknown', null, null]);
});

test('each target is asked once a day, and a preview that stays makes no process forget the link', async () => {
  await checkDueTargets(system());
  asked.length = 0;
  expect(await checkDueTargets(system())).toBe(0);
  expect(asked).toEqual([]);
  const slug = await create(`${OWN}/page`);
  await checkTarget(system(), slug);
  const heard: string[] = [];
  site.parts.listener.watch(
    (payload) => void heard.push(payload),
    () => undefined,
  );
  await checkTarget(system(), slug);
  await changeShortlink(system(), slug, { title: 'Told' });
  await expect.poll(() => heard).toEqual([`shortlinks:${slug}`]);
});
