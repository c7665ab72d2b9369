import { beforeAll, describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf, parametersHeader, refusalOf } from '#test/storage.ts';

import type { Revert } from '../history/history.ts';
import type { Item } from '../item.ts';
import { createVerdict } from '../writes/creates.server.ts';

const site = useTestSite();
const POLICY = { ...OPEN_POLICY, protect: { featured: 'staff', 'award:*': 'admin' } as const };
const FORBIDDEN = [403, "You aren't allowed in here."];
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'protected', { ...POLICY, history: ['owner'] })));

/** The ways to give an item other tags. */
const WAYS: Record<string, (who: CastName, item: Item, tags: string[]) => Promise<Response>> = {
  'a new body': (who, { itemId }, tags) =>
    site.ask(who, `${crate}/items/${itemId}`, { method: 'PUT', body: 'new', headers: parametersHeader({ tags }) }),
  'new metadata': (who, { itemId }, tags) =>
    site.ask(who, `${crate}/items/${itemId}/metadata`, {
      method: 'PUT',
      body: { tags, collaborators: [CAST.player.userId] },
    }),
  'a merge patch': (who, { itemId }, tags) =>
    site.ask(who, `${crate}/items/${itemId}/metadata`, { method: 'PATCH', body: { tags } }),
};

const made = (tags: string[]) => createItem(site, crate, 'admin', { tags, collaborators: [CAST.player.userId] });
const tagsOf = async ({ itemId }: Item) =>
  (await dataOf<Item>(await site.ask('player', `${crate}/items/${itemId}`))).tags;

describe.each(Object.entries(WAYS))('protected tags by %s', (_, change) => {
  test.each<[from: string[], to: string[], player: number, staff: number, admin: number]>([
    [['a'], ['b'], 200, 200, 200],
    [['featured'], ['b', 'featured'], 200, 200, 200],
    [['a'], ['a', 'featured'], 403, 200, 200],
    [['a', 'featured'], ['a'], 403, 200, 200],
    [['award:gold'], ['award:gold', 'a'], 200, 200, 200],
    [['award:gold'], ['award:silver'], 403, 403, 200],
    [[], ['award:gold'], 403, 403, 200],
    [['award:gold', 'award:silver', 'a'], ['award:gold', 'a'], 403, 403, 200],
    [['award'], ['awards:gold'], 200, 200, 200],
    [['award:gold', 'featured'], ['featured', 'award:gold'], 200, 200, 200],
  ])('from %j to %j answer player %i, staff %i, admin %i', async (from, to, ...statuses) => {
    for (const [at, who] of (['player', 'staff', 'admin'] as const).entries()) {
      const item = await made(from);
      const response = await change(who, item, to);
      expect([who, response.status]).toEqual([who, statuses[at]]);
      expect(await tagsOf(item)).toEqual(response.ok ? to : from);
      if (!response.ok) expect(await refusalOf(response)).toEqual(FORBIDDEN);
    }
  });
});

test('an item is created with protected tags only by the roles that may set them', async () => {
  const create = async (who: CastName, tags: string[]) =>
    (await site.ask(who, `${crate}/items`, { method: 'POST', body: 'x', headers: parametersHeader({ tags }) })).status;
  const statuses = async (tags: string[]) =>
    Promise.all((['player', 'staff', 'admin'] as const).map((who) => create(who, tags)));
  expect(await statuses(['a'])).toEqual([201, 201, 201]);
  expect(await statuses(['featured'])).toEqual([403, 201, 201]);
  expect(await statuses(['award:gold', 'a'])).toEqual([403, 403, 201]);
});

test('a restored version neither adds nor removes protected tags', async () => {
  const item = await made(['featured', 'a']);
  const tag = (who: CastName, tags: string[]) => WAYS['a merge patch']!(who, item, tags);
  const restore = async (rev: string) =>
    (await site.ask('player', `${crate}/items/${item.itemId}/versions/${rev}/restore`, { method: 'POST' })).status;
  const first = item.etag.slice(1, -1);
  expect((await tag('player', ['featured', 'b'])).status).toBe(200);
  expect(await restore(first)).toBe(200);
  expect((await tag('staff', ['b'])).status).toBe(200);
  expect(await restore(first)).toBe(403);
  expect(await tagsOf(item)).toEqual(['b']);
});

test('a revert by a lower role neither adds nor removes them', async () => {
  const place = await createCrate(site, 'crowned', { ...OPEN_POLICY, protect: { crown: 'super' } });
  const crowned = await createItem(site, place, 'super', { tags: ['crown'] });
  const plain = await createItem(site, place, 'super', { tags: ['a'] });
  const gone = await createItem(site, place, 'super', { tags: ['crown'] });
  const [then] = await site.parts.db.query<{ at: Date }>(sql`select max(updated_at) as at from items`);
  const tag = (item: Item, tags: string[]) =>
    site.ask('super', `${place}/items/${item.itemId}/metadata`, { method: 'PATCH', body: { tags } });
  await expect.poll(() => Date.now()).toBeGreaterThan(then!.at.getTime());
  for (const item of [crowned, plain, gone]) expect((await tag(item, ['b'])).status).toBe(200);
  await site.ask('super', `${place}/items/${gone.itemId}`, { method: 'DELETE' });
  const revert = async (who: CastName, dryRun: boolean) => {
    const body = { to: then!.at.toISOString(), dryRun };
    const { conflicts, restored, undeleted } = await dataOf<Revert>(
      await site.ask(who, `${place}/revert`, { method: 'POST', body }),
    );
    return [conflicts.items.map(({ reason }) => reason), restored.count, undeleted.count];
  };
  for (const dryRun of [true, false]) {
    expect(await revert('admin', dryRun)).toEqual([['tagProtected', 'tagProtected'], 1, 0]);
  }
  expect((await dataOf<Item>(await site.ask('player', `${place}/items/${crowned.itemId}`))).tags).toEqual(['b']);
  expect(await revert('super', false)).toEqual([[], 1, 1]);
});

test('the refusal names its rule', () => {
  const player = { userId: 'pl4yer', role: 'authenticated' } as const;
  const policy = { ...OPEN_POLICY, protect: POLICY.protect };
  const verdict = (tags: string[]) => createVerdict(policy, player, ['pl4yer'], tags).rule;
  expect([verdict(['featured']), verdict(['a', 'award:x']), verdict(['a'])]).toEqual([
    'protect.featured',
    'protect.award:*',
    'create[0]',
  ]);
});
