import { beforeAll, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { addMembers } from '#app/storage/sets/sets.server.ts';
import { deleteItem } from '#app/storage/writes/deletes.server.ts';
import { patchMetadata } from '#app/storage/writes/updates.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { useTestSite } from '#test/site.ts';

import { addToDays, toDay } from './play/daily.server.ts';
import { findBestRecords, keepBestRecords } from './play/record-history.server.ts';
import { findTrends } from './player-page/trends.server.ts';
import type { World } from './world/world.ts';

const site = useTestSite();
const LEVEL = '/games/levelhead/levels/0hds26q';
let world: World;
beforeAll(async () => void (world = await seedSmallWorld(site)));

const look = async (path = LEVEL) =>
  (await site.ask(undefined, path, { headers: { accept: 'text/html', 'accept-language': 'en-US' } })).text();
const likesIn = (html: string) =>
  Number(/"LikeAction","userInteractionCount":(\d+)|LikeAction"[^}]*?:(\d+)/.exec(html)?.slice(1).find(Boolean));
const itemOf = async (levelId: string) => {
  const [row] = await site.parts.db.query<{ item_id: string }>(
    sql`select item_id from levelhead_levels where level_id = ${levelId}`,
  );
  return row?.item_id ?? '';
};

test('a kept level page is right a second after a like, and at once after a new title', async () => {
  const current = systemCurrent(site.parts);
  const before = likesIn(await look());
  expect(before).toBeGreaterThanOrEqual(0);
  const fans = Object.values(CAST).map(({ userId }) => userId);
  let added = 0;
  for (const owner of fans) {
    const wanted = { set: 'likes', owner, members: ['0hds26q'] };
    added += (await addMembers(current, 'levelhead', wanted)).added.length;
  }
  expect(added).toBeGreaterThan(0);
  site.advanceClock(1000);
  expect(likesIn(await look())).toBe(before + added);
  await patchMetadata(current, 'levelhead', await itemOf('0hds26q'), { map: { title: 'Second thoughts' } }, {});
  await expect.poll(() => look()).toContain('Second thoughts');
});

test('a kept page is served again within its second, and rendered for whoever is signed in', async () => {
  const [first, second] = [await look('/games/levelhead/marketing'), await look('/games/levelhead/marketing')];
  expect(second).toBe(first);
  const own = await (await site.ask('player', '/games/levelhead/marketing')).text();
  expect(own).toContain('Hide what I have beaten');
  expect(await look('/games/levelhead/marketing')).not.toContain('Hide what I have beaten');
});

test('a player has their neighbours in a figure, in order, and levels by others with the tags they use', async () => {
  const html = await look('/games/levelhead/players/vfhy42?rivals=Published');
  const ladder = html.slice(html.indexOf('rival-ladder'), html.indexOf('</ol>', html.indexOf('rival-ladder')));
  const counts = [...ladder.matchAll(/whitespace-nowrap">([\d,]+)</g)].map(([, count = '']) =>
    Number(count.replaceAll(',', '')),
  );
  expect(counts.length).toBeGreaterThan(2);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  expect(ladder.match(/aria-current="true"/g)).toHaveLength(1);
  expect((await look('/games/levelhead/players/vfhy42?rivals=nonsense')).includes('Neck and neck by')).toBe(true);
});

test('whoever holds a record sees their place beside the podium, and nobody else’s', async () => {
  const level = world.levels.find(({ records }) => records.filter(({ name }) => name === 'HighScore').length > 1);
  const holders = (level?.records ?? []).filter(({ name }) => name === 'HighScore');
  const ordered = holders.toSorted((a, b) => b.value - a.value || a.at.getTime() - b.at.getTime());
  const cast = Object.entries(CAST) as ['player', { userId: string }][];
  const path = `/games/levelhead/levels/${level?.levelId}`;
  expect(await look(path)).not.toContain('You: place');
  for (const [who, { userId }] of cast) {
    const at = ordered.findIndex((one) => one.userId === userId);
    const html = (await (await site.ask(who, path)).text()).replaceAll('<!-- -->', '');
    if (at !== -1) expect(html).toContain(`You: place ${at + 1}`);
  }
});

test('a level tells who held its records and for how long, the latest first', async () => {
  const current = systemCurrent(site.parts);
  const itemId = await itemOf('0hds26q');
  const [before] = await findBestRecords(current, itemId, 'HighScore');
  await keepBestRecords(current, itemId, [
    { name: 'HighScore', userId: 'vfhy42', value: 9_000_001, at: site.clock.now },
  ]);
  site.advanceClock(3 * 86_400_000);
  const html = (await look()).replaceAll('<!-- -->', '');
  const table = html.slice(html.indexOf('id="reigns"'));
  const rows = table.slice(table.indexOf('<tbody'), table.indexOf('</tbody')).split('</tr>');
  expect(rows[0]).toMatch(/players\/vfhy42".*9,000,001.*3 days and counting/);
  expect(rows[1]).toContain((before?.value ?? 0).toLocaleString('en-US'));
  expect(rows[1]).not.toContain('counting');
});

test('a player’s page has what the days of half a year gained them, week by week, and nothing that is older', async () => {
  const current = systemCurrent(site.parts);
  const entryOf = (days: number, plays: number) => {
    const day = toDay(new Date(site.clock.now.getTime() - days * 86_400_000));
    return { kind: 'player' as const, id: 'vfhy42', day, plays };
  };
  const weeksBefore = await findTrends(current, 'vfhy42');
  await addToDays(current, [entryOf(0, 1), entryOf(6, 20), entryOf(7, 300), entryOf(181, 4000), entryOf(182, 50_000)]);
  const weeks = await findTrends(current, 'vfhy42');
  const gained = weeks.map(({ plays }, at) => plays - (weeksBefore[at]?.plays ?? 0));
  expect(gained).toEqual([4000, ...Array<number>(23).fill(0), 300, 21]);
  site.advanceClock(1000);
  const html = await look('/games/levelhead/players/vfhy42');
  const table = html.slice(html.indexOf('id="trends"'));
  expect(table.slice(table.indexOf('<tbody'), table.indexOf('</tbody')).match(/<tr/g)).toHaveLength(26);
  expect(table).toContain((weeks.at(0)?.plays ?? 0).toLocaleString('en-US'));
});

test('the sitemap has the levels of both halls and their makers, and nothing that is hidden, deleted or of somebody banned', async () => {
  const read = async () => {
    const xml = await (await site.ask(undefined, '/sitemap/1.xml')).text();
    return new Set(
      [...xml.matchAll(/<loc>[^<]*\.?[^<]*?(\/games\/levelhead\/(?:levels|players)\/\w+)<\/loc>/g)].map(
        ([, path = '']) => path,
      ),
    );
  };
  const listed = await read();
  const isShown = ({ states }: World['levels'][number]) =>
    (states.includes('tower') || states.includes('marketing')) &&
    !states.includes('unlisted') &&
    !states.includes('beta');
  const shown = world.levels.filter(isShown);
  expect(shown.length).toBeGreaterThan(3);
  for (const level of world.levels) {
    expect([level.levelId, listed.has(`/games/levelhead/levels/${level.levelId}`)]).toEqual([
      level.levelId,
      isShown(level),
    ]);
  }
  const [gone, banned] = [shown[0], shown.find(({ userId }) => userId !== shown[0]?.userId)];
  await deleteItem(systemCurrent(site.parts), 'levelhead', await itemOf(gone?.levelId ?? ''), {}, false);
  await site.parts.db.query(sql`update accounts set banned_at = now() where user_id = ${banned?.userId ?? ''}`);
  const left = await read();
  expect(left.has(`/games/levelhead/levels/${gone?.levelId}`)).toBe(false);
  expect(
    [...left].filter((path) => path.endsWith(`/${banned?.userId}`) || path.endsWith(`/${banned?.levelId}`)),
  ).toEqual([]);
  expect(left.size).toBeGreaterThan(0);
});
