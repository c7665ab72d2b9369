import { beforeAll, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { openSession } from '#test/people/owners.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

import type { Level } from './level.ts';
import { likeLevel, unlikeLevel } from './liked-levels.server.ts';
import { findDays } from './play/daily.server.ts';
import type { Player } from './player.ts';
import type { World } from './world/world.ts';

const site = useTestSite();
let world: World;
beforeAll(async () => void (world = await seedSmallWorld(site)));

const LEVEL_ID = '0hds26q';
const LEVEL = `/games/levelhead/levels/${LEVEL_ID}`;
const as = (userId: string) => {
  const current = systemCurrent(site.parts);
  return { ...current, actor: { ...current.actor, userId, role: 'authenticated', ownRole: 'authenticated' } as const };
};
const figures = async () => {
  const current = systemCurrent(site.parts);
  const { userId } = world.levels.find(({ levelId }) => levelId === LEVEL_ID) ?? { userId: '' };
  const [level] = await dataOf<Level[]>(
    await site.ask(undefined, `/api/levelhead/levels?levelIds=${LEVEL_ID}&includeStats=true`),
  );
  const [player] = await dataOf<Player[]>(await site.ask(undefined, `/api/levelhead/players?userIds=${userId}`));
  const [row] = await site.parts.db.query<{ rows: number }>(sql`select count(*)::int as rows from set_members
    where crate_id = 'levelhead' and set_name = 'likes' and member = ${LEVEL_ID}`);
  const [days, ofCreator] = [
    await findDays(current, 'level', LEVEL_ID, 1),
    await findDays(current, 'player', userId, 1),
  ];
  return {
    rows: row?.rows ?? 0,
    likes: level?.stats?.['Likes'] ?? 0,
    creator: player?.stats['LikeGen'] ?? 0,
    day: days.at(-1)?.likes ?? 0,
    creatorDay: ofCreator.at(-1)?.likes ?? 0,
  };
};
const plus = (before: Awaited<ReturnType<typeof figures>>, step: number) =>
  Object.fromEntries(Object.entries(before).map(([name, count]) => [name, count + step]));

test('a like is a form that works without scripts, counts once everywhere, and is taken back', async () => {
  const { visitor } = await openSession(site, CAST.player.userId);
  await unlikeLevel(as(CAST.player.userId), LEVEL_ID);
  const before = await figures();
  for (const turn of [1, 2]) {
    const liked = await visitor.post(LEVEL, { intent: 'level.like', levelId: LEVEL_ID });
    expect([liked.status, (await liked.text()).includes('value="level.unlike"')], `turn ${turn}`).toEqual([200, true]);
    expect(await figures()).toEqual(plus(before, 1));
  }
  const api = `/api/levelhead/levels/${LEVEL_ID}/likes?limit=128`;
  expect(JSON.stringify(await (await site.ask(undefined, api)).json())).toContain(CAST.player.userId);
  expect(await (await visitor.get('/account/things/likes')).text()).toContain(`href="${LEVEL}"`);
  for (let turn = 0; turn < 2; turn += 1) {
    expect((await visitor.post(LEVEL, { intent: 'level.unlike', levelId: LEVEL_ID })).status).toBe(200);
    expect(await figures()).toEqual(before);
  }
});

test('twenty likes at once, and twenty takings back, are one of each', async () => {
  const current = as(CAST.creator.userId);
  await unlikeLevel(current, LEVEL_ID);
  const before = await figures();
  await Promise.all(Array.from({ length: 20 }, () => likeLevel(current, LEVEL_ID)));
  expect(await figures()).toEqual(plus(before, 1));
  await Promise.all(Array.from({ length: 20 }, () => unlikeLevel(current, LEVEL_ID)));
  expect(await figures()).toEqual(before);
});

test('one player likes and takes back 120 times in an hour, others as often, and more waits for the next hour', async () => {
  const door = openTestApp(site, { LIMITS: '1' });
  const limited = ({ userId }: { userId: string }) => ({ ...as(userId), limits: door.parts.limits });
  const hour = 3_600_000;
  site.advanceClock(hour - (site.parts.now().getTime() % hour));
  const current = limited(CAST.player);
  const before = await figures();
  for (let turn = 0; turn < 60; turn += 1) {
    await likeLevel(current, LEVEL_ID);
    await unlikeLevel(current, LEVEL_ID);
  }
  for (const act of [likeLevel, unlikeLevel])
    await expect(act(current, LEVEL_ID)).rejects.toMatchObject({ status: 429 });
  expect(await figures()).toEqual(before);
  await likeLevel(limited(CAST.collaborator), LEVEL_ID);
  site.advanceClock(hour);
  await likeLevel(current, LEVEL_ID);
  expect((await figures()).rows).toBe(before.rows + 2);
});

test('nobody likes without an account, their own level, one that is not there, or all day long', async () => {
  const before = await figures();
  const own = world.levels.find(({ levelId }) => levelId === LEVEL_ID)?.userId ?? '';
  await expect(likeLevel(as(own), LEVEL_ID)).rejects.toMatchObject({ code: 'levelhead.ownLike' });
  await expect(likeLevel(as(CAST.player.userId), 'nosuch1')).rejects.toMatchObject({ code: 'levelhead.noLevel' });
  await expect(likeLevel(as(CAST.player.userId), "x'\0")).rejects.toMatchObject({ code: 'levelhead.noLevel' });
  expect((await site.submit(undefined, LEVEL, { intent: 'level.like' })).status).toBe(401);
  expect(await (await site.ask(undefined, LEVEL)).text()).not.toContain('level.like"');
  expect(await figures()).toEqual(before);
});
