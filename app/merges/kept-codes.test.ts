import { beforeAll, describe, expect, test } from 'vitest';

import { profilePath } from '#app/aliases/alias.ts';
import { setAlias } from '#app/aliases/aliases.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { nouns } from '#app/nouns.server.ts';
import { giveToPeople } from '#app/perks/giving/holders.server.ts';
import { createPerk } from '#app/perks/perks.server.ts';
import { addMembers } from '#app/storage/sets/sets.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { openOldAccount } from '#test/people/old-accounts.ts';
import { SET_POLICY, currentOf } from '#test/sets.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem } from '#test/storage.ts';

import { beginMoving } from './merges.server.ts';
import { mergeDue } from './merging.server.ts';

const site = useTestSite();
const OLD = 'o1dc0de';
const KEPT = CAST.player.userId;
/** Of levels. */
const [OLD_BUILDER, BUILDER] = ['o1dbu1ld', 'vfhy42'] as const;
const THINGS = '/api/storage/crates/things';

beforeAll(async () => {
  await seedSmallWorld(site);
  const owner = CAST.creator.userId;
  await addMembers(currentOf(site, owner), 'levelhead', { set: 'following', owner, members: [KEPT] });
  await createCrate(site, 'things', SET_POLICY);
  await createItem(site, THINGS, 'player', { name: 'mine' });
  await site.parts.db.query(sql`insert into merged_accounts (user_id, kept_user_id, merged_at)
    values (${OLD}, ${KEPT}, now()), (${OLD_BUILDER}, ${BUILDER}, now())`);
});

const read = async (who: CastName, path: string, init?: object) => {
  const answer = await site.ask(who, path, init);
  return { status: answer.status, body: await answer.text() };
};

describe('the Lookup Code of an account that was merged', () => {
  test.each([
    '/api/auth/accounts/{code}',
    '/api/auth/accounts/{code}/staff',
    '/api/aliases/contexts/rumpus/users?userIds={code},cre4tr',
    '/api/aliases/contexts/rumpus/users/{code}',
    '/api/perks/players/{code}',
    `${THINGS}/items?userIds={code}`,
    '/api/levelhead/players?userIds={code}',
    '/api/levelhead/profiles?userIds={code}&includeAliases=true',
    '/api/levelhead/levels?userIds={code}',
    '/api/levelhead/aliases?userIds={code}',
    '/api/levelhead/players/{code}/followers',
    '/api/levelhead/players/{code}/following',
    '/api/levelhead/players/{code}/likes',
    '/api/levelhead/players/{code}/favorites',
    '/api/levelhead/recent-records/FastestTime?userIds={code}',
    `/api/storage/crates/levelhead/sets/likes/owners/{code}/members`,
    `/api/storage/crates/levelhead/sets/following/members/{code}/owners`,
  ])('does in %s what that of the account does into which it was merged', async (path) => {
    const wanted = await read('super', path.replace('{code}', KEPT));
    expect(wanted.status).toBeLessThan(300);
    expect(await read('super', path.replace('{code}', OLD))).toEqual(wanted);
  });

  test('finds the levels of its builder', async () => {
    const path = `/api/levelhead/levels?limit=128&userIds=${OLD_BUILDER}`;
    const { body } = await read('player', path);
    expect(body).toContain(`"userId":"${BUILDER}"`);
    expect(body).not.toContain(OLD_BUILDER);
  });

  test('names nobody in what is written: the kept account does', async () => {
    const [item] = await site.parts.db.query<{ item_id: string }>(sql`
      select item_id from items where crate_id = 'things' and name = 'mine'`);
    const path = `${THINGS}/items/${item?.item_id}/metadata`;
    const collaborators = [OLD, KEPT, CAST.creator.userId];
    expect((await read('player', path, { method: 'PATCH', body: { collaborators } })).status).toBeLessThan(300);
    const rows = await site.parts.db.query<{ collaborators: string[] }>(sql`
      select collaborators from items where item_id = ${item?.item_id ?? ''}`);
    expect(rows).toEqual([{ collaborators: [KEPT, CAST.creator.userId] }]);
    const following = `${THINGS}/sets/following/owners/@me/members`;
    expect((await read('creator', `${following}/${OLD}`, { method: 'PUT' })).status).toBe(204);
    expect((await read('creator', following)).body).toContain(`"member":"${KEPT}"`);
  });

  test('stays what it is where a set is of no people, and in what the audit has of it', async () => {
    const levels = `${THINGS}/sets/levels/owners/${KEPT}/members`;
    expect((await read('staff', `${levels}/123`, { method: 'PUT' })).status).toBe(204);
    expect((await read('staff', `${THINGS}/sets/levels/members/123/owners?owners=${OLD}`)).body).toContain(KEPT);
    await site.parts.db.query(sql`insert into merged_accounts (user_id, kept_user_id, merged_at)
      values ('123', ${KEPT}, now())`);
    expect((await read('staff', `${levels}?members=123`)).body).toContain('"member":"123"');
    expect((await read('super', `/api/audit?userId=${CAST.super.userId}`)).status).toBe(200);
    expect((await read('super', `/api/audit?userId=${OLD}`)).body).toContain('"data":[]');
  });

  test('gives a perk to the kept account', async () => {
    const system = systemCurrent(site.parts);
    const admin = { ...system, actor: { ...system.actor, userId: CAST.admin.userId, provedAt: system.now() } };
    const times = { startsAt: null, endsAt: null };
    const fields = { name: 'Hats', about: 'For heads.', appId: null, perPerson: 1, most: null, lowAt: 0, ...times };
    await createPerk(admin, { ...fields, perkId: 'hats', kind: 'badge', details: { badge: 'bug' } });
    expect(await giveToPeople(admin, 'hats', `@${OLD}`)).toMatchObject({ given: 1, unknown: [] });
    expect((await read('super', `/api/perks/players/${OLD}`)).body).toContain('hats');
  });

  test.each([
    ['/games/levelhead/players/{code}', 301],
    ['/de-DE/games/levelhead/players/{code}?after=1', 301],
    ['/games/levelhead/players/{code}/levels.csv', 301],
    ['/admin/accounts/{code}?done=note', 301],
    ['/blog/@{code}', 301],
    ['/blog/@cre4tr+@{code}', 301],
    ['/no-such-page/{code}', 404],
  ])('leads on from %s', async (path, status) => {
    for (const code of [OLD, OLD.toUpperCase()]) {
      const answer = await site.ask('super', path.replace('{code}', code));
      expect(answer.status).toBe(status);
      if (status === 301) expect(answer.headers.get('location')).toBe(path.replace('{code}', KEPT));
    }
  });
});

/** What else sounds like people in what calls take: sides of sets, which their rule decides, and what names nobody. */
const OTHERS = [
  ...['afterMember', 'beforeMember', 'member', 'members', 'owner', 'owners'],
  // Figures of a level, the quota of each person, and what a passkey calls itself.
  ...['creatorTime', 'requiredPlayers', 'user', 'userHandle'],
];

test('people have the same names in the contracts of all calls', async () => {
  const document = (await (await site.ask('super', '/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { parameters?: { name: string }[]; requestBody?: unknown }>>;
  };
  const calls = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const taken = [
    ...calls.flatMap(({ parameters = [] }) => parameters.map(({ name }) => name)),
    ...calls.flatMap(({ requestBody }) => propertiesIn(requestBody)),
  ];
  const people = [...new Set(taken)].filter((name) =>
    /user|player|owner|creator|author|collaborator|account|member|who/i.test(name),
  );
  expect(people.filter((name) => !['userId', 'userIds', 'collaborators'].includes(name)).toSorted()).toEqual(
    OTHERS.toSorted(),
  );
});

function propertiesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return own.concat(Object.values(schema).flatMap((value) => propertiesIn(value)));
}

test.each(['//evil.example', '/%09/evil.example', '/\\\\evil.example', '/%0a//evil.example'])(
  'an address that looks like another host, %s, leads nowhere',
  async (start) => {
    for (const path of [`${start}/games/levelhead/players/${OLD}`, `${start}/@${OLD}`]) {
      for (const asked of [path, `${path}.data`]) {
        const answer = await site.ask(undefined, asked);
        expect([asked, answer.status, answer.headers.get('location')]).toEqual([asked, 404, null]);
      }
    }
  },
);

test('who may not open the console is not told by it whose an account is by now', async () => {
  const answer = await site.ask('player', `/admin/accounts/${OLD}`);
  expect([answer.status, answer.headers.get('location')]).toEqual([404, null]);
});

describe('the name of an account that was merged', () => {
  const merge = async (goneId: string, keptId: string) => {
    await beginMoving(systemCurrent(site.parts), { goneId, keptId });
  };
  const locationOf = async (alias: string) => {
    const answer = await site.ask(undefined, profilePath(alias));
    return [answer.status, answer.headers.get('location')];
  };

  test('leads on from its page at once, and once all has moved, until somebody else has it', async () => {
    const [gone, kept] = [
      await openOldAccount(site, 'gone@names.example'),
      await openOldAccount(site, 'kept@names.example'),
    ];
    const system = systemCurrent(site.parts);
    await setAlias(system, 'rumpus', gone.userId, 'Former Comet');
    await setAlias(system, 'rumpus', gone.userId, 'Gone Comet');
    site.advanceClock(1000);
    await setAlias(system, 'rumpus', kept.userId, 'Kept Comet');
    await merge(gone.userId, kept.userId);
    const onwards = [302, profilePath('Kept Comet')];
    expect(await locationOf('gone comet')).toEqual(onwards);
    site.advanceClock(1000);
    await mergeDue(systemCurrent(site.parts), nouns);
    expect(await locationOf('gone comet')).toEqual(onwards);
    // Given up for a reason.
    expect((await locationOf('Former Comet'))[0]).toBe(404);
    await setAlias(systemCurrent(site.parts), 'rumpus', kept.userId, 'Other Comet');
    expect(await locationOf('Gone Comet')).toEqual([302, profilePath('Other Comet')]);
    expect((await locationOf('Kept Comet'))[0]).toBe(404);
    await site.parts.db.query(sql`update alias_names set is_refused = true where alias_key = 'gone comet'`);
    expect((await locationOf('Gone Comet'))[0]).toBe(404);
  });

  test('leads nowhere where others did not see it', async () => {
    const [gone, kept] = [
      await openOldAccount(site, 'gone2@names.example'),
      await openOldAccount(site, 'kept2@names.example'),
    ];
    const system = systemCurrent(site.parts);
    await setAlias(system, 'rumpus', gone.userId, 'Denied Comet');
    await setAlias(system, 'rumpus', kept.userId, 'Second Comet');
    await site.parts.db.query(sql`update aliases set state = 'denied' where user_id = ${gone.userId}`);
    await merge(gone.userId, kept.userId);
    site.advanceClock(1000);
    await mergeDue(systemCurrent(site.parts), nouns);
    expect((await locationOf('Denied Comet'))[0]).toBe(404);
  });
});
