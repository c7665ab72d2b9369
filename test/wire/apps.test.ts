import { describe, expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import type { WireRequest } from './client.ts';
import { useCrate } from './crate.ts';

const GAMES = ['app', 'admin'];
const crate = useCrate('apps', { policy: { list: GAMES, read: GAMES, stat: GAMES } });
const item = crate.keep('admin', { name: 'level' });
const { player } = inject('cast');
const PATH = '/api/apps/keys';
const NEW = { appId: 'wire', name: 'Wire', scopes: [{ crateId: crate.crateId, may: ['read', 'records'] }], days: 1 };
const GONE = [404, 'There is no such app key any more.'];

interface WireAppKey {
  keyId: string;
  key: string;
  replacedBy: string | null;
}

const create = async (body: object = NEW) => (await ask('admin', `POST ${PATH}`, { body })).data() as WireAppKey;
const askByKey = (key: string, line: string, request: WireRequest = {}) =>
  ask(undefined, line, { ...request, headers: { 'rumpus-app-key': key } });

describe('the key of a game server', () => {
  test('does what its scope and the policy of the crate allow, in no user’s name', async () => {
    const { key } = await create();
    expect((await askByKey(key, `GET ${crate.items}`)).items).toHaveLength(1);
    const stats = `PATCH ${crate.items}/${item().itemId}/stats`;
    const record = { submitRecords: { Time: { value: 3, userId: player.userId } } };
    expect((await askByKey(key, stats, { body: record })).data()).toMatchObject({
      records: { Time: { userId: player.userId, value: 3 } },
    });
    expect((await askByKey(key, stats, { body: { setStats: { a: 1 } } })).status).toBe(403);
    const refused = [403, 'This key is not allowed to do that.'];
    expect((await askByKey(key, `POST ${crate.items}`, { body: 'x' })).refusal).toEqual(refused);
    expect((await askByKey(key, 'GET /api/auth/accounts/@me')).refusal).toEqual(refused);
    expect((await ask(undefined, `GET ${crate.items}`)).status).toBe(404);
  });

  test('is rotated with an overlap, and revoked at once', async () => {
    const old = await create();
    const reply = await ask('admin', `POST ${PATH}/${old.keyId}/rotations`, { body: { overlapHours: 1 } });
    const next = reply.data() as WireAppKey;
    for (const { key } of [old, next]) expect((await askByKey(key, `GET ${crate.items}`)).status).toBe(200);
    const listed = (await ask('admin', `GET ${PATH}?appId=wire`)).data() as WireAppKey[];
    expect(listed.find(({ keyId }) => keyId === old.keyId)).toMatchObject({ replacedBy: next.keyId });
    const again = await ask('admin', `POST ${PATH}/${old.keyId}/rotations`, { body: {} });
    expect(again.refusal).toEqual([409, 'That app key has expired or been replaced already.']);
    for (const { keyId, key } of [old, next]) {
      expect((await ask('admin', `DELETE ${PATH}/${keyId}`)).status).toBe(204);
      expect((await askByKey(key, `GET ${crate.items}`)).status).toBe(401);
      expect((await ask('admin', `DELETE ${PATH}/${keyId}`)).refusal).toEqual(GONE);
      expect((await ask('admin', `POST ${PATH}/${keyId}/rotations`, { body: {} })).refusal).toEqual(GONE);
    }
  });

  test('is managed by admins alone', async () => {
    const lines: [line: string, asked?: WireRequest][] = [
      [`GET ${PATH}`],
      [`POST ${PATH}`, { body: NEW }],
      [`POST ${PATH}/x/rotations`, { body: {} }],
      [`DELETE ${PATH}/x`],
    ];
    for (const [line, request] of lines) {
      expect((await ask(undefined, line, request)).refusal).toEqual([401, 'Bad credentials!']);
      expect((await ask('staff', line, request)).refusal).toEqual([403, "You aren't allowed in here."]);
    }
  });

  test('needs an app, a name, scopes and an end', async () => {
    for (const wrong of [{ appId: 'A b' }, { name: '' }, { scopes: [] }, { days: 0 }]) {
      const reply = await ask('admin', `POST ${PATH}`, { body: { ...NEW, ...wrong } });
      expect(reply.refusal).toEqual([400, 'That is not how an app key is made.']);
    }
    expect((await ask('admin', `POST ${PATH}/x/rotations`, { body: { overlapHours: -1 } })).status).toBe(400);
    expect((await ask('admin', `GET ${PATH}?appId=A%20b`)).status).toBe(400);
  });
});
