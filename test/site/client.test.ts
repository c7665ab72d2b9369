import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from 'vitest';

import { EMPTY_CONTENT } from '#app/announcements/announcement.ts';
import { createAnnouncement, publishAnnouncement, stopAnnouncement } from '#app/announcements/announcements.server.ts';
import { getCommunityReference } from '#app/api-docs/api-docs.server.ts';
import { clientFiles } from '#app/api-docs/client.server.ts';
import { Site } from '#app/app.server.ts';
import { seedDevices } from '#app/devices/seed-devices.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { acknowledge, findAnnouncements } from '#clients/typescript/examples/announcements.js';
import { signInByCode } from '#clients/typescript/examples/device-code.js';
import { RumpusError, createClient, isRefusal } from '#clients/typescript/src/client.js';
import type { RumpusClient } from '#clients/typescript/src/client.js';
import { listen } from '#lib/http/listen.server.ts';
import type { ListeningServer } from '#lib/http/listen.server.ts';
import { version } from '#package';

import { CAST } from '../cast.ts';
import { seedSmallWorld } from '../levelhead.ts';
import { useTestSite } from '../site.ts';
import { createCrate, createItem, dataOf } from '../storage.ts';

const FOLDER = 'clients/typescript';
const site = useTestSite();
let server: ListeningServer;
let baseUrl: string;
let key: string;
let rumpus: RumpusClient;
let script: ((request: Request) => Response | undefined) | undefined;
let heard: Request[];

beforeAll(async () => {
  const door = new Site(site.parts);
  const fetch = async (request: Request, client: { address: string }) => {
    heard.push(request);
    return script?.(request) ?? door.fetch(request, client);
  };
  server = await listen({ hosts: ['127.0.0.1'], port: 0, trustProxy: 0, fetch });
  baseUrl = `http://127.0.0.1:${server.port}`;
  const crate = await createCrate(site, 'public-library');
  for (let at = 0; at < 5; at += 1) await createItem(site, crate, 'player', { name: `item-${at}` });
  const body = { name: 'Client', permissions: ['rumpus-items-read', 'rumpus-items-write'], days: 30 };
  key = (await dataOf<{ key: string }>(await site.ask('player', '/api/delegation/keys', { method: 'POST', body }))).key;
});

beforeEach(() => {
  script = undefined;
  heard = [];
  rumpus = createClient({ baseUrl: `${baseUrl}/`, key, locale: 'ja-JP' });
});

afterAll(() => server.close(0));

const LIBRARY = { params: { crateId: 'public-library' } };

test('what is made from the contracts is current; `npm run generate` makes it', () => {
  for (const [path, text] of Object.entries(clientFiles())) {
    expect([path, readFileSync(path, 'utf8') === text]).toEqual([path, true]);
  }
});

test('the folder can be published as it is: all that it exports is in it, and it needs nothing', () => {
  const manifest = JSON.parse(readFileSync(`${FOLDER}/package.json`, 'utf8')) as Record<string, unknown>;
  expect(manifest).toMatchObject({ license: 'MIT', type: 'module', types: './src/client.d.ts' });
  expect(Object.keys(manifest).filter((name) => /ependencies/.test(name))).toEqual([]);
  for (const file of ['src/client.js', 'src/client.d.ts', 'src/calls.js', 'src/calls.d.ts', 'README.md', 'LICENSE']) {
    expect(readFileSync(`${FOLDER}/${file}`, 'utf8')).not.toMatch(/from '(?!\.\/)(?!rumpus-client)/);
  }
  expect(readFileSync('LICENSE', 'utf8')).toBe(readFileSync(`${FOLDER}/LICENSE`, 'utf8'));
});

test('the public client asks with key and locale, unwraps data, and tells the limits', async () => {
  const { data, status, rateLimit } = await rumpus.ask('site.getVersion');
  expectTypeOf(data).toEqualTypeOf<string>();
  expect([data, status]).toEqual([version, 200]);
  expect(rateLimit).toEqual({
    limit: expect.any(Number),
    remaining: expect.any(Number),
    resetSeconds: expect.any(Number),
  });
  expect(heard[0]?.headers.get('rumpus-delegation-key')).toBe(key);
  expect(heard[0]?.headers.get('locale')).toBe('ja-JP');
  const own = await rumpus.ask('delegation.getOwnKey');
  expect(own.data).toMatchObject({ userId: 'pl4yer', name: 'Client' });
});

test('the public client sends lists, JSON and bytes, and reads bodies that are no JSON', async () => {
  const made = await rumpus.ask('storage.createItem', {
    ...LIBRARY,
    headers: { 'content-type': 'text/plain' },
    body: 'Hello',
  });
  const { itemId } = made.data;
  const params = { crateId: 'public-library', itemId };
  const headers = { 'if-match': '*' };
  const patched = await rumpus.ask('storage.patchMetadata', { params, headers, body: { tags: ['red', 'new'] } });
  expect(patched.data.tags.toSorted((one, other) => one.localeCompare(other))).toEqual(['new', 'red']);
  const found = await rumpus.ask('storage.findItems', { ...LIBRARY, query: { tags: ['red', 'new'], limit: 1 } });
  expect(found.data).toMatchObject([{ itemId }]);
  const { data: body } = await rumpus.ask('storage.getItem', { params, query: { download: true } });
  expect(body instanceof Blob && (await body.text())).toBe('Hello');
  expect((await rumpus.ask('storage.deleteItem', { params, headers })).data).toBeUndefined();
});

test('the public client reads all pages and all rows, each once, and stops when told', async () => {
  const request = { ...LIBRARY, query: { limit: 2, names: 'item-0,item-1,item-2,item-3,item-4' } };
  const names: unknown[] = [];
  for await (const item of rumpus.rows('storage.findItems', request)) names.push((item as { name: string }).name);
  expect(names).toEqual(['item-4', 'item-3', 'item-2', 'item-1', 'item-0']);
  expect(heard).toHaveLength(3);
  for await (const { data } of rumpus.pages('storage.findItems', request)) {
    expect(data).toHaveLength(2);
    break;
  }
  expect(heard).toHaveLength(4);
});

const LISTS = getCommunityReference().filter(
  ({ id, parameters }) => id.startsWith('levelhead.') && parameters.some(({ name }) => name === 'limit'),
);
const sortsOf = ({ parameters }: (typeof LISTS)[number]) =>
  [...(parameters.find(({ name }) => name === 'sort')?.type ?? '').matchAll(/"([^"]+)"/g)].map(([, sort]) => sort);

describe('of the community', () => {
  let tool: RumpusClient;
  let liked: string;
  beforeAll(async () => {
    const { levels, memberships } = await seedSmallWorld(site);
    const fans = Map.groupBy(
      memberships.filter(({ set }) => set === 'favorites'),
      ({ member }) => member,
    );
    [liked = ''] = [...fans].toSorted(([, some], [, others]) => others.length - some.length)[0] ?? [];
    const permissions = ['rce-lh-read', 'rce-lh-manage-bookmarks'];
    const body = { name: 'Lists', permissions, days: 30 };
    const made = await site.ask('player', '/api/delegation/keys', { method: 'POST', body });
    tool = createClient({ baseUrl, key: (await dataOf<{ key: string }>(made)).key });
    const levelIds = levels.map(({ levelId }) => levelId).slice(0, 7);
    await tool.ask('levelhead.addBookmarks', { params: { levelIds: levelIds.join(',') } });
  });

  test.each(LISTS.map((call) => [call.id, call] as const))(
    'the public client reads %s to the end in every order, each row once, and asks for no page after the last',
    async (_, call) => {
      const sorts = sortsOf(call);
      // Seconds ago go on while it reads.
      const toText = (row: unknown) =>
        JSON.stringify(row, (name, value: unknown) => (name === 'createdAgo' ? undefined : value));
      const read = async (limit: number, sort: string | undefined) => {
        const rows: string[] = [];
        const { levelId } = call.sample.params;
        const params = { ...call.sample.params, ...(levelId !== undefined && { levelId: liked }) };
        const input = { params, query: { limit, sort } };
        for await (const row of tool.rows(call.id as 'levelhead.findBookmarks', input as never)) rows.push(toText(row));
        return rows;
      };
      const limit = sorts.length > 4 ? 7 : Math.min(2, 1 + sorts.length);
      for (const sort of sorts.length === 0 ? [undefined] : sorts) {
        heard = [];
        const paged = await read(limit, sort);
        expect([sort, heard.length]).toEqual([sort, Math.max(1, Math.ceil(paged.length / limit))]);
        expect([sort, new Set(paged).size, paged.length > limit]).toEqual([sort, paged.length, true]);
        // More than there may be is read as the most.
        expect([sort, await read(100_000, sort)]).toEqual([sort, paged]);
      }
    },
  );
});

test('the public client works in a page of another origin: the preflight allows what it sends, and it reads what is exposed', async () => {
  const tool = createClient({ baseUrl, key, locale: 'ja-JP', fetch: fetchAsPage });
  const query = { limit: 2, names: 'item-0,item-1,item-2' };
  const names = [];
  for await (const item of tool.rows('storage.findItems', { ...LIBRARY, query })) {
    names.push((item as { name: string }).name);
  }
  expect(names).toEqual(['item-2', 'item-1', 'item-0']);
  const { rateLimit } = await tool.ask('site.getVersion');
  expect(rateLimit.limit).toBeGreaterThan(0);
  await expect(tool.ask('levelhead.addBookmarks', { params: { levelIds: '0hds26q' } })).rejects.toMatchObject({
    status: 403,
  });
});

const TOOL = 'https://tool.example';
/** What a page may send and read without asking. */
const SIMPLE = new Set(['accept', 'accept-language', 'content-language']);
const READABLE = ['cache-control', 'content-language', 'content-length', 'content-type', 'expires', 'last-modified'];

/** As a browser does it for a page of another origin: asks before it sends, and hides what is not exposed. */
const fetchAsPage: typeof fetch = async (input, init) => {
  const { method = 'GET' } = init ?? {};
  const sent = new Headers(init?.headers);
  const preflightHeaders = [...sent.keys()].filter((name) => !SIMPLE.has(name));
  const preflight = await fetch(input, {
    method: 'OPTIONS',
    headers: {
      origin: TOOL,
      'access-control-request-method': method,
      'access-control-request-headers': preflightHeaders.join(','),
    },
  });
  const listOf = (response: Response, name: string) =>
    (response.headers.get(`access-control-${name}`) ?? '').toLowerCase().split(/,\s*/);
  expect(preflight.ok).toBe(true);
  expect(listOf(preflight, 'allow-methods')).toContain(method.toLowerCase());
  expect(preflightHeaders.filter((name) => !listOf(preflight, 'allow-headers').includes(name))).toEqual([]);
  sent.set('origin', TOOL);
  const response = await fetch(input, { ...init, headers: sent });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const exposed = new Set([...READABLE, ...listOf(response, 'expose-headers')]);
  const headers = [...response.headers].filter(([name]) => exposed.has(name));
  const { status } = response;
  return new Response(status === 204 ? null : await response.arrayBuffer(), { status, headers });
};

test('the public client follows no link to another host, where the key must not go', async () => {
  script = () => Response.json({ data: [1] }, { headers: { link: '<https://evil.example/?after=1>; rel="next"' } });
  const pages = [];
  for await (const { data } of rumpus.pages('storage.findItems', LIBRARY)) pages.push(data);
  expect(pages).toEqual([[1]]);
});

test('a refusal is an error with its code, fields and request', async () => {
  const refused = await rumpus
    .ask('storage.findItems', { ...LIBRARY, query: { limit: 0 } })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RumpusError);
  expect(refused).toMatchObject({
    status: 400,
    code: 'call.invalidParameter',
    fields: { limit: expect.any(String) },
    requestId: expect.any(String),
  });
  expect(isRefusal(refused, 'storage.findItems', 'call.invalidParameter')).toBe(true);
  expect(isRefusal(refused, 'storage.findItems', 'storage.noCrate')).toBe(false);
  const bad = createClient({ baseUrl, key: 'rumpus_key_no_such' });
  await expect(bad.ask('delegation.getOwnKey')).rejects.toMatchObject({ status: 401, code: 'delegation.invalidKey' });
  script = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
  await expect(rumpus.ask('site.getVersion')).rejects.toMatchObject({ status: 502, code: undefined });
});

test('a parameter of the path never leads elsewhere', async () => {
  for (const itemId of ['', '.', '..']) {
    await expect(async () => rumpus.ask('storage.getItem', { params: { crateId: 'x', itemId } })).rejects.toThrow(
      TypeError,
    );
  }
  await rumpus
    .ask('storage.getItem', { params: { crateId: 'public-library', itemId: '../../version?x=' } })
    .catch(() => undefined);
  expect(heard.map(({ url }) => new URL(url).pathname)).toEqual([
    '/api/storage/crates/public-library/items/..%2F..%2Fversion%3Fx%3D',
  ]);
});

describe('after a 429', () => {
  const refused = (seconds: string) =>
    Response.json(
      { status: 429, code: 'call.rateLimited', message: 'Come back soon!' },
      { status: 429, headers: { 'x-rate-limit-reset': seconds } },
    );

  test('the client waits for the seconds of the header, then sends the call again, and so do its other calls', async () => {
    script = () => (heard.length === 1 ? refused('0.3') : undefined);
    const started = performance.now();
    const [first, second] = await Promise.all([
      rumpus.ask('site.getVersion'),
      new Promise((resolve) => setTimeout(resolve, 100)).then(async () => rumpus.ask('site.getVersion')),
    ]);
    expect([first.data, second.data, heard.length]).toEqual([version, version, 3]);
    expect(performance.now() - started).toBeGreaterThan(290);
  });

  test('the client gives up after two more tries, and at once when the wait is long', async () => {
    script = () => refused('0.01');
    await expect(rumpus.ask('site.getVersion')).rejects.toMatchObject({ status: 429, code: 'call.rateLimited' });
    expect(heard).toHaveLength(3);
    script = () => refused('3600');
    await expect(rumpus.ask('site.getVersion')).rejects.toMatchObject({ status: 429 });
    expect(heard).toHaveLength(4);
  });

  test('a signal ends the wait, and a request', async () => {
    script = () => refused('60');
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await expect(rumpus.ask('site.getVersion', {}, { signal: controller.signal })).rejects.toThrow('enough');
    expect(heard).toHaveLength(1);
    await expect(rumpus.ask('site.getVersion', {}, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  });
});

test('the types of the client refuse what no call takes', () => {
  const wrong = () => [
    // @ts-expect-error: there is no such call.
    rumpus.ask('storage.noSuchCall'),
    // @ts-expect-error: the crate is missing.
    rumpus.ask('storage.findItems'),
    // @ts-expect-error: there is no such field to sort by.
    rumpus.ask('levelhead.findLevels', { query: { sort: 'Likes' } }),
    // @ts-expect-error: no level has such a stat.
    rumpus.ask('levelhead.findLevels').then(({ data }) => data[0]?.stats?.Lieks),
    // @ts-expect-error: there is no such parameter.
    rumpus.ask('storage.findItems', { ...LIBRARY, query: { limits: 2 } }),
  ];
  expectTypeOf(wrong).returns.toBeArray();
});

test('the example of a game shows announcements without a network too, and each player what they have not seen', async () => {
  const current = systemCurrent(site.parts);
  const publish = async (title: string) => {
    const texts = { 'en-US': { title, body: 'Read this.' } };
    const announcementId = await createAnnouncement(current, { ...EMPTY_CONTENT, texts });
    await publishAnnouncement(current, announcementId);
    return announcementId;
  };
  const [first, second] = [await publish('First'), await publish('Second')];
  let record: object | undefined;
  const store = { load: () => Promise.resolve(record), save: (kept: object) => Promise.resolve(void (record = kept)) };
  const query = { game: 'levelhead', installation: 'mine' };
  const titles = async () => (await findAnnouncements(rumpus, query, store)).map(({ title }) => title);
  expect(await titles()).toEqual(['Second', 'First']);
  expect(await titles()).toEqual(['Second', 'First']);
  expect(heard.at(-1)?.headers.get('if-none-match')).toMatch(/^W\/"/);

  script = () => new Response('', { status: 503 });
  expect(await titles()).toEqual(['Second', 'First']);
  await acknowledge(rumpus, second, 'mine', store);
  expect(await titles()).toEqual(['First']);
  const updated = { load: () => Promise.resolve(record), save: () => Promise.resolve() };
  expect(await findAnnouncements(rumpus, { ...query, version: '17.36.4' }, updated)).toEqual([]);

  script = undefined;
  await stopAnnouncement(current, first);
  expect(await titles()).toEqual([]);
  expect(record).toMatchObject({ announcements: [], read: [] });
  expect(await findAnnouncements(rumpus, { ...query, installation: 'other' }, store)).toHaveLength(1);
});

describe('the example of a device code', () => {
  const game = { appId: 'levelhead', platform: 'switch' };
  const decide = (intent: string, userCode: string) => site.submit('player', '/login/device', { intent, userCode });
  beforeAll(() => seedDevices(systemCurrent(site.parts), CAST.admin.userId));

  test('shows a code until the player has said yes, asks no faster than it is told, and gets a key', async () => {
    const pauses: number[] = [];
    let shown = '';
    const signedIn = await signInByCode(createClient({ baseUrl }), game, ({ userCode }) => void (shown = userCode), {
      wait: async (seconds) => {
        pauses.push(seconds);
        if (pauses.length === 3) await decide('devices.approve', shown);
      },
    });
    expect(signedIn).toMatchObject({ userId: CAST.player.userId, name: 'levelhead (Nintendo Switch)' });
    expect(pauses).toEqual([5, 5, 10]);
    const player = createClient({ baseUrl, key: signedIn?.key ?? '' });
    expect((await player.ask('accounts.getAccount', { params: { userId: '@me' } })).data.userId).toBe(
      CAST.player.userId,
    );
  });

  test('shows another code when one is too old, and stops at a no', async () => {
    const shown: string[] = [];
    const signedIn = await signInByCode(createClient({ baseUrl }), game, ({ userCode }) => void shown.push(userCode), {
      wait: async () => {
        if (shown.length === 1) site.advanceClock(11 * 60_000);
        else await decide('devices.deny', shown.at(-1) ?? '');
      },
    });
    expect([signedIn, shown.length]).toEqual([undefined, 2]);
  });
});
