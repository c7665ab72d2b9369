import { beforeAll, expect, test } from 'vitest';

import type { CreatedAppKey } from '#app/apps/app-key.ts';
import { asPerson } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { findOwnFollows, followSubject } from '#app/following/follows.server.ts';
import type { SubjectKind } from '#app/following/subject-kind.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';

import { playerSubject } from '../event-kinds.server.ts';

const site = useTestSite();
const { player, creator } = CAST;

beforeAll(() => seedSmallWorld(site));

test('who follows a player is told of their levels as one notification, until they are gone or not for all', async () => {
  const body = {
    appId: 'levelhead',
    name: 'Servers',
    days: 9,
    scopes: [{ crateId: 'levelhead', may: ['write', 'stats', 'records'] }],
  };
  const { key } = await dataOf<CreatedAppKey>(await site.ask('admin', '/api/apps/keys', { method: 'POST', body }));
  const send = (method: string, path: string, body?: object) =>
    site.ask(undefined, `/api/levelhead/${path}`, {
      method,
      headers: { 'rumpus-app-key': key },
      ...(body !== undefined && { body }),
    });
  const level = {
    userId: creator.userId,
    tags: ['ltag_boss'],
    requiredPlayers: 1,
    avatarId: 'jibber',
    creatorTime: 61.5,
    gameVersion: '1.20.4',
    locale: 'en-US',
    data: 'SGVsbG8gd29ybGQ=',
    content: { World: 49, Movement: 25, Puzzles: 100, Enemies: 36, Hazards: 11 },
  };
  const publish = async (title: string, change: object = {}) => {
    const answer = await send('POST', 'levels', { ...level, title, ...change });
    await runJobs(site);
    return (await dataOf<{ levelId: string }>(answer)).levelId;
  };
  const notifications = () =>
    site.parts.db.query<{ size: number; event_key: string }>(sql`
      select size, event_key from notifications where user_id = ${player.userId} and kind = 'levelhead.published'`);

  const followed = await site.ask('player', `/api/levelhead/following/${creator.userId}`, { method: 'PUT' });
  expect(followed.status).toBe(204);
  await publish('Nobody knows', { unlisted: true });
  expect(await notifications()).toEqual([]);
  const first = await publish('Ducks <i>ahead</i>');
  const second = await publish('More ducks');
  expect(await notifications()).toEqual([{ size: 2, event_key: second }]);
  expect(await (await site.ask('player', '/notifications')).text()).toContain('2 levels, most recently “More ducks”');
  expect((await send('DELETE', `levels/${second}?userId=${creator.userId}`)).status).toBe(204);
  await runJobs(site);
  expect(await notifications()).toEqual([{ size: 1, event_key: first }]);
  const list = async () => (await site.ask('player', '/notifications')).text();
  const DUCKS = '“Ducks &lt;i&gt;ahead&lt;/i&gt;”';
  expect(await list()).toContain(DUCKS);
  const ban = (at: Date | null) =>
    site.parts.db.query(sql`update accounts set banned_at = ${at}::timestamptz where user_id = ${creator.userId}`);
  const unread = async () =>
    (await dataOf<{ unread: number }>(await site.ask('player', '/api/notifications/count'))).unread;
  await ban(new Date());
  expect([(await list()).includes(DUCKS), await unread()]).toEqual([false, 0]);
  await ban(null);
  expect([(await list()).includes(DUCKS), await unread()]).toEqual([true, 1]);
});

test('following a player is the set of the game: read for whom to tell, and never copied', async () => {
  const subject = `levelhead.player:${creator.userId}`;
  const following = (method: string) => site.ask('player', `/api/levelhead/following/${creator.userId}`, { method });
  const followers = async () =>
    (await playerSubject.findFollowers?.(systemCurrent(site.parts), creator.userId, '', 1000))?.userIds ?? [];
  expect((await following('PUT')).status).toBe(204);
  expect(await followers()).toContain(player.userId);
  const copies = sql`
    select subject from follows where subject = ${subject} union all
    select subject from followers where subject = ${subject}`;
  expect(await site.parts.db.query(copies)).toEqual([]);
  expect((await following('DELETE')).status).toBe(204);
  // The way in which everything else is followed leads to it, too.
  const called = (method: string) => site.ask('player', `/api/following/${encodeURIComponent(subject)}`, { method });
  expect((await called('PUT')).status).toBe(204);
  expect([await followers(), await site.parts.db.query(copies)]).toEqual([expect.arrayContaining([player.userId]), []]);
  expect((await called('DELETE')).status).toBe(204);
  expect(await followers()).not.toContain(player.userId);
});

test('followed players stand in “What you follow” with all else, and are unfollowed and muted there', async () => {
  const subject = `levelhead.player:${creator.userId}`;
  const alerts = (who: CastName = 'player') => site.ask(who, '/alerts').then((page) => page.text());
  const follow = (one: string) =>
    site.ask('player', `/api/following/${encodeURIComponent(one)}`, { method: 'PUT' }).then(({ status }) => status);
  expect(await Promise.all([subject, 'posts.feed:blog', 'levelhead.player:nob0dy'].map(follow))).toEqual([
    204, 204, 404,
  ]);
  await site.ask('creator', `/api/levelhead/following/${player.userId}`, { method: 'PUT' });
  const listed = async (query = '') => {
    const all = await dataOf<{ subject: string }[]>(await site.ask('player', `/api/following${query}`));
    return all.filter((one) => [subject, 'posts.feed:blog'].includes(one.subject));
  };
  expect(await listed()).toEqual([
    { subject, title: expect.any(String) as string, path: `/games/levelhead/players/${creator.userId}` },
    { subject: 'posts.feed:blog', title: 'Blog', path: '/blog' },
  ]);
  expect(await listed(`?after=${subject}`)).toHaveLength(1);
  expect(await alerts()).toContain(`href="/games/levelhead/players/${creator.userId}"`);
  expect(await alerts('creator')).not.toContain(subject);
  await site.submit('player', '/alerts', { intent: 'alerts.mute', subject });
  expect(await alerts()).toContain('alerts.unmute');
  const undo = await (await site.submit('player', '/alerts', { intent: 'following.unfollow', subject })).text();
  expect(undo).toContain('value="following.follow"');
  expect((await listed()).map((one) => one.subject)).toEqual(['posts.feed:blog']);
  await site.submit('player', '/alerts', { intent: 'following.follow', subject });
  expect((await listed()).map((one) => one.subject)).toEqual([subject, 'posts.feed:blog']);
});

test('the list of what is followed goes on over all pages without a double, wherever it is kept', async () => {
  const system = systemCurrent(site.parts);
  const kinds = ['a.one', 'b.kept', 'c.two'].map((name): SubjectKind => {
    const ids = Array.from({ length: 7 }, (_, at) => `${at}`);
    const describe = (_: Current, asked: readonly string[]) =>
      Promise.resolve(new Map(asked.map((id) => [id, { title: id, path: '/' }])));
    if (name !== 'b.kept') return { name, describe };
    const keeper = {
      findFollowed: (_: Current, after: string, limit: number) =>
        Promise.resolve(ids.filter((id) => id > after).slice(0, limit)),
      follow: () => Promise.resolve(),
      unfollow: () => Promise.resolve(),
    };
    return { name, describe, keeper };
  });
  const current = asPerson(system, { userId: 'pager', role: 'authenticated' }, new Date());
  const own = ['a.one', 'c.two'].flatMap((name) => ['1', '2', '3', '4'].map((id) => `${name}:${id}`));
  for (const subject of own) await followSubject(current, kinds, subject);
  const wanted = [...own, ...Array.from({ length: 7 }, (_, at) => `b.kept:${at}`)].toSorted();
  for (const limit of [1, 3, 50]) {
    const seen: string[] = [];
    for (let after: string | undefined = ''; after !== undefined;) {
      const page = await findOwnFollows(current, kinds, { after, limit });
      seen.push(...page.follows.map(({ subject }) => subject));
      after = page.next;
    }
    expect(seen).toEqual(wanted);
  }
});
