import { expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf, parametersHeader } from '#test/storage.ts';

import type { Policy } from '../crates/policy.ts';
import type { Item } from '../item.ts';
import type { Holding, CrateUsage } from './usage.ts';

const site = useTestSite();
const body = (bytes: number) => 'x'.repeat(bytes);

/** Status and the members of a refusal for a full quota; of a success the status alone. */
async function problemOf(response: Response): Promise<unknown[]> {
  const { code, whose, kind, left } = (await response.json()) as Record<string, unknown>;
  return response.ok ? [response.status] : [response.status, code, whose, kind, left];
}

const create = async (crate: string, who: CastName, bytes: number, parameters = {}) => {
  const headers = parametersHeader(parameters);
  return problemOf(await site.ask(who, `${crate}/items`, { method: 'POST', body: body(bytes), headers }));
};
const update = async (crate: string, who: CastName, { itemId }: Item, bytes: number) =>
  problemOf(await site.ask(who, `${crate}/items/${itemId}`, { method: 'PUT', body: body(bytes) }));
const usage = async (crate: string, who: CastName, query = '') =>
  dataOf<CrateUsage>(await site.ask(who, `${crate}/usage${query}`));
const used = ({ bytes, items, versions }: Holding) => [bytes.used, items.used, versions.used];

test('the whole crate has a quota of its own', async () => {
  const crate = await createCrate(site, 'whole', { ...OPEN_POLICY, quotas: { crate: { bytes: 100, items: 2 } } });
  expect(await create(crate, 'player', 60)).toEqual([201]);
  expect(await create(crate, 'creator', 41)).toEqual([507, 'storage.overQuota', 'crate', 'bytes', 40]);
  expect(await create(crate, 'creator', 1)).toEqual([201]);
  expect(await create(crate, 'staff', 0)).toEqual([507, 'storage.overQuota', 'crate', 'items', 0]);
});

test('an update is charged for the new body and for the version of the old one', async () => {
  const crate = await createCrate(site, 'updated', { ...OPEN_POLICY, quotas: { user: { bytes: 100, versions: 2 } } });
  const item = await createItem(site, crate, 'player', {}, body(60));
  expect(await update(crate, 'player', item, 50)).toEqual([507, 'storage.overQuota', 'user', 'bytes', 40]);
  expect(await update(crate, 'player', item, 101)).toEqual([413, 'storage.bodyOverQuota', 'user', 'bytes', 40]);
  expect(await update(crate, 'player', item, 30)).toEqual([200]);
  expect(used((await usage(crate, 'player')).user!)).toEqual([90, 1, 1]);
  expect(await update(crate, 'player', item, 10)).toEqual([200]);
  expect(await update(crate, 'player', item, 0)).toEqual([507, 'storage.overQuota', 'user', 'versions', 0]);
  expect(used((await usage(crate, 'player')).user!)).toEqual([100, 1, 2]);
});

test('a pruned version makes room in the write that prunes it', async () => {
  const policy = { ...OPEN_POLICY, keep: { versions: 1 }, quotas: { user: { bytes: 100, versions: 1 } } };
  const crate = await createCrate(site, 'rolling', policy);
  const item = await createItem(site, crate, 'player', {}, body(50));
  for (let count = 0; count < 3; count += 1) expect(await update(crate, 'player', item, 50)).toEqual([200]);
  expect(used((await usage(crate, 'player')).user!)).toEqual([100, 1, 1]);
});

test('items in the trash count, and purged ones no longer do', async () => {
  const crate = await createCrate(site, 'trashed', { ...OPEN_POLICY, quotas: { user: { bytes: 100, items: 2 } } });
  const item = await createItem(site, crate, 'player', {}, body(100));
  expect((await site.ask('player', `${crate}/items/${item.itemId}`, { method: 'DELETE' })).status).toBe(204);
  expect(used((await usage(crate, 'player')).user!)).toEqual([100, 0, 0]);
  expect(await create(crate, 'player', 1)).toEqual([507, 'storage.overQuota', 'user', 'bytes', 0]);
  await site.parts.db.query(sql`delete from item_versions where item_id = ${item.itemId}`);
  expect(await create(crate, 'player', 100)).toEqual([201]);
});

test('an item counts against the quota of its new owner', async () => {
  const crate = await createCrate(site, 'handed', { ...OPEN_POLICY, quotas: { user: { items: 1 } } });
  const [mine] = [await createItem(site, crate, 'player'), await createItem(site, crate, 'creator')];
  const hand = async (to: string) =>
    problemOf(
      await site.ask('player', `${crate}/items/${mine.itemId}/metadata`, {
        method: 'PUT',
        body: { collaborators: [to] },
      }),
    );
  expect(await hand(CAST.creator.userId)).toEqual([507, 'storage.overQuota', 'user', 'items', 0]);
  expect(await hand(CAST.staff.userId)).toEqual([200]);
  expect(await create(crate, 'player', 1)).toEqual([201]);
});

test('the usage holds what is used and left, and warns from four fifths on', async () => {
  const quotas = { user: { bytes: 100, items: 10 }, crate: { versions: 5 } };
  const crate = await createCrate(site, 'told', { ...OPEN_POLICY, quotas });
  const none = { used: 0, quota: null, left: null };
  await create(crate, 'player', 79);
  const bytes = { used: 79, quota: 100, left: 21 };
  const user = { bytes, items: { used: 1, quota: 10, left: 9 }, versions: none, warn: false };
  expect(await usage(crate, 'player')).toEqual({ userId: CAST.player.userId, user });
  await create(crate, 'player', 1);
  expect((await usage(crate, 'player', '?userId=@me')).user?.warn).toBe(true);
  const whole = {
    bytes: { ...none, used: 80 },
    items: { ...none, used: 2 },
    versions: { used: 0, quota: 5, left: 5 },
    warn: false,
  };
  const seen = await usage(crate, 'admin', `?userId=${CAST.player.userId}`);
  expect(seen).toMatchObject({ userId: CAST.player.userId, user: { bytes: { used: 80 } }, crate: whole });
  expect(await usage(await createCrate(site, 'free'), 'admin')).toMatchObject({ user: null, crate: null });
});

test.each<[policy: Policy, query: string, statuses: number[]]>([
  [OPEN_POLICY, '', [401, 200, 200, 200]],
  [{ create: ['authenticated'] }, '', [404, 200, 200, 200]],
  [{}, '', [404, 404, 404, 200]],
  [OPEN_POLICY, `?userId=${CAST.creator.userId}`, [401, 403, 403, 200]],
])('under %j usage%s answers public, player, staff and admin %j', async (policy, query, statuses) => {
  const crate = await createCrate(site, `asked-${statuses.join('')}`, policy);
  const requests = ([undefined, 'player', 'staff', 'admin'] as const).map((who) =>
    site.ask(who, `${crate}/usage${query}`),
  );
  expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(statuses);
});

test('a crate that gets quotas counts its items, and counts anew when they change', async () => {
  const crate = await createCrate(site, 'later');
  const item = await createItem(site, crate, 'player', {}, body(30));
  await update(crate, 'player', item, 20);
  const put = (quotas: Policy['quotas']) =>
    site.ask('admin', crate, { method: 'PUT', body: { policy: { ...OPEN_POLICY, ...(quotas && { quotas }) } } });
  expect((await put({ user: { bytes: 60 } })).status).toBe(200);
  expect(used((await usage(crate, 'player')).user!)).toEqual([50, 1, 1]);
  expect(await create(crate, 'player', 11)).toEqual([507, 'storage.overQuota', 'user', 'bytes', 10]);
  await put(undefined);
  expect(await create(crate, 'player', 11)).toEqual([201]);
  await put({ user: { bytes: 60 }, crate: { items: 3 } });
  expect(await usage(crate, 'admin', `?userId=${CAST.player.userId}`)).toMatchObject({
    user: { bytes: { used: 61, left: 0 } },
    crate: { items: { used: 2, left: 1 } },
  });
});

test('where users have quotas, the new owner of an item must have an account', async () => {
  const crate = await createCrate(site, 'given', { ...OPEN_POLICY, quotas: { user: { items: 9 } } });
  const { itemId } = await createItem(site, crate, 'player');
  const hand = (owner: string) =>
    site.ask('player', `${crate}/items/${itemId}/metadata`, {
      method: 'PATCH',
      body: { collaborators: [owner, 'pl4yer'] },
    });
  expect((await hand('gh0st')).status).toBe(400);
  expect(used((await usage(crate, 'player')).user!)).toEqual([5, 1, 0]);
  expect((await hand(CAST.collaborator.userId)).status).toBe(200);
});

test('a change of quotas does not wait for a long write: it answers 503, and other crates go on', async () => {
  const crate = await createCrate(site, 'waits', OPEN_POLICY);
  const policy = { ...OPEN_POLICY, quotas: { user: { items: 9 } } };
  const change = () => site.ask('admin', crate, { method: 'PUT', body: { policy } });
  await site.stranger.transaction(async (stranger) => {
    await stranger.query(sql`update items set note = 'long' where crate_id = 'given'`);
    const refused = await change();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await create(crate, 'player', 1)).toEqual([201]);
  });
  expect((await change()).status).toBe(200);
  expect(used((await usage(crate, 'player')).user!)).toEqual([1, 1, 0]);
});
