import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { setAccount } from '#app/accounts/accounts.server.ts';
import { setAlias } from '#app/aliases/aliases.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { addMembers } from '#app/storage/sets/sets.server.ts';
import { jsonBody } from '#app/storage/writes/bodies.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { openSession } from '#test/people/owners.ts';
import { useTestSite } from '#test/site.ts';

import { getPlaylist, getPlaylistItem } from '../calendar.server.ts';
import { ARCADE_ITEMS } from '../levels.server.ts';
import type { World } from '../world/world.ts';
import { createPlaylist, movePlaylistLevel } from './own-playlists.server.ts';
import { MAX_PLAYLISTS, MAX_PLAYLIST_LEVELS, levelIdIn } from './playlist.ts';

const site = useTestSite();
const LIST = '/games/levelhead/playlists';
let world: World;
let levelIds: string[];
beforeAll(async () => {
  world = await seedSmallWorld(site);
  const isListed = (states: readonly string[]) => !states.includes('unlisted') && !states.includes('beta');
  levelIds = world.levels.flatMap(({ levelId, states }) => (isListed(states) ? [levelId] : []));
});

const visitorOf = async (who: CastName) => (await openSession(site, CAST[who].userId)).visitor;
const currentOf = (who: CastName) => {
  const system = systemCurrent(site.parts);
  return { ...system, actor: { ...system.actor, userId: CAST[who].userId, role: 'authenticated' as const } };
};
const levelsOf = async (id: string) => (await getPlaylist(systemCurrent(site.parts), id)).levelIds;
const make = (who: CastName, name: string, levels: readonly string[] = []) =>
  createPlaylist(currentOf(who), { name, note: '' }, { levelIds: levels });
/** What the undo button of an answer would send. */
const undoIn = (html: string) => {
  const from = html.lastIndexOf('<form', html.indexOf('aria-keyshortcuts="U"'));
  const form = html.slice(from, html.indexOf('</form>', from));
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const [, intent = ''] = /<button[^>]* value="([^"]+)"/.exec(form) ?? [];
  return { ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])), intent };
};

test('a player makes a playlist and fills, orders and empties it without scripts', async () => {
  const visitor = await visitorOf('player');
  const made = await visitor.post(LIST, { intent: 'playlists.create', name: '  For\tMum ', note: 'Bring <b>tea</b>.' });
  expect([made.status, made.headers.get('location')]).toEqual([
    302,
    expect.stringMatching(/playlists\/[a-z0-9]{7}\/edit$/),
  ]);
  const path = made.headers.get('location') ?? '';
  const id = path.split('/').at(-2) ?? '';
  const [first = '', second = '', third = ''] = levelIds;
  for (const level of [
    first,
    `+${second.toUpperCase()}`,
    `https://rumpus.example/ja-JP/games/levelhead/levels/${third}?a=b`,
  ]) {
    expect((await visitor.post(path, { intent: 'edit.add', level })).status).toBe(200);
  }
  await visitor.post(path, { intent: 'edit.add', level: first });
  expect(await levelsOf(id)).toEqual([first, second, third]);
  await visitor.post(path, { intent: 'edit.up', levelId: third });
  const moved = await visitor.post(path, { intent: 'edit.down', levelId: first });
  expect(await levelsOf(id)).toEqual([third, first, second]);
  expect(await moved.text()).toMatch(new RegExp(`id="down-${first}"[^>]*autofocus`, 'i'));
  const removed = await (await visitor.post(path, { intent: 'edit.remove', levelId: first })).text();
  expect(await levelsOf(id)).toEqual([third, second]);
  await visitor.post(path, undoIn(removed));
  expect(await levelsOf(id)).toEqual([third, first, second]);
  await visitor.post(path, { intent: 'edit.describe', name: 'For Dad', note: '' });
  const html = await (await visitor.get(path.replace('/edit', ''))).text();
  expect([html.includes('For Dad'), html.includes('Bring'), html.includes('<b>tea</b>')]).toEqual([true, false, false]);
  expect(await (await visitor.get(LIST)).text()).toContain('For Dad');
});

test('a playlist is by the name that its author has on this site, if none in the game, and by nobody once they have left', async () => {
  const system = systemCurrent(site.parts);
  const userId = 'newc0mer';
  await setAccount(system, userId, 'authenticated');
  const author = { ...system, actor: { ...system.actor, userId, role: 'authenticated' as const } };
  const id = await createPlaylist(author, { name: 'Firsts', note: '' }, { levelIds: levelIds.slice(0, 1) });
  const authorFor = async (who?: CastName) => {
    const html = await (await site.ask(who, `${LIST}/${id}`)).text();
    return /<meta name="author" content="([^"]*)"/.exec(html)?.[1];
  };
  expect(await authorFor('player')).toBe('@newc0mer');
  await setAlias(system, 'rumpus', userId, 'Pickle Meteor');
  expect([await authorFor('player'), await authorFor()]).toEqual(['Pickle Meteor', 'Pickle Meteor']);
  await setAlias(system, 'levelhead', userId, 'Night Shift');
  expect(await authorFor('player')).toBe('Night Shift');
  await site.parts.db.query(sql`delete from aliases where user_id = ${userId}`);
  await site.parts.db.query(sql`delete from accounts where user_id = ${userId}`);
  expect(await authorFor('player')).toBe('Deleted player');
});

test('what is no level, or one that is hidden, is refused at its field with what was typed', async () => {
  const visitor = await visitorOf('player');
  const id = await make('player', 'Refusals');
  for (const level of ['nosuch1', 'x', '<script>', `+${'a'.repeat(60)}`]) {
    const refused = await visitor.post(`${LIST}/${id}/edit`, { intent: 'edit.add', level });
    expect([level, refused.status, (await refused.text()).includes('There is no such level.')]).toEqual([
      level,
      404,
      true,
    ]);
  }
  expect((await visitor.post(LIST, { intent: 'playlists.create', name: ' \u0007 ', note: '' })).status).toBe(400);
  expect((await visitor.post(LIST, { intent: 'playlists.create', name: 'x'.repeat(65), note: '' })).status).toBe(400);
  expect(await levelsOf(id)).toEqual([]);
});

test.each([
  ['0hds26q', '0hds26q'],
  [' +0HDS26Q ', '0hds26q'],
  ['https://a.example/games/levelhead/levels/0hds26q/', '0hds26q'],
  ['https://a.example/games/levelhead/levels/0hds26q?x=1#y', '0hds26q'],
  ['levels', undefined],
  ['0hds26qq', undefined],
])('in %j the code of a level is %j', (text, id) => {
  expect(levelIdIn(text)).toBe(id);
});

test('a copy is one’s own, leads back while the other is there, and changes nothing of it', async () => {
  const id = await make('creator', 'The original', levelIds.slice(0, 3));
  const visitor = await visitorOf('player');
  const forked = await visitor.post(`${LIST}/${id}`, { intent: 'playlist.fork' });
  const copy = forked.headers.get('location')?.split('/').at(-2) ?? '';
  expect([forked.status, await levelsOf(copy)]).toEqual([302, levelIds.slice(0, 3)]);
  const html = await (await visitor.get(`${LIST}/${copy}`)).text();
  expect(html).toContain(`href="/games/levelhead/playlists/${id}"`);
  await visitor.post(`${LIST}/${copy}/edit`, { intent: 'edit.remove', levelId: levelIds[0] ?? '' });
  expect(await levelsOf(id)).toEqual(levelIds.slice(0, 3));
  await (await visitorOf('creator')).post(LIST, { intent: 'playlists.delete', playlistId: id });
  const alone = await visitor.get(`${LIST}/${copy}`);
  expect([alone.status, (await alone.text()).includes(`/playlists/${id}`)]).toEqual([200, false]);
});

test('nobody changes, deletes or brings back a playlist but whoever made it, also no staff by these forms', async () => {
  const id = await make('creator', 'Hands off', levelIds.slice(0, 2));
  const { item } = await getPlaylistItem(systemCurrent(site.parts), id);
  for (const who of ['player', 'staff', 'super'] as const) {
    const visitor = await visitorOf(who);
    const path = `${LIST}/${id}/edit`;
    expect((await visitor.get(path)).status).toBe(403);
    const forms: Record<string, string>[] = [
      { intent: 'edit.describe', name: 'Mine now', note: '' },
      { intent: 'edit.add', level: levelIds[3] ?? '' },
      { intent: 'edit.remove', levelId: levelIds[0] ?? '' },
      { intent: 'edit.up', levelId: levelIds[1] ?? '' },
    ];
    for (const fields of forms) {
      expect([who, fields.intent, (await visitor.post(path, fields)).status]).toEqual([who, fields.intent, 403]);
    }
    expect((await visitor.post(LIST, { intent: 'playlists.delete', playlistId: id })).status).toBe(403);
  }
  const creator = await visitorOf('creator');
  const gone = await (await creator.post(LIST, { intent: 'playlists.delete', playlistId: id })).text();
  expect((await creator.get(`${LIST}/${id}`)).status).toBe(404);
  const stranger = await visitorOf('player');
  expect((await stranger.post(LIST, { intent: 'playlists.restore', itemId: item.itemId })).status).toBe(403);
  expect((await creator.get(`${LIST}/${id}`)).status).toBe(404);
  expect((await creator.post(LIST, undoIn(gone))).status).toBe(200);
  expect(await levelsOf(id)).toEqual(levelIds.slice(0, 2));
  expect((await site.ask(undefined, LIST)).status).toBe(302);
});

test('there are so many playlists of a player and levels of a playlist, and no more', async () => {
  const visitor = await visitorOf('collaborator');
  const first = await make('collaborator', 'Playlist 1');
  for (let made = 2; made <= MAX_PLAYLISTS; made += 1) await make('collaborator', `Playlist ${made}`);
  const refused = await visitor.post(LIST, { intent: 'playlists.create', name: 'One more', note: '' });
  expect([refused.status, (await refused.text()).includes('This list is full.')]).toEqual([409, true]);
  expect((await visitor.post(`${LIST}/${world.playlists[0]?.playlistId}`, { intent: 'playlist.fork' })).status).toBe(
    409,
  );
  const current = systemCurrent(site.parts);
  const { item } = await getPlaylistItem(current, first);
  const full = Array.from({ length: MAX_PLAYLIST_LEVELS }, (_, at) => `x${String(at).padStart(6, '0')}`);
  await ARCADE_ITEMS.save(current, item.itemId, {}, jsonBody({ levelIds: full }));
  const level = levelIds[0] ?? '';
  expect((await visitor.post(`${LIST}/${first}/edit`, { intent: 'edit.add', level })).status).toBe(409);
});

test('moves from two windows at once are both done', async () => {
  const id = await make('player', 'Two windows', levelIds.slice(0, 4));
  const [a = '', b = '', c = '', d = ''] = levelIds;
  const current = currentOf('player');
  await Promise.all([movePlaylistLevel(current, id, a, 1), movePlaylistLevel(current, id, d, -1)]);
  expect(await levelsOf(id)).toEqual([b, a, d, c]);
});

test('the address of one’s progress shows it to others, and a forged one shows nothing', async () => {
  const owner = CAST.player.userId;
  const id = await make('creator', 'Marathon', levelIds.slice(0, 5));
  const members = levelIds.slice(0, 2);
  await addMembers(systemCurrent(site.parts), 'levelhead', { set: 'completions', owner, members });
  const own = await (await (await visitorOf('player')).get(`${LIST}/${id}`)).text();
  const [, token = ''] = /\?progress=([\w.-]+)/.exec(own) ?? [];
  const page = await (await site.ask(undefined, `${LIST}/${id}?progress=${token}`)).text();
  const [, shown] = /has beaten ([\d,]+ of 5)/.exec(page.replaceAll(/<!-- -->/g, '')) ?? [];
  const [, counted] = /([\d,]+ of 5) beaten/.exec(own.replaceAll(/<!-- -->/g, '')) ?? [];
  expect([shown, shown]).toEqual([counted, expect.stringMatching(/^[2-5] of 5$/)]);
  for (const forged of [
    'x',
    `${token}x`,
    'a.b',
    token.replace(/^[^.]*/, Buffer.from('st4ff1').toString('base64url')),
  ]) {
    expect(await (await site.ask(undefined, `${LIST}/${id}?progress=${forged}`)).text()).not.toContain('has beaten');
  }
});

test('the time that a playlist takes is told at one’s own pace, from as few best times as say something', async () => {
  const id = await make('creator', 'Sprint', levelIds.slice(0, 5));
  const { userId } = CAST.admin;
  await site.parts.db.query(sql`delete from levelhead_records where user_id = ${userId}`);
  await site.parts.db.query(sql`update item_stats s set value = 600 from items i where i.crate_id = 'levelhead'
    and i.name = any(${levelIds.slice(0, 5)}::text[]) and (s.crate_id, s.item_id, s.name) = (i.crate_id, i.item_id, 'TimePerWin')`);
  const beat = (levels: readonly string[]) =>
    site.parts.db.query(sql`insert into item_records (crate_id, item_id, name, user_id, value, created_at)
      select crate_id, item_id, 'FastestTime', ${userId}, 240, now() from items
      where crate_id = 'levelhead' and name = any(${[...levels]}::text[])
      on conflict (crate_id, item_id, name, user_id) do update set value = excluded.value`);
  const shownTimes = async () => {
    const html = (await (await site.ask('admin', `${LIST}/${id}`)).text()).replaceAll('<!-- -->', '');
    return [
      /about (\d+) minutes if all goes well/.exec(html)?.[1],
      /At your pace: about (\d+) minutes/.exec(html)?.[1],
    ];
  };
  await beat(levelIds.slice(0, 4));
  expect(await shownTimes()).toEqual(['50', undefined]);
  await beat(levelIds.slice(4, 5));
  expect(await shownTimes()).toEqual(['50', '20']);
});

test('a name or note that would hurt somebody, or the page around it, is refused, and what was typed stays', async () => {
  const visitor = await visitorOf('admin');
  const id = await make('admin', 'Decent');
  const forms = [
    { intent: 'playlists.create', path: LIST },
    { intent: 'edit.describe', path: `${LIST}/${id}/edit` },
  ];
  for (const { intent, path } of forms) {
    for (const [name, note] of [
      ['Sh1t I like', 'Fine'],
      ['Fine', 'You f u c k'],
      ['a\u202eb', ''],
      ['\u3164', ''],
      [`Z${'\u0301\u0302'.repeat(9)}`, ''],
    ] as const) {
      const refused = await visitor.post(path, { intent, name, note });
      const html = await refused.text();
      expect([name, refused.status, html.includes(name)]).toEqual([name, 400, true]);
    }
  }
  const polite = await visitor.post(`${LIST}/${id}/edit`, {
    intent: 'edit.describe',
    name: '家族 👨‍👩‍👧 Scunthorpe',
    note: '',
  });
  expect(polite.status).toBe(200);
});

test('a reader can tell the studio about a playlist, but its maker is not asked to', async () => {
  const id = await make('creator', 'Tell me');
  const link = `/contact/topics/player?game=levelhead&amp;link=${encodeURIComponent(`http://localhost:8080${LIST}/${id}`)}`;
  expect(await (await site.ask(undefined, `${LIST}/${id}`)).text()).toContain(link);
  expect(await (await (await visitorOf('creator')).get(`${LIST}/${id}`)).text()).not.toContain(
    '/contact/topics/player',
  );
});

test('a playlist of somebody who is banned is gone while the ban lasts', async () => {
  const id = world.playlists[1]?.playlistId ?? '';
  const ban = (at: Date | null) =>
    site.parts.db.query(sql`update accounts set banned_at = ${at} where user_id = ${world.playlists[1]?.userId ?? ''}`);
  const statuses = async () => [
    (await site.ask(undefined, `/api/levelhead/playlists/${id}`)).status,
    (await site.ask('staff', `${LIST}/${id}`)).status,
  ];
  await ban(new Date());
  expect(await statuses()).toEqual([404, 404]);
  await ban(null);
  expect(await statuses()).toEqual([200, 200]);
});

describe('a playlist that others follow', () => {
  const notificationsOf = async (who: CastName) => {
    const html = await (await site.ask(who, '/notifications')).text();
    return [...html.matchAll(/>((?!More for)[^<>]*in the playlist “Weekend &lt;b&gt;”[^<>]*)</g)].map(
      ([, words]) => words,
    );
  };
  const edit = async (id: string, intent: 'add' | 'remove', levelId = '') => {
    const fields = { intent: `edit.${intent}`, level: levelId, levelId };
    const answer = await (await visitorOf('creator')).post(`${LIST}/${id}/edit`, fields);
    await runJobs(site);
    return answer;
  };
  const follow = async (who: CastName, id: string, intent = 'follow') =>
    (await visitorOf(who)).post(`${LIST}/${id}`, {
      intent: `following.${intent}`,
      subject: `levelhead.playlist:${id}`,
    });
  beforeEach(() =>
    site.parts.db.query(sql`truncate follows, followers, follow_counts, notification_events, notification_deliveries,
      notifications`),
  );

  test('tells each of them once of a level that is added, and of several by one notification', async () => {
    const id = await make('creator', 'Weekend <b>', levelIds.slice(0, 1));
    expect(await (await site.ask(undefined, `${LIST}/${id}`)).text()).toContain('/login?returnTo=');
    expect(await (await follow('player', id)).text()).toContain('following.unfollow');
    await follow('creator', id);
    await edit(id, 'add', levelIds[1]);
    const [level] = await notificationsOf('player');
    expect(level).toMatch(/^“[^”]+” is new in the playlist “Weekend &lt;b&gt;”$/);
    await edit(id, 'add', levelIds[1]);
    await edit(id, 'add', levelIds[2]);
    expect(await notificationsOf('player')).toEqual([
      expect.stringMatching(/^2 levels are new in the playlist .*, most recently/),
    ]);
    expect([await notificationsOf('creator'), await notificationsOf('collaborator')]).toEqual([[], []]);
    expect(await (await site.ask('player', '/alerts')).text()).toContain('Weekend &lt;b&gt;');
    await follow('player', id, 'unfollow');
    await edit(id, 'add', levelIds[3]);
    expect(await notificationsOf('player')).toEqual([expect.stringMatching(/^2 levels/)]);
  });

  test('takes back what is taken out, and tells of nothing that is gone, or in it again', async () => {
    const id = await make('creator', 'Weekend <b>');
    await follow('player', id);
    await edit(id, 'add', levelIds[0]);
    await edit(id, 'add', levelIds[1]);
    await edit(id, 'remove', levelIds[1]);
    expect(await notificationsOf('player')).toEqual([expect.stringMatching(/^“[^”]+” is new/)]);
    await edit(id, 'add', levelIds[1]);
    expect(await notificationsOf('player')).toHaveLength(1);
    const list = (state: 'append' | 'remove') =>
      site.parts.db
        .query(sql`update items set tags = ${state === 'append' ? sql`array_append` : sql`array_remove`}(tags, 'hidden')
        where crate_id = 'levelhead' and name = ${`playlist:${id}`}`);
    await list('append');
    expect(await notificationsOf('player')).toEqual([]);
    expect((await site.ask('player', `/api/following/levelhead.playlist%3A${id}`, { method: 'PUT' })).status).toBe(404);
    await list('remove');
    expect(await notificationsOf('player')).toHaveLength(1);
    await (await visitorOf('creator')).post(LIST, { intent: 'playlists.delete', playlistId: id });
    expect(await notificationsOf('player')).toEqual([]);
  });
});
