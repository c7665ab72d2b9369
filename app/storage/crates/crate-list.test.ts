import { beforeAll, describe, expect, test } from 'vitest';

import { asPerson } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf, refusalOf } from '#test/storage.ts';

import { findCrates, findListedCrate, listOpenCrates } from './crate-list.server.ts';
import { CRATE_SORTS, CratesQuery } from './crate-list.ts';
import type { Crate } from './crate.ts';
import { accessTo, allowsNothing } from './policy.ts';
import type { Policy } from './policy.ts';
import { listCrateSizes, measureCrates } from './sizes.server.ts';

const site = useTestSite();
const NAMES = ['lamps', 'kites', 'wagons'];

beforeAll(async () => {
  for (const crateId of NAMES) await createCrate(site, crateId);
  await site.ask('admin', '/api/storage/crates/lamps', { method: 'PUT', body: { name: '100% Zed' } });
  for (const body of ['a', 'bcd']) await createItem(site, '/api/storage/crates/kites', 'creator', {}, body);
});

const find = async (query: object, current: Current = systemCurrent(site.parts)) =>
  findCrates(current, CratesQuery.parse({ text: '', ...query }));
const idsOf = ({ crates }: Awaited<ReturnType<typeof findCrates>>) =>
  crates.map(({ crateId }) => crateId).filter((crateId) => NAMES.includes(crateId));

describe('the list of crates', () => {
  test('finds a part of an id or a name, whatever its case and its characters', async () => {
    expect(idsOf(await find({ text: ' ZED ' }))).toEqual(['lamps']);
    expect(idsOf(await find({ text: '0% z' }))).toEqual(['lamps']);
    expect(idsOf(await find({ text: 'KIT' }))).toEqual(['kites']);
    for (const text of ['_', '%zz', "'", '\\', 'a\0b']) expect(idsOf(await find({ text }))).toEqual([]);
  });

  test.each(CRATE_SORTS)('sorted by %s leads from page to page through all of them, each once', async (sort) => {
    const whole = (await find({ sort, limit: 100 })).crates.map(({ crateId }) => crateId);
    const paged: string[] = [];
    for (let after: string | undefined, more = true; more;) {
      const page = await find({ sort, limit: 1, ...(after && { after }) });
      paged.push(...page.crates.map(({ crateId }) => crateId));
      more = page.next !== undefined;
      after = page.next;
    }
    expect(paged).toEqual(whole);
    expect(whole).toEqual(expect.arrayContaining(NAMES));
  });

  test('has for staff those with items that they may list or read, as the evaluator says', async () => {
    const grants = [undefined, [], ['public'], ['authenticated'], ['staff'], ['admin'], ['super'], ['owner'], ['app']];
    const tagged = [
      [{ to: 'staff', tags: ['open'] }],
      [{ to: 'admin', tags: ['staff'] }],
      [{ to: 'collaborator', tags: ['-shut'] }],
    ];
    const rules = [...grants, ...tagged] as Policy['list'][];
    const policies: Policy[] = rules.flatMap((rule) => [
      { list: rule },
      { read: rule },
      { list: ['admin'], read: rule },
    ]);
    const made = policies.map((policy, at) => ({ crateId: `open-to-${at}`, policy }));
    for (const { crateId, policy } of made) await createCrate(site, crateId, policy);
    const actor = { ...systemCurrent(site.parts).actor, userId: CAST.staff.userId };
    for (const role of ['staff', 'admin'] as const) {
      const current = { ...systemCurrent(site.parts), actor: { ...actor, role, ownRole: role } };
      const open = made.filter(
        ({ policy }) =>
          role === 'admin' ||
          (['list', 'read'] as const).some((action) => !allowsNothing(accessTo(policy, action, current.actor, true))),
      );
      const ids = open.map(({ crateId }) => crateId).toSorted();
      const { crates } = await find({ text: 'open-to-', sort: 'id', limit: 100 }, current);
      expect(crates.map(({ crateId }) => crateId)).toEqual(ids);
      const listed = await listOpenCrates(current, 500);
      expect(listed.filter((crateId) => crateId.startsWith('open-to-'))).toEqual(ids);
    }
  });

  test('sorts by name, by what changed last and by size', async () => {
    await measureCrates(systemCurrent(site.parts));
    expect(idsOf(await find({ sort: 'name' }))).toEqual(['lamps', 'kites', 'wagons']);
    expect(idsOf(await find({ sort: 'changed' }))[0]).toBe('kites');
    expect(idsOf(await find({ sort: 'size' }))[0]).toBe('kites');
  });

  test('counts small crates now, and tells of large ones what was measured', async () => {
    const kites = async () => (await findListedCrate(systemCurrent(site.parts), 'kites')).extent;
    expect(await kites()).toEqual({ items: 2, bytes: 4, day: undefined });
    await site.parts.db.query(sql`
      insert into items (crate_id, item_id, rev, user_id, collaborators, mimetype, bytes, body, created_at, updated_at)
      select 'wagons', gen_random_uuid(), 1, 'x', '{x}', 'text/plain', 2, 'ab', now(), now() from generate_series(1, 1001)`);
    await site.parts.db.query(sql`delete from crate_sizes where crate_id = 'wagons'`);
    const wagons = async () => (await findListedCrate(systemCurrent(site.parts), 'wagons')).extent;
    expect(await wagons()).toMatchObject({ items: 1000, day: null });
    await measureCrates(systemCurrent(site.parts));
    const day = site.parts.now().toISOString().slice(0, 10);
    expect(await wagons()).toEqual({ items: 1001, bytes: 2002, day });
  });

  test('tells how full the fullest quota of a crate is', async () => {
    const policy = { create: ['authenticated'], quotas: { crate: { items: 4, bytes: 100 } } } as const;
    const path = await createCrate(site, 'tight', { ...policy, create: [...policy.create] });
    await createItem(site, path, 'creator', {}, 'x'.repeat(10));
    expect(await findListedCrate(systemCurrent(site.parts), 'tight')).toMatchObject({ filled: 0.25 });
    expect(await findListedCrate(systemCurrent(site.parts), 'kites')).toMatchObject({ filled: null });
  });

  test('is for admins alone', async () => {
    const as = (role: 'staff' | 'admin') =>
      asPerson(systemCurrent(site.parts), { userId: CAST[role].userId, role }, new Date());
    const player = asPerson(
      systemCurrent(site.parts),
      { userId: CAST.player.userId, role: 'authenticated' },
      new Date(),
    );
    for (const ask of [
      () => find({}, player),
      () => findListedCrate(as('staff'), 'kites'),
      () => listCrateSizes(as('staff'), 'kites', 1),
    ])
      await expect(ask()).rejects.toMatchObject({ status: 403 });
    expect(idsOf(await find({}, as('admin')))).toContain('kites');
    await expect(findListedCrate(as('admin'), 'No such')).rejects.toMatchObject({ status: 404 });
  });
});

test('the sizes of a crate are kept once a day, the present one being the last measured, and go with the crate', async () => {
  const system = systemCurrent(site.parts);
  const path = await createCrate(site, 'measured');
  const at = (day: number): Current => ({ ...system, now: () => new Date(Date.UTC(2031, 0, day, 12)) });
  await measureCrates(at(1));
  const { itemId } = await createItem(site, path, 'creator', {}, 'x'.repeat(70_000));
  await measureCrates(at(2));
  await createItem(site, path, 'creator', {}, 'y');
  await measureCrates(at(2));
  expect(await listCrateSizes(system, 'measured', 30)).toEqual([
    { day: '2031-01-01', items: 0, bytes: 0, files: 0 },
    { day: '2031-01-02', items: 2, bytes: 70_001, files: 1 },
  ]);
  expect(await listCrateSizes(system, 'measured', 1)).toMatchObject([{ day: '2031-01-02' }]);
  await measureCrates({ ...system, now: () => new Date(Date.UTC(2034, 0, 1)) });
  expect(await listCrateSizes(system, 'measured', 30)).toMatchObject([{ day: '2034-01-01' }]);
  await site.parts.db.query(sql`delete from items where crate_id = 'measured'`);
  expect(itemId).toBeDefined();
  expect((await site.ask('admin', path, { method: 'DELETE' })).status).toBe(204);
  expect(await listCrateSizes(system, 'measured', 30)).toEqual([]);
});

test('of two who change one state of a crate, one does; the other is told the etag that there is', async () => {
  const path = await createCrate(site, 'contested');
  const change = (name: string, headers: Record<string, string>) =>
    site.ask('admin', path, { method: 'PUT', body: { name }, headers });
  const read = async () => dataOf<Crate>(await site.ask('admin', path));
  for (let round = 0; round < 6; round += 1) {
    const { etag } = await read();
    const tries = await Promise.all(['a', 'b'].map((name) => change(`${name} ${round}`, { 'if-match': etag })));
    const refused = tries.find(({ status }) => status === 412);
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    expect(refused?.headers.get('etag')).toBe((await read()).etag);
    expect(await refusalOf(refused as Response)).toEqual([412, 'The crate has changed meanwhile.']);
  }
  const { etag } = await read();
  for (const condition of [`"0", ${etag}`, '*']) {
    const changed = await change('Again', { 'if-match': condition });
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, (await dataOf<Crate>(changed)).etag]);
  }
  expect((await change('No', { 'if-match': '"x"' })).status).toBe(412);
  expect((await change('Yes', {})).status).toBe(200);
});
