import { beforeAll, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { migrations } from '#database/migrations.ts';
import { sql } from '#lib/database/sql.server.ts';
import { foldSpelling } from '#lib/text-search/spelling.ts';
import { toTrigrams } from '#lib/text-search/trigrams.ts';
import { cutWords } from '#lib/text-search/words.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';

import { CRATE } from '../level.ts';
import type { Level } from '../level.ts';
import type { World } from '../world/world.ts';

const site = useTestSite();
let world: World;
beforeAll(async () => void (world = await seedSmallWorld(site)));

const TITLES = [
  'Through The Dungeon, GR-18',
  'Crème Brûlée à la Straße',
  'スーパー迷宮の冒険',
  'ｆｕｌｌ　ｗｉｄｔｈ',
  '한국어 미궁',
  'Łódź & Øresund',
  'ЁЛКА и ёж',
  'Ο ΔΡΌΜΟΣ της Οδύσσειας',
  '100% fair!!!',
  '🐍 snake 🐍',
  'がぎぐ',
  '',
];

describe('the words of a title', () => {
  test.each(TITLES)('of %j are cut in the database as those that are looked for', async (title) => {
    const [row] = await site.parts.db.query<{ words: string[] }>(sql`select levelhead_words_of(${title}) as words`);
    const words = [...cutWords(title)].filter(({ kind }) => kind !== 'sign');
    const plain = words.map(({ kind, exact }) => (kind === 'word' ? foldSpelling(exact) : exact));
    expect(row?.words).toEqual([...new Set(plain)].toSorted());
  });

  test.each([
    ...TITLES,
    'Grandma’s c:\\games AB-1234, plain_text!',
    'เกมใหม่ของเรา',
    'ຍິນດີ ສະບາຍດີ',
    '々人々 〇年',
    'שָׁלוֹם كِتَاب',
    'soft\u00adhyphen Ⅳ',
  ])('of %j are cut so for every other index too', async (title) => {
    const [row] = await site.parts.db.query<{ words: string[] }>(sql`select words_of(${title}) as words`);
    const words = [...cutWords(title)].filter(({ kind }) => kind !== 'sign');
    const plain = words.map(({ kind, exact }) => (kind === 'word' ? foldSpelling(exact) : exact));
    expect(row?.words).toEqual([...new Set(plain)].toSorted());
  });

  test('are cut so in an older database too, and those of its levels are changed', async () => {
    const { db } = site.parts;
    const level = sql`(select level_id from levelhead_levels order by level_id limit 1)`;
    await db.query(sql`update levelhead_levels set words = words || '{δρομος}' where level_id = ${level}`);
    await db.query(sql`drop collation unicode_letters`);
    await site.parts.db.pool.query(migrations['0084-letters.sql'] ?? '');
    const [row] = await db.query(sql`select levelhead_words_of('ΔΡΌΜΟΣ') as cut, '{δρομοσ}' <@ l.words as changed,
        exists (select from levelhead_title_words where word = 'δρομοσ') as known
      from levelhead_levels l where l.level_id = ${level}`);
    expect(row).toEqual({ cut: ['δρομοσ'], changed: true, known: true });
  });

  test.each(['a', 'ab', 'dungeon', 'banana', 'ёж'])('have the trigrams of %s', async (word) => {
    const [row] = await site.parts.db.query<{ found: string[] }>(sql`select levelhead_trigrams_of(${word}) as found`);
    expect(row?.found.toSorted()).toEqual(toTrigrams(word).toSorted());
  });
});

describe('a search by title', () => {
  const find = async (title: string, more = '') => {
    const path = `/api/levelhead/levels?limit=128&includeBeta=true&title=${encodeURIComponent(title)}${more}`;
    return (await dataOf<Level[]>(await site.ask(undefined, path))).map(({ levelId }) => levelId);
  };
  const KNOWN = '0hds26q';

  test.each(['dungeon', 'DUNGEON through', 'dunge', 'dugneon', 'dungoen thruogh', '"The Dungeon"', 'gr 18'])(
    'finds a level by %j',
    async (title) => expect(await find(title)).toContain(KNOWN),
  );

  test.each(['dungeon nowhere-at-all', '!!!', 'xq', 'zzzzzz', "'; drop table levels", '%', 'ungeo'])(
    'does not find it by %j',
    async (title) => expect(await find(title)).not.toContain(KNOWN),
  );

  test('finds words of languages without spaces, follows a new title, and keeps to what else is asked for', async () => {
    const other = world.levels.find(({ states, levelId }) => states.includes('tower') && levelId !== KNOWN);
    const path = `/api/storage/crates/${CRATE}/items`;
    const found = await dataOf<{ itemId: string; map: object }[]>(
      await site.ask('super', `${path}?names=${other?.levelId}`),
    );
    const item = found[0];
    const rename = async (title: string) =>
      site.ask('super', `${path}/${item?.itemId}/metadata`, {
        method: 'PATCH',
        headers: { 'if-match': '*' },
        body: { map: { ...item?.map, title } },
      });
    expect((await rename('スーパー迷宮の冒険')).status).toBe(200);
    for (const title of ['迷宮', '冒険', 'スーパー', 'スーパー迷宮'])
      expect(await find(title, '&includeUnlisted=true')).toEqual([other?.levelId]);
    expect(await find('迷険')).toEqual([]);
    expect(await find('迷宮', '&marketing=true')).toEqual([]);
    await rename('Plain English');
    const headers = { 'if-match': '*', 'content-type': 'text/plain' };
    expect((await site.ask('super', `${path}/${item?.itemId}`, { method: 'PUT', headers, body: 'anew' })).status).toBe(
      200,
    );
    expect([await find('迷宮'), await find('plain english')]).toEqual([[], [other?.levelId]]);
    await site.ask('super', `${path}/${item?.itemId}`, { method: 'DELETE', headers: { 'if-match': '*' } });
    const left = await systemCurrent(site.parts).db.query(sql`
      select 1 from levelhead_levels where item_id = ${item?.itemId ?? ''}`);
    expect([await find('plain english'), left]).toEqual([[], []]);
  });

  test('keeps to several tags', async () => {
    expect(await find('dungeon', '&tags=ltag_boss,ltag_shop')).toContain(KNOWN);
    expect(await find('dungeon', '&tags=ltag_boss,ltag_kaizo')).not.toContain(KNOWN);
  });

  test('is refused for a text that is too long', async () => {
    expect((await site.ask(undefined, `/api/levelhead/levels?title=${'a'.repeat(257)}`)).status).toBe(400);
  });
});
