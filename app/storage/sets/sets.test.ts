import { beforeAll, describe, expect, test } from 'vitest';

import type { Current } from '#app/current/current.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { CAST } from '#test/cast.ts';
import { SET_POLICY, allHolders, allMembers, currentOf, readCounts } from '#test/sets.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';

import type { Item } from '../item.ts';
import {
  addMembers,
  clearSet,
  countHolders,
  countMembers,
  findHolders,
  findMembers,
  findMemberships,
  isMemberSql,
  removeMembers,
} from './sets.server.ts';

const site = useTestSite();
const CRATE = 'arcade';
let crate: string;
let player: Current;
let anyone: Current;
const { userId } = CAST.player;
const liked = (step: number) => (members: string[]) => members.map((name) => ({ name, changeStats: { Likes: step } }));

beforeAll(async () => {
  crate = await createCrate(site, CRATE, SET_POLICY);
  player = currentOf(site, userId);
  anyone = currentOf(site, undefined);
});

const statsOf = async ({ itemId }: Item) =>
  (await dataOf<Item>(await site.ask('player', `${crate}/items/${itemId}`))).stats;
const problemOf = async (work: Promise<unknown>) => {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  return thrown instanceof Problem ? [thrown.code, thrown.details.fields] : thrown;
};

describe('a membership and the stats of its item', () => {
  test('change together, for the members that were really added or removed', async () => {
    const [one, two] = [
      await createItem(site, crate, 'creator', { name: 'one' }),
      await createItem(site, crate, 'creator', { name: 'two' }),
    ];
    const add = (members: string[]) =>
      addMembers(player, CRATE, { set: 'likes', owner: userId, members, stats: liked(1) });
    expect(await add(['one', 'gone'])).toEqual({ added: ['one', 'gone'] });
    expect(await add(['two', 'one', 'two'])).toEqual({ added: ['two'] });
    expect([await statsOf(one), await statsOf(two)]).toEqual([{ Likes: 1 }, { Likes: 1 }]);
    const remove = { set: 'likes', owner: userId, members: ['one', 'never'], stats: liked(-1) };
    expect(await removeMembers(player, CRATE, remove)).toEqual({ removed: ['one'] });
    expect(await removeMembers(player, CRATE, remove)).toEqual({ removed: [] });
    expect([await statsOf(one), await statsOf(two)]).toEqual([{ Likes: 0 }, { Likes: 1 }]);
    expect(await countMembers(anyone, CRATE, { set: 'likes', owner: userId })).toBe(2);
    expect(await clearSet(player, CRATE, { set: 'likes', owner: userId, stats: liked(-1) })).toEqual({ removed: 2 });
    expect(await statsOf(two)).toEqual({ Likes: 0 });
    expect(await countHolders(anyone, CRATE, { set: 'likes', member: 'two' })).toBe(0);
    expect((await readCounts(site, CRATE)).drifted).toEqual([]);
  });

  test('change both or neither', async () => {
    const item = await createItem(site, crate, 'creator', { name: 'both' });
    const wanted = { set: 'likes', owner: userId, members: ['both'] };
    const infinite = (members: string[]) => members.map((name) => ({ name, changeStats: { Likes: Infinity } }));
    expect(await problemOf(addMembers(player, CRATE, { ...wanted, stats: infinite }))).toMatchObject([
      'storage.invalidUpdates',
      { Likes: 'a sum that no number holds' },
    ]);
    const undone = inTransaction(player, async (current) => {
      await addMembers(current, CRATE, { ...wanted, stats: liked(1) });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect([await statsOf(item), await countHolders(anyone, CRATE, { set: 'likes', member: 'both' })]).toEqual([{}, 0]);
    expect((await readCounts(site, CRATE)).drifted).toEqual([]);
  });

  test('hold a hundred people who like the same level at once', async () => {
    const item = await createItem(site, crate, 'creator', { name: 'hot' });
    const people = Array.from({ length: 100 }, (_, at) => `fan${at}`);
    const like = (fan: string) =>
      addMembers(currentOf(site, fan), CRATE, { set: 'likes', owner: fan, members: ['hot'], stats: liked(1) });
    const added = await Promise.all(people.flatMap((fan) => [fan, fan]).map(like));
    expect(added.flatMap(({ added }) => added)).toHaveLength(100);
    expect(await statsOf(item)).toEqual({ Likes: 100 });
    expect(await countHolders(anyone, CRATE, { set: 'likes', member: 'hot' })).toBe(100);
    const holders = await allHolders(anyone, CRATE, 'likes', 'hot', 16);
    expect(holders.toSorted()).toEqual(people.toSorted());
    expect((await readCounts(site, CRATE)).drifted).toEqual([]);
  });
});

describe('a set', () => {
  test('is read in pages from both sides, newest first', async () => {
    const members = Array.from({ length: 40 }, (_, at) => `m${String(at).padStart(2, '0')}`);
    for (const member of members)
      await addMembers(player, CRATE, { set: 'following', owner: userId, members: [member] });
    await addMembers(currentOf(site, 'other'), CRATE, { set: 'following', owner: 'other', members: ['m00'] });
    expect(await allMembers(anyone, CRATE, 'following', userId, 16)).toEqual(members.toReversed());
    expect(await allHolders(anyone, CRATE, 'following', 'm00')).toEqual(['other', userId]);
    const place = { set: 'following', owner: userId };
    const find = async (wanted: object) =>
      (await findMembers(anyone, CRATE, { ...place, limit: 3, ...wanted })).rows.map(({ member }) => member);
    expect(await find({ sort: '-createdAt' })).toEqual(['m00', 'm01', 'm02']);
    expect(await find({ sort: '-member', afterMember: 'm37' })).toEqual(['m38', 'm39']);
    expect(await find({ sort: 'member', beforeMember: 'm02' })).toEqual(['m01', 'm00']);
    expect(await find({ members: ['m07', 'never', 'm05', 'a,b'] })).toEqual(['m07', 'm05']);
    const [newest, , third] = (await findMembers(anyone, CRATE, { ...place, limit: 3 })).rows;
    expect(newest).toMatchObject({ owner: userId, member: 'm39' });
    expect(await find({ afterId: third?._id })).toEqual(['m39', 'm38']);
    expect(await find({ beforeId: newest?._id, sort: 'createdAt' })).toEqual(['m38', 'm37', 'm36']);
    const both = await findHolders(anyone, CRATE, { set: 'following', member: 'm00', owners: ['other'], limit: 9 });
    expect(both.rows.map(({ owner }) => owner)).toEqual(['other']);
    expect(await problemOf(find({ beforeId: '60ad6503b1bbca01ebf2f983' }))).toEqual([
      'storage.invalidMembers',
      { beforeId: 'the _id of an entry' },
    ]);
  });

  test('tells in one go which sets some members are in', async () => {
    const people = currentOf(site, 'asker');
    const add = (set: string, ...members: string[]) => addMembers(people, CRATE, { set, owner: 'asker', members });
    await add('likes', 'a', 'b');
    await add('bookmarks', 'b', 'c');
    const wanted = { sets: ['likes', 'bookmarks'], owner: 'asker', members: ['a', 'b', 'd'] };
    expect(await findMemberships(people, CRATE, wanted)).toEqual(
      new Map([
        ['a', ['likes']],
        ['b', ['likes', 'bookmarks']],
      ]),
    );
    expect(await problemOf(findMemberships(player, CRATE, wanted))).toEqual(['current.notAllowed', undefined]);
  });

  test('takes no more than its policy says, to the last member, whoever adds at once', async () => {
    const people = currentOf(site, 'hoarder');
    const add = (...members: string[]) => addMembers(people, CRATE, { set: 'bookmarks', owner: 'hoarder', members });
    await add('a', 'b', 'c');
    expect(await problemOf(add('b', 'd', 'e', 'f'))).toEqual(['storage.setFull', undefined]);
    const others = Array.from({ length: 9 }, (_, at) => currentOf(site, `calm${at}`)).map((current) =>
      addMembers(current, CRATE, { set: 'bookmarks', owner: current.actor.userId ?? '', members: ['x'] }),
    );
    const mine = await Promise.allSettled(['d', 'e', 'f', 'g'].map((member) => add(member)));
    expect(mine.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect((await Promise.all(others)).flatMap(({ added }) => added)).toHaveLength(9);
    expect(await countMembers(people, CRATE, { set: 'bookmarks', owner: 'hoarder' })).toBe(5);
    await removeMembers(people, CRATE, { set: 'bookmarks', owner: 'hoarder', members: ['a'] });
    expect(await add('f')).toEqual({ added: ['f'] });
    expect((await readCounts(site, CRATE)).drifted).toEqual([]);
  });
});

test('what its owner shows to nobody is theirs and of those who may write to any, in every list and sum but that of a member', async () => {
  const likes = { ...SET_POLICY.sets?.['likes'], shownBy: 'showsLikes' };
  await createCrate(site, 'shy', { ...SET_POLICY, sets: { likes } });
  const [shy, open] = ['shyfan', 'openfan'];
  for (const owner of [shy, open])
    await addMembers(currentOf(site, owner), 'shy', { set: 'likes', owner, members: ['one'] });
  await site.parts.db.query(sql`insert into account_choices (user_id, name, value)
    values (${shy}, 'showsLikes', 'no'), (${open}, 'showsLikes', 'yes')`);
  const see = async (current: Current, owner: string) => {
    const key = { set: 'likes', owner };
    const page = { limit: 9 };
    const isIn = await isMemberSql(current, 'shy', key, sql`v.member`);
    const [row] = await site.parts.db.query<{ is_in: boolean }>(
      sql`select ${isIn} as is_in from (values ('one')) v(member)`,
    );
    const held = await findHolders(current, 'shy', { set: 'likes', member: 'one', ...page });
    return [
      (await findMembers(current, 'shy', { ...key, ...page })).rows.length,
      (await findMembers(current, 'shy', { ...key, ...page, members: ['one'] })).rows.length,
      held.rows.filter((one) => one.owner === owner).length,
      (await findHolders(current, 'shy', { set: 'likes', member: 'one', owners: [owner], ...page })).rows.length,
      (await findMemberships(current, 'shy', { sets: ['likes'], owner, members: ['one'] })).size,
      await countMembers(current, 'shy', key),
      Number(row?.is_in),
    ];
  };
  const [all, none] = [Array.from({ length: 7 }, () => 1), Array.from({ length: 7 }, () => 0)];
  for (const current of [anyone, player, currentOf(site, open)]) {
    expect(await see(current, shy)).toEqual(none);
    expect(await see(current, open)).toEqual(all);
    expect(await countHolders(current, 'shy', { set: 'likes', member: 'one' })).toBe(2);
  }
  for (const current of [currentOf(site, shy), currentOf(site, CAST.staff.userId, 'staff')])
    expect(await see(current, shy)).toEqual(all);
});
