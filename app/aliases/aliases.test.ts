import { beforeAll, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf, refusalOf } from '#test/storage.ts';

import type { Alias } from './alias.ts';
import { setAlias } from './aliases.server.ts';

const site = useTestSite();
const { player, creator, staff } = CAST;

beforeAll(async () => setAlias(systemCurrent(site.parts), 'levelhead', player.userId, 'Another name'));

const find = (userIds: string, context = 'rumpus', who?: 'player') =>
  site.ask(who, `/api/aliases/contexts/${context}/users?userIds=${userIds}`);

const named = ({ userId, alias }: { userId: string; alias: string }) => ({ userId, alias, context: 'rumpus' });
const anonymous = (userId: string) => ({ userId, context: 'rumpus', anonymous: true });

describe('GET /api/aliases/contexts/{context}/users', () => {
  test('returns the names to everyone, in the order of the ids', async () => {
    const wanted = [staff, player, creator];
    expect(await dataOf(await find(wanted.map(({ userId }) => userId).join(',')))).toEqual(wanted.map(named));
  });

  test('returns each name once, and an unknown user as anonymous', async () => {
    const found = await dataOf(await find(`${player.userId},nobody,${player.userId},nobody`));
    expect(found).toEqual([named(player), anonymous('nobody')]);
  });

  test('returns a separate name in each context', async () => {
    expect(await dataOf(await find(player.userId, 'levelhead'))).toEqual([
      { userId: player.userId, alias: 'Another name', context: 'levelhead' },
    ]);
    expect(await dataOf(await find(staff.userId, 'levelhead'))).toMatchObject([{ anonymous: true }]);
  });

  test('returns an empty list without ids', async () => {
    expect(await dataOf(await site.ask(undefined, '/api/aliases/contexts/rumpus/users'))).toEqual([]);
    for (const nobody of ['', ',', '%20,%20']) expect(await dataOf(await find(nobody)), nobody).toEqual([]);
  });

  test('accepts spaces around an id', async () => {
    expect(await dataOf(await find(`%20${player.userId}%20,`))).toEqual([named(player)]);
  });

  test('accepts 100 ids and refuses 101, counting each once', async () => {
    const ids = Array.from({ length: 101 }, (_one, index) => `user${index}`);
    expect(await dataOf(await find(ids.slice(1).join(',')))).toHaveLength(100);
    expect(await dataOf(await find([...ids.slice(1), ...ids.slice(1)].join(',')))).toHaveLength(100);
    expect(await refusalOf(await find(ids.join(',')))).toEqual([
      400,
      'Invalid userIds: at most 100 user ids separated by commas',
    ]);
  });

  test.each(['a-b', 'a'.repeat(33), '%F0%9F%92%A9', "'--", '@you'])(
    'refuses the id %s and names the parameter',
    async (id) => {
      const [status, message] = await refusalOf(await find(`${player.userId},${id}`));
      expect([status, message]).toEqual([400, 'Invalid userIds: at most 100 user ids separated by commas']);
    },
  );

  test.each(['Rumpus', 'a%20b', '1a', 'a'.repeat(33), '__proto__'])(
    'refuses the context %s and names the parameter',
    async (context) => {
      expect(await refusalOf(await find(player.userId, context))).toEqual([
        400,
        'Invalid context: lowercase letters, digits and hyphens',
      ]);
    },
  );

  test('accepts @me for the own id, and refuses it without a session', async () => {
    expect(await dataOf(await find('@me', 'rumpus', 'player'))).toEqual([named(player)]);
    expect(await refusalOf(await find('@me'))).toEqual([401, 'Bad credentials!']);
  });
});

describe('the safe name', () => {
  const safeOf = async (userId: string, query = '', who?: 'staff') => {
    const [found] = await dataOf<Alias[]>(await site.ask(who, `${RUMPUS}?userIds=${userId}${query}`));
    return found;
  };
  const RUMPUS = '/api/aliases/contexts/rumpus/users';

  test('is returned in the safe variant of each context, never changes, and is unique', async () => {
    const ids = [player, creator, staff].map(({ userId }) => userId);
    const safe = await dataOf<Alias[]>(await find(ids.join(','), 'rumpus-safe'));
    expect(safe.map(({ userId, context }) => [userId, context])).toEqual(ids.map((id) => [id, 'rumpus-safe']));
    expect(new Set(safe.map(({ alias }) => alias)).size).toBe(3);
    for (const { alias } of safe) expect(alias).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+ #[1-9]\d{4}$/);
    await setAlias(systemCurrent(site.parts), 'rumpus', player.userId, 'Pickle Meteor');
    await setAlias(systemCurrent(site.parts), 'rumpus', player.userId, player.alias);
    expect(await dataOf(await find(ids.join(','), 'rumpus-safe'))).toEqual(safe);
    expect(await dataOf(await find('nobody', 'rumpus-safe'))).toEqual([
      { userId: 'nobody', context: 'rumpus-safe', anonymous: true },
    ]);
    expect(await dataOf(await find(player.userId, 'levelhead-safe'))).not.toMatchObject([{ alias: safe[0]?.alias }]);
  });

  test('is returned for onlySafe, and for maxReports when the user is reported more often', async () => {
    const [safe] = await dataOf<Alias[]>(await find(player.userId, 'rumpus-safe'));
    expect(await safeOf(player.userId, '&onlySafe=true')).toEqual(safe);
    expect(await safeOf(player.userId, '&onlySafe=false&maxReports=0')).toEqual(named(player));
    await site.parts.db.query(sql`update aliases set reports = 2 where user_id = ${player.userId}`);
    expect(await safeOf(player.userId, '&maxReports=2')).toEqual(named(player));
    expect(await safeOf(player.userId, '&maxReports=1')).toEqual(safe);
    await site.parts.db.query(sql`update aliases set whitelisted = true where user_id = ${player.userId}`);
    expect(await safeOf(player.userId, '&maxReports=1')).toEqual(named(player));
    expect(await safeOf(player.userId, '', 'staff')).toEqual({ ...named(player), reports: 2, whitelisted: true });
    expect(await refusalOf(await find(`${player.userId}&maxReports=-1`))).toEqual([
      400,
      'Invalid maxReports: a whole number from 0',
    ]);
    expect(await refusalOf(await find(`${player.userId}&onlySafe=maybe`))).toEqual([
      400,
      'Invalid onlySafe: true or false',
    ]);
    await site.parts.db.query(sql`update aliases set reports = 0, whitelisted = false`);
  });
});

test('setAlias needs a super, keeps names unique in a context whatever their case, and holds the former name', async () => {
  const current = systemCurrent(site.parts);
  const asStaff = { ...current, actor: { ...current.actor, userId: 'a', role: 'admin' } } as const;
  await expect(setAlias(asStaff, 'rumpus', 'someone', 'Name')).rejects.toMatchObject({ status: 403 });
  await setAlias(current, 'rumpus', 'someone', 'Name');
  const taken = { status: 409, message: 'That alias is taken. Try another one.' };
  await expect(setAlias(current, 'rumpus', 'other', 'NAME')).rejects.toMatchObject(taken);
  await setAlias(current, 'rumpus', 'someone', 'New name');
  await expect(setAlias(current, 'rumpus', 'other', 'NAME')).rejects.toMatchObject(taken);
  await setAlias(current, 'levelhead', 'other', 'NAME');
  expect(await dataOf(await find('someone,other'))).toMatchObject([{ alias: 'New name' }, { anonymous: true }]);
});
