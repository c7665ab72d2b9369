import { beforeAll, expect, test } from 'vitest';

import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { CAST } from '#test/cast.ts';
import { SET_POLICY, currentOf, readCounts } from '#test/sets.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem } from '#test/storage.ts';
import { exported, imported, linesOf } from '#test/transfer.ts';

import { fillSets } from '../sets/fill.server.ts';
import { addMembers, findMembers } from '../sets/sets.server.ts';

const home = useTestSite();
const { userId } = CAST.player;
let path: string;
let text: string;
let itemId: string;

beforeAll(async () => {
  path = await createCrate(home, 'home', SET_POLICY);
  ({ itemId } = await createItem(home, path, 'player', { name: 'level' }));
  const entries = Array.from({ length: 1500 }, (_, at) => {
    return { set: 'likes', owner: `fan${at}`, member: 'level', createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, at)) };
  });
  expect(await fillSets(systemCurrent(home.parts), 'home', entries)).toBe(1500);
  const player = currentOf(home, userId);
  await addMembers(player, 'home', { set: 'bookmarks', owner: userId, members: ['level', itemId, 'größe'] });
  text = await exported(home, path);
});

const setsOf = (crate: string) => exported(home, crate).then((all) => linesOf(all).filter(({ members }) => members));

test('an export brings the sets after the items, and an import puts them back with ids, times and counts', async () => {
  const lines = linesOf(text).map((line) => Object.keys(line).join());
  expect(lines).toEqual(['format,crate,after', 'item', 'body', 'members', 'members', 'manifest']);
  const copy = await createCrate(home, 'copy', SET_POLICY);
  expect((await imported(home, copy, text)).at(-1)).toMatchObject({ complete: true, refused: 0, members: 1503 });
  expect(await setsOf(copy)).toEqual(await setsOf(path));
  const [was, is] = [await readCounts(home, 'home'), await readCounts(home, 'copy')];
  expect([was.drifted, is.drifted, is.sizeOf('likes', 'member', 'level')]).toEqual([[], [], 1500]);
  expect((await imported(home, copy, text)).at(-1)).toMatchObject({ complete: true, refused: 0, members: 0 });
});

test('an import with new ids follows them in the sets', async () => {
  const copy = await createCrate(home, 'renewed', SET_POLICY);
  const answer = await imported(home, copy, text, '?ids=new');
  expect(answer.at(-1)).toMatchObject({ complete: true, members: 1503 });
  const [ids] = answer.flatMap((line) => (line.ids === undefined ? [] : [line.ids as Record<string, string>]));
  const { rows } = await findMembers(currentOf(home, userId), 'renewed', { set: 'bookmarks', owner: userId, limit: 9 });
  expect(rows.map(({ member }) => member)).toEqual(['größe', ids?.[itemId], 'level']);
});

test('an import refuses sets that the policy does not name, and lines that were changed', async () => {
  const bare = await createCrate(home, 'bare', { ...OPEN_POLICY, sets: { likes: {} } });
  const answer = await imported(home, bare, text);
  expect(answer.find(({ refusal }) => refusal)).toMatchObject({
    refusal: { code: 'storage.noSet', fields: { members: 'the policy of the crate names no bookmarks' } },
  });
  expect(answer.at(-1)).toMatchObject({ complete: true, refused: 1, members: 1500 });
  for (const changed of [text.replace('"fan7"', '"fan8x"'), text.replace('"größe"', '"a,b"')]) {
    expect((await imported(home, bare, changed)).at(-1)).toMatchObject({ complete: false });
  }
});

test('memberships of another time are put in by the site and admins alone, in sets and with ids that there can be', async () => {
  const entry = { set: 'likes', owner: 'fan', member: 'old', createdAt: new Date(0) };
  const fill = (current: Current, change: object) => fillSets(current, 'home', [{ ...entry, ...change }]);
  const system = systemCurrent(home.parts);
  await expect(fill(currentOf(home, userId), {})).rejects.toMatchObject({ status: 403 });
  for (const change of [{ set: 'none' }, { owner: 'a,b' }, { member: '@me' }, { member: 'größe'.normalize('NFD') }]) {
    await expect(fill(system, change)).rejects.toMatchObject({ status: 400 });
  }
  expect([await fill(system, {}), await fill(system, {})]).toEqual([1, 0]);
  const { rows } = await findMembers(system, 'home', { set: 'likes', owner: 'fan', limit: 9 });
  expect(rows).toMatchObject([{ member: 'old', createdAt: '1970-01-01T00:00:00.000Z' }]);
  expect(rows[0]?._id).toMatch(/^00000000-0000-7/);
});
