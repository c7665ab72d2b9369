import { describe, expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import type { WireReply } from './client.ts';
import { OPEN_POLICY, useCrate } from './crate.ts';

const quotas = { user: { bytes: 100, items: 3 }, crate: { versions: 3 } };
const crate = useCrate('quotas', { policy: { ...OPEN_POLICY, quotas } });
const free = useCrate('quotas-free');
const FULL = [507, 'That is more than the quota has left.'];
const ALONE = [413, 'That body alone is larger than the whole quota.'];
const { player, creator } = inject('cast');

const create = (who: 'player' | 'creator', bytes: number, expects?: number) =>
  ask(who, `POST ${crate.items}`, { body: 'x'.repeat(bytes), ...(expects !== undefined && { expects }) });
const quotaOf = (reply: WireReply) => {
  const { whose, kind, left } = reply.json();
  return [...reply.refusal, whose, kind, left];
};

describe('quotas', () => {
  test('refuse to the byte what would exceed them, and say what is left', async () => {
    expect((await create('player', 60)).status).toBe(201);
    expect(quotaOf(await create('player', 41, 507))).toEqual([...FULL, 'user', 'bytes', 40]);
    expect(quotaOf(await create('player', 101))).toEqual([...ALONE, 'user', 'bytes', 40]);
    expect((await create('player', 40)).status).toBe(201);
    expect(quotaOf(await create('player', 1, 507))).toEqual([...FULL, 'user', 'bytes', 0]);
    expect((await create('player', 0)).status).toBe(201);
    const usage = await ask('player', `GET ${crate.path}/usage`);
    expect(usage.data()).toEqual({
      userId: player.userId,
      user: {
        bytes: { used: 100, quota: 100, left: 0 },
        items: { used: 3, quota: 3, left: 0 },
        versions: { used: 0, quota: null, left: null },
        warn: true,
      },
    });
  });

  test('hold for every change, because each leaves a version', async () => {
    const { itemId } = (await create('creator', 60)).item;
    const line = `${crate.items}/${itemId}`;
    const put = await ask('creator', `PUT ${line}`, { body: 'x'.repeat(41), expects: 507 });
    expect(quotaOf(put)).toEqual([...FULL, 'user', 'bytes', 40]);
    expect((await ask('creator', `PUT ${line}`, { body: 'x'.repeat(101) })).refusal).toEqual(ALONE);
    const metadata = { body: { tags: ['a'] }, expects: 507 };
    expect(quotaOf(await ask('creator', `PUT ${line}/metadata`, metadata))).toEqual([...FULL, 'user', 'bytes', 40]);
    expect((await ask('creator', `PATCH ${line}/metadata`, metadata)).refusal).toEqual(FULL);
    expect((await ask('creator', `PUT ${line}`, { body: 'x'.repeat(40) })).status).toBe(200);
  });

  test('are shown to admins for anyone and for the whole crate', async () => {
    const usage = await ask('admin', `GET ${crate.path}/usage?userId=${creator.userId}`);
    expect(usage.data()).toMatchObject({
      userId: creator.userId,
      user: { bytes: { used: 100, left: 0 }, warn: true },
      crate: { bytes: { used: 200, quota: null }, versions: { used: 1, quota: 3, left: 2 }, warn: false },
    });
    expect((await ask('admin', `GET ${free.path}/usage`)).data()).toMatchObject({ user: null, crate: null });
  });

  test('are refused for a missing crate and for an id that is too long', async () => {
    const unknown = await ask('player', `GET ${crate.path}-not/usage`);
    expect(unknown.refusal).toEqual([404, "We don't have what you're looking for."]);
    const long = await ask('admin', `GET ${crate.path}/usage?userId=${'a'.repeat(65)}`);
    expect(long.refusal).toEqual([400, 'Invalid userId: at most 64 characters']);
  });
});
