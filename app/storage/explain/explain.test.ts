import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { TAGS, mayTurn, policies, tagLists } from '#test/policies.ts';
import { countCases } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf, parametersHeader } from '#test/storage.ts';

import type { Action, Grant, Policy, Verdict } from '../crates/policy.ts';
import type { Item } from '../item.ts';
import type { Explanation } from './explanation.ts';

const site = useTestSite();
const WHO = ['player', 'creator', 'collaborator', 'staff', 'admin', 'super', undefined] as const;
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'explained', {})));

async function explain(item: Item, as: string | undefined, who: CastName = 'staff'): Promise<Explanation> {
  const query = as === undefined ? '' : `?as=${as}`;
  return dataOf<Explanation>(
    await site.ask(who, `/api/storage/crates/${item.crateId}/items/${item.itemId}/access${query}`),
  );
}

async function itemUnder(policy: Policy, tags: string[]): Promise<Item> {
  const put = (policy: Policy) => site.ask('admin', crate, { method: 'PUT', body: { policy } });
  expect((await put({})).status).toBe(200);
  const collaborators = [CAST.creator.userId, CAST.collaborator.userId];
  const item = await createItem(site, crate, 'admin', { tags, collaborators });
  expect((await put(policy)).status).toBe(200);
  return item;
}

test('an explanation agrees with what each action does, for everyone, under any rules', async () => {
  const run = fc.asyncProperty(policies, tagLists, fc.constantFrom(...WHO), async (policy, tags, who) => {
    const item = await itemUnder(policy, tags);
    const { actions, protect } = await explain(item, who === undefined ? 'public' : CAST[who].userId);
    const explained = Object.fromEntries(Object.entries(actions).map(([action, { allowed }]) => [action, allowed]));
    expect(explained).toEqual(await done(who, item));
    for (const [tag, { allowed }] of Object.entries(protect)) {
      const role = who === undefined ? 'public' : (CAST[who].role as 'staff');
      expect(allowed).toBe(
        mayTurn({ protect: { [tag]: policy.protect?.[tag] ?? 'super' } }, role, [], [tag.replace('*', 'some')]),
      );
    }
  });
  await fc.assert(run, { numRuns: countCases(100) });
}, 120_000);

/** Does everything to an item that there is, what destroys it last. */
async function done(who: CastName | undefined, item: Item): Promise<Partial<Record<Action, boolean>>> {
  const { tags, collaborators, itemId } = item;
  const path = `${crate}/items/${itemId}`;
  const ask = async (path: string, method = 'GET', body?: unknown, headers = {}) =>
    (await site.ask(who, path, { method, body, headers })).ok;
  const listed = await site.ask(who, `${crate}/items?limit=128`);
  const results = {
    list: listed.ok && (await dataOf<Item[]>(listed)).some((one) => one.itemId === itemId),
    read: await ask(path),
    history: await ask(`${path}/versions`),
    override: await ask(`${path}?permissionsOverride=true`),
    create: await ask(`${crate}/items`, 'POST', 'x', parametersHeader({ tags })),
    stat: await ask(`${path}/stats`, 'PATCH', { changeStats: { plays: 1 } }),
    tag: await ask(`${path}/metadata`, 'PATCH', { tags }),
    update: await ask(path, 'PUT', 'y'),
    collaborate: await ask(`${path}/metadata`, 'PUT', { collaborators }),
    transfer: await ask(`${path}/metadata`, 'PUT', { collaborators: [CAST.staff.userId, ...collaborators] }),
  };
  await site.parts.db.query(
    sql`update items set user_id = ${collaborators[0] ?? null}, collaborators = ${collaborators} where item_id = ${itemId}`,
  );
  return { ...results, delete: await ask(path, 'DELETE') };
}

describe('an explanation names the rule', () => {
  const POLICY: Policy = {
    list: ['public'],
    read: ['staff', { to: 'public', tags: ['red', '-quiet'] }],
    create: ['authenticated'],
    update: ['owner', 'app'],
    tag: ['owner'],
    hide: { secret: 'staff', quiet: 'direct' },
    protect: { 'award:*': 'staff', red: 'admin' },
  };
  const yes = (rule: string): Verdict => ({ allowed: true, rule });
  const no = (rule: string): Verdict => ({ allowed: false, rule });

  test.each<[as: string, tags: string[], wanted: Partial<Record<Action, Verdict>>]>([
    ['public', ['red'], { list: yes('list[0]'), read: yes('read[1]'), create: no('owner'), update: no('update') }],
    [
      'authenticated',
      ['red'],
      { create: no('protect.red'), transfer: no('default.admin'), override: no('least.staff') },
    ],
    ['authenticated', ['red', 'quiet'], { list: no('hide.quiet'), read: no('read') }],
    ['authenticated', [], { create: yes('create[0]'), delete: no('default.admin') }],
    ['app', ['red'], { update: yes('update[1]'), tag: no('tag'), read: yes('read[1]') }],
    ['app', [], { update: no('read') }],
    ['staff', ['secret'], { list: yes('list[0]'), read: yes('read[0]'), override: yes('default.staff') }],
    [
      CAST.creator.userId,
      ['red', 'secret'],
      { read: yes('read[1]'), update: yes('update[0]'), transfer: yes('default.owner') },
    ],
    [CAST.creator.userId, ['red'], { create: no('protect.red') }],
    ['n0body', ['red'], { create: no('protect.red'), read: yes('read[1]') }],
    [
      'super',
      ['red'],
      { transfer: yes('default.admin'), collaborate: yes('default.admin'), delete: yes('default.admin') },
    ],
  ])('for %s, of an item with the tags %j', async (as, tags, wanted) => {
    const { actions } = await explain(await itemUnder(POLICY, tags), as);
    expect(actions).toMatchObject(wanted);
  });

  test('of protected tags, and who is explained', async () => {
    const item = await itemUnder(POLICY, [...TAGS]);
    const { as, protect } = await explain(item, undefined);
    expect(as).toEqual({ userId: CAST.staff.userId, role: 'staff', app: false });
    expect(protect).toEqual({ 'award:*': yes('protect.award:*'), red: no('protect.red') });
    expect((await explain(item, 'app')).as).toEqual({ userId: null, role: 'public', app: true });
    expect((await explain(item, 'admin')).as).toEqual({ userId: null, role: 'admin', app: false });
    expect((await explain(item, 'n0body')).as).toEqual({ userId: 'n0body', role: 'authenticated', app: false });
    expect((await explain(item, CAST.super.userId, 'admin')).as).toMatchObject({ role: 'super' });
  });
});

test('an explanation agrees with what writes of stats and records with rules of their own do', async () => {
  const write = ['owner', { to: 'authenticated', tags: ['red'] }] satisfies Grant[];
  const policy: Policy = {
    read: ['public'],
    stat: ['staff'],
    stats: { stars: { write }, plays: {} },
    records: { A: { write } },
  };
  for (const tags of [['red'], []]) {
    for (const who of WHO) {
      const item = await itemUnder(policy, tags);
      const patch = async (body: object) =>
        (await site.ask(who, `${crate}/items/${item.itemId}/stats`, { method: 'PATCH', body })).ok;
      const { stats, records } = await explain(item, who === undefined ? 'public' : CAST[who].userId);
      const wrote = [
        await patch({ changeStats: { stars: 1 } }),
        await patch({ changeStats: { plays: 1 } }),
        await patch({ submitRecords: { A: 1 } }),
      ];
      expect([who, stats.stars?.allowed, stats.plays?.allowed, records.A?.allowed]).toEqual([who, ...wrote]);
    }
  }
  const { stats, records } = await explain(await itemUnder(policy, ['red']), 'authenticated');
  expect([stats.stars?.rule, stats.plays?.rule, records.A?.rule]).toEqual([
    'stats.stars.write[1]',
    'stat',
    'records.A.write[1]',
  ]);
});

test('an explanation needs staff, by their effective role, and an item that exists', async () => {
  const { itemId } = await itemUnder({ read: ['public'] }, []);
  const path = `${crate}/items/${itemId}/access`;
  const statuses = WHO.map(async (who) => (await site.ask(who, path)).status);
  expect(await Promise.all(statuses)).toEqual([403, 403, 403, 200, 200, 200, 401]);
  const get = async (path: string) => (await site.ask('admin', path)).status;
  expect(await get(`${path}?masquerade=authenticated`)).toBe(403);
  expect(await get(`${path}?as=${'a'.repeat(65)}`)).toBe(400);
  expect(await get(`${crate}/items/${CAST.player.userId}/access`)).toBe(404);
  expect(await get(`/api/storage/crates/none/items/${itemId}/access`)).toBe(404);
});
