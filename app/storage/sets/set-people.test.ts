import { beforeEach, describe, expect, test } from 'vitest';

import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { linksOf } from '#test/links.ts';
import { SET_POLICY, allHolders, allMembers, currentOf, readCounts } from '#test/sets.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';

import { pruneSetHistory } from '../history/prune.server.ts';
import type { Item } from '../item.ts';
import { forgetInSets, mergeInSets } from './people.server.ts';
import { addMembers, removeMembers } from './sets.server.ts';

const site = useTestSite();
let crateId: string;
let rounds = 0;
let system: Current;
let anyone: Current;

/** Ann follows Bob and Cem, Bob follows Ann, Cem follows Ann, Dee follows Bob; each is an item that counts it. */
beforeEach(async () => {
  for (const table of ['set_members', 'set_counts', 'set_history']) {
    await site.parts.db.query(sql`delete from ${sql.raw(table)}`);
  }
  crateId = `people-${(rounds += 1)}`;
  [system, anyone] = [systemCurrent(site.parts), currentOf(site, undefined)];
  const crate = await createCrate(site, crateId, SET_POLICY);
  for (const name of ['ann', 'bob', 'cem', 'dee']) await createItem(site, crate, 'creator', { name });
  await follow('ann', 'bob', 'cem');
  await follow('bob', 'ann');
  await follow('cem', 'ann');
  await follow('dee', 'bob');
});

const follow = (owner: string, ...members: string[]) =>
  addMembers(currentOf(site, owner), crateId, { set: 'following', owner, members });

const like = (owner: string, ...members: string[]) =>
  addMembers(currentOf(site, owner), crateId, { set: 'likes', owner, members });

async function statsOf() {
  const items = await dataOf<Item[]>(await site.ask('staff', `/api/storage/crates/${crateId}/items`));
  const counts = items.map(({ name, stats: { NumFollowing = 0, Subscribers = 0 } }) => [
    name,
    [NumFollowing, Subscribers],
  ]);
  return Object.fromEntries(counts) as Record<string, number[]>;
}

const drifted = async () => (await readCounts(site, crateId)).drifted;

/** Every row of the tables of sets in which an id stands. */
async function tracesOf(userId: string): Promise<string[]> {
  const rows = await site.parts.db.query<{ row: string }>(sql`
    select row from (
      select to_jsonb(m)::text as row from set_members m union all select to_jsonb(c)::text from set_counts c
      union all select to_jsonb(h)::text from set_history h) t where row like ${`%"${userId}"%`}`);
  return rows.map(({ row }) => row);
}

test('a policy has every change counted in a stat of both items, whoever makes it', async () => {
  expect(await statsOf()).toEqual({ ann: [2, 2], bob: [1, 2], cem: [1, 1], dee: [1, 0] });
  await follow('ann', 'bob', 'dee');
  const path = `/api/storage/crates/${crateId}/sets/following/owners/@me/members`;
  expect((await site.ask('player', `${path}/ann,nobody`, { method: 'PUT' })).status).toBe(204);
  expect(await statsOf()).toMatchObject({ ann: [3, 3], bob: [1, 2], dee: [1, 1] });
  expect((await site.ask('player', path, { method: 'DELETE' })).status).toBe(204);
  await removeMembers(currentOf(site, 'ann'), crateId, { set: 'following', owner: 'ann', members: ['bob', 'bob'] });
  expect(await statsOf()).toMatchObject({ ann: [2, 2], bob: [1, 1], dee: [1, 1] });
  expect(await drifted()).toEqual([]);
});

describe('when somebody is forgotten', () => {
  test('they are in no set, no count and no history, and the counts of others follow', async () => {
    await like('ann', 'level');
    await like('dee', 'level', 'ann');
    expect(await forgetInSets(system, 'ann')).toBe(5);
    expect(await statsOf()).toEqual({ ann: [0, 0], bob: [0, 1], cem: [0, 0], dee: [1, 0] });
    expect(await allHolders(anyone, crateId, 'likes', 'level')).toEqual(['dee']);
    expect(await drifted()).toEqual([]);
    // Whom a set does not know as people, it keeps: a level may be called so.
    const left = await tracesOf('ann');
    expect(
      left.every((row) => (row.includes('"likes"') && row.includes('"dee"')) || row.includes('"side": "member"')),
    ).toBe(true);
    expect(await forgetInSets(system, 'ann')).toBe(0);
  });

  test('a set that the policy does not name any more is no exception', async () => {
    const policy = { ...SET_POLICY, sets: { likes: SET_POLICY.sets?.likes ?? {} } };
    await site.ask('admin', `/api/storage/crates/${crateId}`, { method: 'PUT', body: { policy } });
    expect(await forgetInSets(system, 'bob')).toBe(3);
    expect(await tracesOf('bob')).toEqual([]);
    expect(await drifted()).toEqual([]);
  });
});

describe('when two accounts become one', () => {
  test('their sets join, with the times of the entries, and nobody follows themselves', async () => {
    await like('ann', 'x', 'y');
    await like('bob', 'y', 'z');
    expect(await mergeInSets(system, 'bob', 'ann')).toBe(5);
    expect((await allMembers(anyone, crateId, 'likes', 'ann')).toSorted()).toEqual(['x', 'y', 'z']);
    expect(await allMembers(anyone, crateId, 'following', 'ann')).toEqual(['cem']);
    expect(await allHolders(anyone, crateId, 'following', 'ann')).toEqual(['dee', 'cem']);
    expect(await tracesOf('bob')).toEqual([]);
    expect(await statsOf()).toEqual({ ann: [1, 2], bob: [0, 0], cem: [1, 1], dee: [1, 0] });
    expect(await drifted()).toEqual([]);
  });

  test('more than one batch of entries moves whole', async () => {
    for (let from = 0; from < 1100; from += 100) {
      await like('big', ...Array.from({ length: 100 }, (_, at) => `n${from + at}`));
    }
    await like('ann', 'n3');
    expect(await mergeInSets(system, 'big', 'ann')).toBe(1100);
    expect((await readCounts(site, crateId)).sizeOf('likes', 'owner', 'ann')).toBe(1100);
    expect(await drifted()).toEqual([]);
  });
});

test('only admins take somebody out of sets', async () => {
  const player = currentOf(site, CAST.player.userId);
  await expect(forgetInSets(player, 'ann')).rejects.toMatchObject({ status: 403 });
});

test('the history of a set is told to who may write to it, and goes after the days of the crate', async () => {
  const path = `/api/storage/crates/${crateId}/sets/following/owners/@me/history`;
  const put = (members: string) =>
    site.ask('player', `/api/storage/crates/${crateId}/sets/following/owners/@me/members/${members}`, {
      method: 'PUT',
    });
  await put('ann,bob');
  await put('bob,cem');
  const { userId } = CAST.player;
  const entries = await dataOf<{ member: string }[]>(await site.ask('player', path));
  expect(entries).toMatchObject([
    { member: 'cem', kind: 'add', userId, owner: userId },
    { member: 'bob', kind: 'add' },
    { member: 'ann', kind: 'add' },
  ]);
  const first = await site.ask('player', `${path}?limit=2`);
  const { next = '' } = linksOf(first);
  expect(await dataOf(await site.ask('player', next))).toEqual(entries.slice(2));
  expect((await site.ask('creator', path.replace('@me', userId))).status).toBe(403);
  site.clock.now = new Date(Date.now() + 3661 * 86_400_000);
  await pruneSetHistory(system);
  site.clock.now = new Date();
  expect(await dataOf(await site.ask('player', path))).toEqual([]);
});
