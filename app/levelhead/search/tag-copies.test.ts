import { beforeAll, describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';

import { CRATE } from '../level.ts';
import type { Level } from '../level.ts';
import type { World } from '../world/world.ts';
import { LEVEL_FIELDS } from './level-query.ts';

const site = useTestSite();
let world: World;
beforeAll(async () => void (world = await seedSmallWorld(site, 200)));

const ITEMS = `/api/storage/crates/${CRATE}/items`;
const search = async (query: string, limit = 128) =>
  dataOf<Level[]>(await site.ask(undefined, `/api/levelhead/levels?includeStats=true&limit=${limit}&${query}`));
const patch = async (path: string, body: object) =>
  (await site.ask('super', `${ITEMS}/${path}`, { method: 'PATCH', headers: { 'if-match': '*' }, body })).status;
const itemOf = async (levelId: string) =>
  (await dataOf<{ itemId: string }[]>(await site.ask('super', `${ITEMS}?names=${levelId}`)))[0]?.itemId ?? '';

/** What a copy has and its level not, or the other way round, and what a level has and its stats not. */
async function differences(): Promise<number[]> {
  const columns = sql`tags, created_at, updated_at, play_time, replay_value, hidden_gem, exposure_bucks, diamonds, level_id`;
  const copies = sql`select item_id, tag, place, ${columns} from levelhead_level_tags`;
  const wanted = sql`select item_id, own.tag, place, ${columns} from levelhead_levels l, levelhead_tag_keys(l.tags) own`;
  const stats = sql`select s.item_id from item_stats s join levelhead_levels l on l.item_id = s.item_id
    where s.crate_id = ${CRATE} and s.value <> case s.name when 'PlayTime' then play_time when 'Diamonds' then diamonds
      when 'ReplayValue' then replay_value when 'HiddenGem' then hidden_gem when 'ExposureBucks' then exposure_bucks else s.value end`;
  const counts = await Promise.all(
    [sql`(${copies}) except (${wanted})`, sql`(${wanted}) except (${copies})`, stats].map((different) =>
      site.parts.db.query<{ count: number }>(sql`select count(*)::int as count from (${different}) different`),
    ),
  );
  return counts.map((rows) => rows[0]?.count ?? -1);
}

describe('the copies of a level for its tags', () => {
  test('are there for each tag and each two, and for nothing else that it is', async () => {
    const rows = await site.parts.db.query<{ tag: string }>(sql`
      select * from levelhead_tag_keys('{level,tower,ltag_shop,ltag_boss,ltag_shop,unlisted,ltag_explore}') order by position(' ' in tag) > 0, tag`);
    const [boss, explore, shop] = ['ltag_boss', 'ltag_explore', 'ltag_shop'];
    expect(rows.map(({ tag }) => tag)).toEqual([
      boss,
      explore,
      shop,
      `${boss} ${explore}`,
      `${boss} ${shop}`,
      `${explore} ${shop}`,
    ]);
    expect(await differences()).toEqual([0, 0, 0]);
  });

  test('find what a look at all levels finds, in each order', async () => {
    const all = await search('includeUnlisted=true');
    expect(all.length).toBeGreaterThan(50);
    const tags = [...new Set(all.flatMap((level) => level.tags))];
    const sets = [
      ...tags.slice(0, 8).map((tag) => [tag]),
      ...all.map((level) => level.tags).filter((of) => of.length > 1),
    ];
    const orders = LEVEL_FIELDS.flatMap((field) => [field, `-${field}`]);
    for (const [at, wanted] of sets.slice(0, 40).entries()) {
      const query = `tags=${wanted.toReversed().join(',')}&sort=${orders[at % orders.length]}`;
      const expected = (await search(`sort=${orders[at % orders.length]}`))
        .filter((level) => wanted.every((tag) => level.tags.includes(tag)))
        .map(({ levelId }) => levelId);
      expect(
        (await search(query)).map(({ levelId }) => levelId),
        query,
      ).toEqual(expected);
    }
  });

  test('are what their level is after every kind of write, also of many at once', async () => {
    const [one, two] = world.levels.filter(({ states }) => states.includes('tower'));
    const [first, second] = [await itemOf(one?.levelId ?? ''), await itemOf(two?.levelId ?? '')];
    const changes = Array.from({ length: 40 }, (_, at) =>
      patch(`${at % 2 ? first : second}/stats`, {
        changeStats: { PlayTime: 1, ExposureBucks: at, Attempts: 2 },
        setStats: { HiddenGem: at },
      }),
    );
    const retag = patch(`${first}/metadata`, { tags: ['level', 'marketing', 'ltag_kaizo', 'ltag_boss'] });
    expect(new Set(await Promise.all([...changes, retag]))).toEqual(new Set([200]));
    expect(await differences()).toEqual([0, 0, 0]);
    const found = await search('marketing=true&tags=ltag_kaizo,ltag_boss');
    expect(found.map(({ levelId }) => levelId)).toContain(one?.levelId);
    const removed = await site.ask('super', `${ITEMS}/${second}`, { method: 'DELETE', headers: { 'if-match': '*' } });
    expect([removed.status, await differences()]).toEqual([204, [0, 0, 0]]);
    await patch(`${first}/metadata`, { tags: ['other'] });
    expect(await differences()).toEqual([0, 0, 0]);
    const trash = `/api/storage/crates/${CRATE}/trash/${second}/restore`;
    expect((await site.ask('super', trash, { method: 'POST' })).status).toBeLessThan(300);
    expect(await differences()).toEqual([0, 0, 0]);
    expect((await search(`levelIds=${two?.levelId}`)).length).toBe(1);
  });
});

describe('pages of a search by cursor', () => {
  test.each(LEVEL_FIELDS.flatMap((field) => [field, `-${field}`]))(
    'in the order of %s have no level twice and miss none while levels are inserted',
    async (sort) => {
      const before = (await search(`sort=${sort}&includeUnlisted=true`)).map(({ levelId }) => levelId);
      const name = sort.replace('-', '');
      const bound = `${sort.startsWith('-') ? 'min' : 'max'}${name.replace(/^c/, 'C')}`;
      const seen: string[] = [];
      for (let next = ''; ;) {
        const page = await search(`sort=${sort}${next}`, PAGE);
        seen.push(...page.map(({ levelId }) => levelId));
        const last = page.at(-1);
        if (page.length < PAGE || last === undefined) break;
        const value = name === 'createdAt' ? last.createdAt : last.stats?.[name];
        next = `&${bound}=${value}&tiebreakerItemId=${last._id}`;
        await insertLevels();
      }
      expect(seen.length).toBeGreaterThan(2 * PAGE);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((levelId) => before.includes(levelId))).toEqual(before);
    },
  );
});

const PAGE = 20;
let inserted = 0;

/** One at each end and one in the midst of every order. */
async function insertLevels(): Promise<void> {
  for (const value of [0, 60, 1_000_000]) {
    const name = `n${String((inserted += 1)).padStart(6, '0')}`;
    const parameters = encodeURIComponent(JSON.stringify({ name, tags: ['level', 'tower', 'ltag_boss'] }));
    const headers = { 'rumpus-item-parameters': parameters, 'if-match': '*' };
    expect((await site.ask('super', ITEMS, { method: 'POST', headers, body: {} })).status).toBe(201);
    const setStats = {
      PlayTime: value,
      ReplayValue: value,
      HiddenGem: value,
      ExposureBucks: value,
      Diamonds: value % 7,
    };
    await patch('@batch/stats', { updates: [{ name, setStats }] });
  }
}
