import { beforeAll, expect, test } from 'vitest';

import type { CreatedAppKey } from '#app/apps/app-key.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
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
  // Nor by the way in which everything else is followed.
  expect((await site.ask('player', `/api/following/${encodeURIComponent(subject)}`, { method: 'PUT' })).status).toBe(
    404,
  );
  expect((await following('DELETE')).status).toBe(204);
  expect([await followers(), await site.parts.db.query(copies)]).toEqual([
    expect.not.arrayContaining([player.userId]),
    [],
  ]);
});
