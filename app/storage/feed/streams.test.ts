import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { listen } from '#lib/http/listen.server.ts';
import type { ListeningServer } from '#lib/http/listen.server.ts';
import { CAST } from '#test/cast.ts';
import { EventReader } from '#test/event-reader.ts';
import { FeedFollower, listOf, untilFinal } from '#test/follower.ts';
import { openTestSite, useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';
import type { TestApp } from '#test/test-app.ts';

import { patchMetadata } from '../writes/updates.server.ts';
import type { Change } from './change.ts';
import { openStream } from './event-streams.server.ts';
import type { StreamTiming } from './event-streams.server.ts';
import { feedFor } from './feed.server.ts';

const site = useTestSite();
let door: TestApp;
let listening: ListeningServer;
let crates = 0;
const newCrate = () => createCrate(site, `crate-${(crates += 1)}`);
const idOf = (crate: string) => crate.split('/').at(-1) ?? '';

beforeAll(async () => {
  door = openTestApp(site);
  const fetch = (request: Request, { address }: { address: string }) => {
    const { pathname, search } = new URL(request.url);
    return door.sendRequest(`${pathname}${search}`, { address, headers: Object.fromEntries(request.headers) });
  };
  listening = await listen({ hosts: ['127.0.0.1'], port: 0, trustProxy: 1, fetch });
});

afterAll(() => listening.close(0));

const connect = async (path: string, headers: Record<string, string> = {}, signal?: AbortSignal) => {
  const response = await fetch(`http://127.0.0.1:${listening.port}${path}`, {
    headers: { accept: 'text/event-stream', ...headers },
    ...(signal && { signal }),
  });
  if (response.body === null) throw new Error('an answer without a body');
  return { response, events: new EventReader(response.body) };
};
const changeIn = (received: { data: string } | undefined) => JSON.parse(received?.data ?? 'null') as Change | null;

describe('a stream of changes over HTTP', () => {
  test('sends the items and then what changes, each with the id to resume from', async () => {
    const crate = await newCrate();
    const item = await createItem(site, crate, 'player');
    await untilFinal(site);
    const { response, events } = await connect(`${crate}/changes`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const first = await events.next();
    expect([first?.event, changeIn(first)]).toEqual([
      'change',
      expect.objectContaining({ itemId: item.itemId, kind: 'create' }),
    ]);
    const id = events.lastId ?? '';
    await site.ask('player', `${crate}/items/${item.itemId}`, { method: 'DELETE' });
    expect(changeIn(await events.next())).toEqual({ itemId: item.itemId, kind: 'delete' });
    await events.cut();
    const again = await connect(`${crate}/changes`, { 'last-event-id': id });
    expect(changeIn(await again.events.next())).toEqual({ itemId: item.itemId, kind: 'delete' });
    await again.events.cut();
  });

  test('can start now, has an id before its first event, and says when to reconnect', async () => {
    const crate = await newCrate();
    await createItem(site, crate, 'player');
    await untilFinal(site);
    const { events } = await connect(`${crate}/changes?since=now`);
    await events.readPiece();
    expect(events.lastId).toBeDefined();
    expect(events.retry).toBeGreaterThanOrEqual(1000);
    const { itemId } = await createItem(site, crate, 'player');
    expect(changeIn(await events.next())?.itemId).toBe(itemId);
    await events.cut();
  });

  test('is one of 20 that visitors at one address, of IPv6 one network, may have until they close or abort them', async () => {
    const crate = await newCrate();
    const from = (address: string, signal?: AbortSignal) =>
      connect(`${crate}/changes`, { 'x-forwarded-for': address }, signal);
    const aborted = new AbortController();
    const aborting = from('2001:db8:1:2::1', aborted.signal);
    const others = Array.from({ length: 19 }, (_, at) => from(`2001:db8:1:2::${at + 2}`));
    const [first, ...rest] = await Promise.all([aborting, ...others]);
    expect([first, ...rest].map(({ response }) => response.status)).toEqual(Array.from({ length: 20 }, () => 200));
    const { response } = await from('2001:db8:1:2:3::1');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
    const neighbour = await from('2001:db8:1:3::1');
    expect(neighbour.response.status).toBe(200);
    aborted.abort();
    await rest[0]?.events.cut();
    const open = async () => {
      const again = await from('2001:db8:1:2::1');
      if (again.response.status === 200) rest.push(again);
      return again.response.status;
    };
    await expect.poll(open).toBe(200);
    await expect.poll(open).toBe(200);
    expect(await open()).toBe(503);
    await Promise.all([neighbour, ...rest.slice(1)].map(({ events }) => events.cut()));
  });

  test('is refused by a plain response', async () => {
    const crate = await newCrate();
    expect((await connect(`${crate}/changes`, { 'last-event-id': 'x' })).response.status).toBe(400);
    expect((await connect('/api/storage/crates/none/changes')).response.status).toBe(404);
    const { response } = await connect(`${crate}/changes?limit=0`);
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
  });

  test('brings followers that are cut off again and again to what the list shows', async () => {
    const crate = await newCrate();
    const isDone = { writing: false };
    const followers = Array.from({ length: 12 }, (_, at) => follow(crate, at, isDone));
    await Promise.all((['player', 'creator', 'collaborator'] as const).map((who) => writeMuch(crate, who)));
    await untilFinal(site);
    isDone.writing = true;
    const end = await createItem(site, crate, 'staff', { name: 'the-end' });
    const listed = await listOf(site, crate, undefined);
    for (const follower of await Promise.all(followers)) {
      expect(follower.replica).toEqual(listed);
      expect(follower.setbacks).toEqual([]);
    }
    expect(listed.has(end.itemId)).toBe(true);
  }, 30_000);

  async function writeMuch(crate: string, who: 'player' | 'creator' | 'collaborator') {
    for (let round = 0; round < 12; round += 1) {
      const { itemId } = await createItem(site, crate, who);
      const path = `${crate}/items/${itemId}`;
      for (const tags of [['a'], ['hidden'], round % 3 === 0 ? ['hidden'] : ['b']]) {
        await site.ask(who, `${path}/metadata`, { method: 'PATCH', body: { tags } });
      }
      if (round % 4 === 0) await site.ask(who, path, { method: 'DELETE' });
    }
  }

  /** Follows until it receives `the-end`, and disconnects after some events each time. */
  async function follow(crate: string, at: number, isDone: { writing: boolean }): Promise<FeedFollower> {
    const follower = new FeedFollower(site, crate, undefined);
    let lastId: string | undefined;
    for (;;) {
      const { events } = await connect(
        `${crate}/changes`,
        lastId === undefined ? undefined : { 'last-event-id': lastId },
      );
      for (let taken = 0; taken <= at || isDone.writing; taken += 1) {
        const change = changeIn(await events.next());
        if (change === null) break;
        follower.take(change);
        if (change.item?.name === 'the-end') {
          await events.cut();
          return follower;
        }
      }
      ({ lastId } = events);
      await events.cut();
    }
  }

  test('ends with its process, which does not wait for it', async () => {
    const stopping = await openTestSite();
    const crate = await createCrate(stopping, 'crate');
    const fetch = (request: Request) =>
      stopping.ask(undefined, new URL(request.url).pathname, { headers: { accept: 'text/event-stream' } });
    const served = await listen({ hosts: ['127.0.0.1'], port: 0, trustProxy: 0, fetch });
    const response = await globalThis.fetch(`http://127.0.0.1:${served.port}${crate}/changes`);
    const events = new EventReader(response.body as ReadableStream<Uint8Array>);
    await events.readPiece();
    stopping.parts.closing.abort();
    expect(await events.next()).toBeUndefined();
    await served.close(60);
    await stopping.close();
  });
});

describe('a stream of changes', () => {
  const PACE: StreamTiming = { heartbeat: 60_000, lifetime: 600_000, pauses: [5, 5] };
  const open = async (crate: string, pace: Partial<StreamTiming> = {}, more: Partial<Current> = {}) => {
    const current = { ...systemCurrent(site.parts), ...more };
    const begin = await openStream(current, await feedFor(current, idOf(crate)), 'now', { ...PACE, ...pace });
    const events = new EventReader(await begin());
    await events.readPiece();
    return events;
  };

  test('sends heartbeats, which bring the position along', async () => {
    const events = await open(await newCrate(), { heartbeat: 2 });
    const { lastId } = events;
    expect(await events.nextComment()).toBe(true);
    expect(events.lastId).not.toBe(lastId);
    await events.cut();
  });

  test('ends when its time is over', async () => {
    const events = await open(await newCrate(), { heartbeat: 2, lifetime: 10 });
    expect(await events.next()).toBeUndefined();
  });

  test('ends when its reader is no longer signed in', async () => {
    const signedIn = { is: true };
    const events = await open(
      await newCrate(),
      { heartbeat: 2 },
      { isStillSignedIn: () => Promise.resolve(signedIn.is) },
    );
    expect(await events.nextComment()).toBe(true);
    signedIn.is = false;
    expect(await events.next()).toBeUndefined();
  });

  test('ends when its reader may see other items', async () => {
    const crate = await newCrate();
    const events = await open(crate, {}, { actor: { ...systemCurrent(site.parts).actor, role: 'public' } });
    await site.ask('admin', crate, { method: 'PUT', body: { policy: { ...OPEN_POLICY, list: ['staff'] } } });
    await createItem(site, crate, 'player');
    expect(await events.next()).toBeUndefined();
  });

  test('wakes up for what another process writes', async () => {
    const crate = await newCrate();
    const beside = await site.openBeside();
    const events = await open(crate);
    const { itemId } = await createItem(beside, crate, 'player');
    expect(changeIn(await events.next())?.itemId).toBe(itemId);
    await events.cut();
    await beside.close();
  });

  test('sends what an older transaction held back as soon as that is over, though nothing wakes it', async () => {
    const crate = await newCrate();
    const { itemId } = await createItem(site, crate, 'player');
    await untilFinal(site);
    const client = await site.parts.db.pool.connect();
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    const events = await open(crate);
    await patchMetadata(systemCurrent(site.parts), idOf(crate), itemId, { tags: ['a'] }, {});
    const next = events.next();
    await client.query('commit');
    client.release();
    expect(changeIn(await next)).toMatchObject({ itemId, kind: 'update' });
    await events.cut();
  });

  test('counts for its user, who may have 20, until it is closed', async () => {
    const crate = await newCrate();
    const actor = { ...systemCurrent(site.parts).actor, userId: CAST.player.userId };
    const current = { ...systemCurrent(site.parts), actor };
    const begin = await openStream(current, await feedFor(current, idOf(crate)), 'now', PACE);
    const streams = await Promise.all(Array.from({ length: 20 }, () => begin()));
    await expect(begin()).rejects.toMatchObject({ status: 503, details: { headers: { 'retry-after': '10' } } });
    await Promise.all(streams.slice(0, 10).map((stream) => new EventReader(stream).readPiece()));
    await streams[19]?.cancel();
    await (await begin()).cancel();
    await streams[18]?.cancel();
    await Promise.all([begin(), begin()]);
    await expect(begin()).rejects.toMatchObject({ status: 503 });
  });
});
