import { afterAll, describe, expect, inject, test } from 'vitest';

import type { WireCastName } from './cast.ts';
import { ask } from './client.ts';
import type { WireRequest, WireReply } from './client.ts';
import { OPEN_POLICY, useCrate } from './crate.ts';

const crate = useCrate('retries', { policy: { ...OPEN_POLICY, history: ['authenticated'] } });
const run = inject('run');
const made: string[] = [];
let keys = 0;
const newKey = () => `${run}-${(keys += 1)}`;

/** A request that changes something each time it is done; asked anew, it is another. */
type Prepare = () => Promise<{ line: string; request?: WireRequest }>;

const item = async () => `${crate.items}/${(await crate.create('collaborator')).itemId}`;
const CALLS: [call: string, who: WireCastName, prepare: Prepare][] = [
  ['createItem', 'collaborator', async () => ({ line: `POST ${crate.items}`, request: { body: 'hello' } })],
  [
    'patchMetadata',
    'collaborator',
    async () => ({ line: `PATCH ${await item()}/metadata`, request: { body: { note: 'new' } } }),
  ],
  [
    'updateStats',
    'collaborator',
    async () => ({ line: `PATCH ${await item()}/stats`, request: { body: { changeStats: { plays: 1 } } } }),
  ],
  [
    'updateManyStats',
    'player',
    async () => {
      const { itemId } = await crate.create('player');
      const body = { updates: [{ itemId, changeStats: { plays: 1 } }] };
      return { line: `PATCH ${crate.items}/@batch/stats`, request: { body } };
    },
  ],
  [
    'createCrate',
    'admin',
    async () => {
      const crateId = `wire-${run}-once-${made.length}`;
      made.push(crateId);
      return { line: 'POST /api/storage/crates', request: { body: { crateId } } };
    },
  ],
  [
    'restoreVersion',
    'super',
    async () => {
      const { itemId, etag } = await crate.create('super');
      await ask('super', `PUT ${crate.items}/${itemId}`, { body: 'changed' });
      return { line: `POST ${crate.items}/${itemId}/versions/${etag.slice(1, -1)}/restore` };
    },
  ],
  [
    'undeleteItem',
    'super',
    async () => {
      const { itemId } = await crate.create('super');
      await ask('super', `DELETE ${crate.items}/${itemId}`);
      return { line: `POST ${crate.path}/trash/${itemId}/restore` };
    },
  ],
  [
    'revertCrate',
    'super',
    async () => {
      const { updatedAt } = await crate.create('super');
      return { line: `POST ${crate.path}/revert`, request: { body: { to: updatedAt, dryRun: true } } };
    },
  ],
];

afterAll(async () => {
  for (const crateId of made) await ask('super', `DELETE /api/storage/crates/${crateId}`);
});

describe.each(CALLS)('%s', (_call, who, prepare) => {
  const send = (key: string, line: string, request: WireRequest = {}): Promise<WireReply> =>
    ask(who, line, { ...request, headers: { ...request.headers, 'idempotency-key': key } });

  test('has the same answer when it is sent again with its key, bare or in quotes', async () => {
    const { line, request } = await prepare();
    const key = newKey();
    const first = await send(key, line, request);
    const second = await send(`"${key}"`, line, request);
    expect(first.status).toBeLessThan(300);
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    for (const name of ['etag', 'location']) expect(second.headers[name]).toBe(first.headers[name]);
    expect([first, second].map(({ headers }) => headers['idempotency-replayed'])).toEqual([undefined, 'true']);
  });

  test('is refused under the key of another request, and under a malformed key', async () => {
    const { line, request } = await prepare();
    const key = newKey();
    expect((await send(key, line, request)).status).toBeLessThan(300);
    expect((await send(key, `${line}?another=1`, request)).refusal).toEqual([
      422,
      'This Idempotency-Key was used for another request.',
    ]);
    expect((await send('no key', line, request)).refusal).toEqual([
      400,
      'An Idempotency-Key is 1 to 255 visible characters, in quotes or bare.',
    ]);
  });

  test('is done once when several are sent at one time, while others answer that it is running', async () => {
    let running: WireReply | undefined;
    for (let round = 0; round < 25 && running === undefined; round += 1) {
      const { line, request } = await prepare();
      const key = newKey();
      const replies = await Promise.all(Array.from({ length: 4 }, () => send(key, line, request)));
      const done = replies.filter(({ status }) => status < 300);
      expect(done.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
      expect(new Set(done.map(({ text }) => text)).size).toBe(1);
      running = replies.find(({ status }) => status >= 300);
    }
    expect(running?.refusal).toEqual([409, 'A request with this Idempotency-Key is still running.']);
    expect(running?.headers['retry-after']).toBe('1');
  });
});

test('a repeated request is done once', async () => {
  const { itemId } = await crate.create('collaborator');
  const request = { body: { changeStats: { plays: 1 } }, headers: { 'idempotency-key': newKey() } };
  for (let time = 0; time < 3; time += 1) {
    const reply = await ask('collaborator', `PATCH ${crate.items}/${itemId}/stats`, request);
    expect(reply.data()).toEqual({ itemId, stats: { plays: 1 }, records: {} });
  }
  const headers = { 'idempotency-key': newKey() };
  const name = `once-${run}`;
  for (let time = 0; time < 3; time += 1) {
    expect(
      (await ask('collaborator', `POST ${crate.items}`, { parameters: { name }, body: 'x', headers })).status,
    ).toBe(201);
  }
  expect((await ask(undefined, `GET ${crate.items}/${itemId}`)).item.stats).toEqual({ plays: 1 });
});

test('a refused request leaves its key free', async () => {
  const headers = { 'idempotency-key': newKey() };
  const send = (who: WireCastName) =>
    ask(who, `POST ${crate.items}`, { parameters: { name: 'taken' }, body: 'x', headers });
  const { itemId } = await crate.create('collaborator', { name: 'taken' });
  expect((await send('collaborator')).refusal).toEqual([409, 'Another item of the crate has that name.']);
  await ask('collaborator', `DELETE ${crate.items}/${itemId}`);
  const [first, second] = [await send('collaborator'), await send('collaborator')];
  expect([first.status, second.status, second.headers['idempotency-replayed']]).toEqual([201, 201, 'true']);
});

test('two people may use the same key', async () => {
  const headers = { 'idempotency-key': newKey() };
  const people: WireCastName[] = ['collaborator', 'player'];
  const replies = await Promise.all(people.map((who) => ask(who, `POST ${crate.items}`, { body: 'x', headers })));
  expect(new Set(replies.map(({ item }) => item.itemId)).size).toBe(2);
});
