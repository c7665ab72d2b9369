import { beforeAll, describe, expect, test } from 'vitest';

import { setAccount } from '#app/accounts/accounts.server.ts';
import { profilePath } from '#app/aliases/alias.ts';
import { setAlias } from '#app/aliases/aliases.server.ts';
import { changeAlias } from '#app/aliases/naming/changes.server.ts';
import { findShownAlias } from '#app/aliases/naming/lookup.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { addMembers } from '#app/storage/sets/sets.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { useTestSite } from '#test/site.ts';

const site = useTestSite();
const { player, collaborator } = CAST;
/** Who builds. */
const creator = { userId: 'vfhy42', alias: 'Dungeon Keeper' };
beforeAll(async () => {
  await seedSmallWorld(site);
  const current = systemCurrent(site.parts);
  await setAccount(current, creator.userId, 'authenticated', new Date('2025-02-03T09:00:00Z'));
  await setAlias(current, 'rumpus', creator.userId, creator.alias);
});

const get = (path: string, who?: CastName) => site.ask(who, path);
const htmlOf = async (path: string, who?: CastName) => (await (await get(path, who)).text()).replaceAll('<!-- -->', '');
const statusOf = async (path: string, who?: CastName) => (await get(path, who)).status;
const as = (userId: string): Current => {
  const current = systemCurrent(site.parts);
  return { ...current, actor: { ...current.actor, userId, role: 'authenticated', ownRole: 'authenticated' } };
};
const choose = (userId: string, name: string, value: string) =>
  site.parts.db.query(sql`insert into account_choices (user_id, name, value) values (${userId}, ${name}, ${value})
    on conflict (user_id, name) do update set value = excluded.value`);
const PATH = profilePath(creator.alias);
const levelsIn = (html: string) =>
  [...html.matchAll(/href="\/games\/levelhead\/levels\/([a-z0-9]{7})"/g)].map(([, id]) => id);

describe('a profile', () => {
  test('shows the alias, since when, the levels and the way to the page of the game, which leads back', async () => {
    const html = await htmlOf(PATH);
    expect(html).toContain(`>${creator.alias}</h1>`);
    expect(html).toMatch(/Here since <\/span><time[^>]*>[A-Z][a-z]+ 20\d\d/);
    expect(html).toContain(`href="/games/levelhead/players/${creator.userId}"`);
    expect(levelsIn(html).length).toBeGreaterThan(0);
    expect(html).toContain(`property="og:url" content="http://localhost:8080${PATH}"`);
    expect(html).toContain('property="og:type" content="profile"');
    expect(html).toContain('rel="alternate" hrefLang');
    expect(await htmlOf(`/games/levelhead/players/${creator.userId}`)).toContain(`href="${PATH}"`);
  });

  test('has a card to share', async () => {
    const [, card = ''] = /property="og:image" content="http:\/\/localhost:8080([^"]+)"/.exec(await htmlOf(PATH)) ?? [];
    expect(card).toMatch(/^\/media\/cards\/profile\//);
    const { status, headers } = await get(card.replaceAll('&amp;', '&'));
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(await statusOf('/media/cards/profile/Nobody%20at%20all.png')).toBe(404);
  });

  test.each([
    '/players/Nobody%20at%20all',
    '/players/%00',
    '/players/%E0%A4%A',
    '/players/%20',
    "/players/'%20or%201%3D1",
    `/players/${'a'.repeat(3000)}`,
    '/players',
    '/players/vfhy42',
  ])('is not at %s', async (path) => {
    expect(await statusOf(path.slice(0, 2000))).toBe(404);
  });

  test('is found in any spelling, at one canonical address', async () => {
    const html = await htmlOf(profilePath(creator.alias.toUpperCase()));
    expect(html).toContain(`property="og:url" content="http://localhost:8080${PATH}"`);
  });

  test('shows the levels and likes that its owner lets others see, and counts nothing else', async () => {
    const liked = levelsIn(await htmlOf(`/games/levelhead/tower?sort=createdAt`)).slice(-2);
    const current = systemCurrent(site.parts);
    await addMembers(current, 'levelhead', { set: 'likes', owner: collaborator.userId, members: liked as string[] });
    const path = profilePath(collaborator.alias);
    expect(await htmlOf(path)).not.toContain('id="likes"');
    await choose(collaborator.userId, 'showsLikes', 'yes');
    const shown = await htmlOf(path);
    expect(shown).toContain('id="likes"');
    expect(levelsIn(shown.slice(shown.indexOf('id="likes"')))).toEqual(expect.arrayContaining(liked));
    await choose(collaborator.userId, 'showsLikes', 'no');
    await choose(collaborator.userId, 'showsLevels', 'no');
    for (const who of [undefined, 'collaborator', 'staff'] as const) {
      const hidden = await htmlOf(path, who);
      expect(levelsIn(hidden), who).toEqual([]);
      expect(hidden, who).not.toContain(`/games/levelhead/players/${collaborator.userId}`);
    }
    expect(await htmlOf(path)).not.toContain('rel="alternate" hrefLang');
    expect(await htmlOf(`/games/levelhead/players/${collaborator.userId}`)).not.toContain(`href="${path}"`);
  });

  test('has no likes for others in the game or in its sets either, once its owner wants nobody to see them', async () => {
    const [levelId = ''] = levelsIn(await htmlOf(`/games/levelhead/tower?sort=createdAt`));
    const current = systemCurrent(site.parts);
    await addMembers(current, 'levelhead', { set: 'likes', owner: player.userId, members: [levelId] });
    const read = async (path: string, who?: CastName) => JSON.stringify(await (await get(path, who)).json());
    const [ofPlayer, ofLevel] = [
      `/api/levelhead/players/${player.userId}/likes?levelIds=${levelId}`,
      `/api/levelhead/levels/${levelId}/likes?limit=128`,
    ];
    const sets = '/api/storage/crates/levelhead/sets/likes';
    const inSets = [
      `${sets}/owners/${player.userId}/members?members=${levelId}`,
      `${sets}/members/${levelId}/owners?owners=${player.userId}`,
    ];
    const count = `${sets}/owners/${player.userId}/members?count=true`;
    for (const path of inSets) expect(await read(path)).toContain(`"member":"${levelId}"`);
    const all = await read(count);
    expect(all).toMatch(/"data":[1-9]/);
    expect(await read(ofPlayer)).toContain(levelId);
    expect(await read(ofLevel)).toContain(player.userId);
    await choose(player.userId, 'showsLikes', 'no');
    for (const who of [undefined, 'creator'] as const) {
      expect(await read(ofPlayer, who)).not.toContain(levelId);
      expect(await read(ofLevel, who)).not.toContain(player.userId);
      expect(await read(`${ofLevel}&userIds=${player.userId}`, who)).not.toContain(player.userId);
      for (const path of inSets) expect(await read(path, who)).toContain('"data":[]');
      expect(await read(count, who)).toContain('"data":0');
    }
    for (const who of ['player', 'staff'] as const) {
      for (const path of inSets) expect(await read(path, who)).toContain(`"member":"${levelId}"`);
      expect(await read(count, who)).toBe(all);
    }
    expect(await read(`${sets}/members/${levelId}/owners?count=true`)).toMatch(/"data":[1-9]/);
    expect(await read(ofPlayer, 'player')).toContain(levelId);
    expect(await read(ofLevel, 'player')).toContain(player.userId);
  });

  test('shows badges where its owner lets others see them', async () => {
    const { db } = site.parts;
    await db.query(sql`insert into perks (perk_id, kind, name, about, details, per_person, created_by, created_at)
      values ('first-bug', 'badge', 'First bug', 'Found one.', '{"badge":"bug"}', 1, ${CAST.staff.userId}, now())`);
    await db.query(sql`insert into perk_grants (grant_id, perk_id, user_id, ordinal, way, granted_at)
      values (gen_random_uuid(), 'first-bug', ${creator.userId}, 1, 'staff', now())`);
    expect(await htmlOf(PATH)).not.toContain('First bug');
    await choose(creator.userId, 'showsBadges', 'yes');
    expect(await htmlOf(PATH)).toContain('First bug');
    await db.query(sql`update perk_grants set revoked_at = now() where user_id = ${creator.userId}`);
    expect(await htmlOf(PATH)).not.toContain('First bug');
  });
});

describe('the name of a profile', () => {
  test('is the safe one while the own one waits or was denied, and leads on from it once that is approved', async () => {
    const { db } = site.parts;
    const given = await changeAlias(as(player.userId), 'rumpus', '@me', 'kurwa 12');
    expect(given.state).toBe('pending');
    const safe = profilePath(given.safeAlias ?? '');
    for (const who of [undefined, 'player', 'staff'] as const) {
      expect(await statusOf('/players/kurwa%2012', who), who).toBe(404);
      const html = await htmlOf(safe, who);
      expect(html).toContain(given.safeAlias);
      expect(html.slice(html.indexOf('<main'), html.indexOf('</main>'))).not.toContain('kurwa');
    }
    await db.query(sql`update aliases set state = 'denied' where user_id = ${player.userId} and context = 'rumpus'`);
    expect(await statusOf('/players/kurwa%2012')).toBe(404);
    await setAlias(systemCurrent(site.parts), 'rumpus', player.userId, 'Plain Pickle');
    const moved = await get(safe);
    expect([moved.status, moved.headers.get('location')]).toEqual([302, '/players/Plain%20Pickle']);
  });

  test('leads to nobody once it was given up', async () => {
    await setAlias(systemCurrent(site.parts), 'rumpus', player.userId, 'Newer Pickle');
    expect(await statusOf('/players/Plain%20Pickle')).toBe(404);
    expect(await statusOf('/players/Newer%20Pickle')).toBe(200);
    expect(await findShownAlias(site.parts, 'plain pickle')).toBeUndefined();
  });

  test.each([
    ['banned', sql`banned_at = now()`, sql`banned_at = null`],
    ['about to be deleted', sql`deletion_due_at = now()`, sql`deletion_due_at = null`],
    ['frozen', sql`frozen_at = now()`, sql`frozen_at = null`],
  ])('leads to nobody while its owner is %s', async (_, begin, end) => {
    const { db } = site.parts;
    await db.query(sql`update accounts set ${begin} where user_id = ${creator.userId}`);
    const [page, card] = [
      await statusOf(PATH, 'staff'),
      await statusOf(`/media/cards${PATH.replace('players', 'profile')}.png`),
    ];
    const ofGame = await htmlOf(`/games/levelhead/players/${creator.userId}`);
    await db.query(sql`update accounts set ${end} where user_id = ${creator.userId}`);
    expect([page, card, ofGame.includes(`href="${PATH}"`)]).toEqual([404, 404, false]);
    expect(await statusOf(PATH)).toBe(200);
  });
});
