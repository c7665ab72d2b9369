import { beforeAll, describe, expect, test } from 'vitest';

import { indexItems, sweepWords } from '#app/articles/search/index-items.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { jobs } from '#app/nouns.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { startTopicJobs } from '#lib/jobs/topic-jobs.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';
import { exported, imported } from '#test/transfer.ts';

import { SEARCHED_POSTS } from '../jobs.server.ts';
import { findPostsByWords } from './find-posts.server.ts';

const site = useTestSite();
const system = () => systemCurrent(site.parts);
const index = () => indexItems(system(), SEARCHED_POSTS);
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'posts')));

/** The names of the hits in their order, the heading above them, and the page. */
async function search(q: string, who?: CastName, path = '/blog') {
  const response = await site.ask(who, `${path}${path.includes('?') ? '&' : '?'}q=${encodeURIComponent(q)}`);
  const html = await response.text();
  const names = [...html.matchAll(/<h3[^>]*><a[^>]* href="\/post\/([^"?]+)["?]/g)].map(([, name = '']) => name);
  const heading = /id="post-hits"[^>]*>([\s\S]*?)<\/h2>/.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '');
  return { status: response.status, html, names, heading };
}
const namesOf = async (q: string, who?: CastName, path?: string) => (await search(q, who, path)).names;

interface NewPost {
  title?: string;
  blurb?: string;
  tags?: string[];
  createdAt?: string;
  collaborators?: string[];
}

async function post(
  name: string,
  { title = '', blurb = '', ...parameters }: NewPost,
  body = 'nothing',
): Promise<string> {
  const { itemId } = await createItem(site, crate, 'staff', { name, map: { title, blurb }, ...parameters }, body);
  return itemId;
}

async function patch(itemId: string, body: object): Promise<void> {
  const response = await site.ask('staff', `${crate}/items/${itemId}/metadata`, { method: 'PATCH', body });
  expect(response.status).toBe(200);
}

describe('posts are found in every language', () => {
  beforeAll(async () => {
    await post('ja', { title: 'ゲームの更新', tags: ['locale:ja-JP'] }, '新しい武器「銀河の剣」を追加しました。');
    await post('zh', { title: '更新日志' }, '我们修复了一个错误，并且增加了新的关卡。');
    await post('ko', { title: '게임 소식' }, '새로운 레벨을 추가했습니다.');
    await post('ru', { title: 'Ёлка и новости' }, 'Мы исправили ошибки в редакторе уровней.');
    await post('pl', { title: 'Żółw i łódka' }, 'Poprawiliśmy błędy w edytorze poziomów.');
    await post('tr', { title: 'İstanbul’da IŞIK' }, 'Değişiklikler küçük ama güzel.');
    await post('de', { title: 'Grüße aus der Straße' }, 'Die Spielstandsverwaltung wurde überarbeitet.');
    await post('th', { title: 'เกมใหม่ของเรา' }, 'อัปเดต');
    await post('el', { title: 'Ο Σίσυφος' }, 'κείμενο');
    await post('emoji', { title: 'Party 🎉' }, 'Hands 👍🏽 and hearts ❤️');
    await index();
  });

  test.each([
    ['更新', ['zh', 'ja']],
    ['ゲーム', ['ja']],
    ['銀河', ['ja']],
    ['关卡', ['zh']],
    ['레벨', ['ko']],
    ['елка', ['ru']],
    ['ЁЛКА', ['ru']],
    ['редактор', ['ru']],
    ['ошибка', ['ru']],
    ['zolw lodka', ['pl']],
    ['edytor', ['pl']],
    ['istanbul ISIK', ['tr']],
    ['ışık', ['tr']],
    ['degisiklik', ['tr']],
    ['STRASSE', ['de']],
    ['gruesse', ['de']],
    ['verwaltung', ['de']],
    ['überarbeitete', ['de']],
    ['Die Spielstandsverwaltung wurde überarbeitet, Grüße aus der Straße', ['de']],
    ['เกม', ['th']],
    ['σισυφοσ', ['el']],
    ['🎉', ['emoji']],
    ['👍', ['emoji']],
    ['ja', ['ja']],
    ['ゲーム 剣', ['ja']],
    ['ゲーム 关卡', ['ja']],
    ['関卡 銀河 ラーメン', []],
  ])('“%s” finds %j', async (q, names) => {
    expect((await namesOf(q)).toSorted()).toEqual(names.toSorted());
  });

  test('whatever the collation of the database', async () => {
    const [row] = await site.parts.db.query<{ collation: string }>(
      sql`select datcollate as collation from pg_database where datname = current_database()`,
    );
    expect(row?.collation).toBe('C');
  });
});

describe('the best hit is the first one', () => {
  /** Older ones have the words in a better place, or nearer to what is typed. */
  const TEXTS: Record<string, NewPost & { body?: string }> = {
    'rank-en-title': { title: 'Glowbug parade' },
    'rank-en-blurb': { title: 'A walk', blurb: 'Seen: one glowbug.' },
    'rank-en-text': { title: 'A letter', body: 'We thank the glowbug.' },
    'rank-en-part': { title: 'A poem', body: 'Glowbuggish and fine.' },
    'rank-de-title': { title: 'Schlüsselmeister gesucht' },
    'rank-de-text': { title: 'Ein Brief', body: 'Der Schluessel liegt unter der Matte.' },
    'rank-pl-title': { title: 'Jeżozwierz wraca' },
    'rank-pl-text': { title: 'Notatki', body: 'O tym, jak jezozwierz spał.' },
    'rank-ru-title': { title: 'Квакозавр вернулся' },
    'rank-ru-text': { title: 'Заметки', body: 'Здесь живёт квакозавр.' },
    'rank-ja-title': { title: '蛍光灯の行進' },
    'rank-ja-text': { title: '手紙', body: 'むかし、蛍光灯がありました。' },
    'rank-ja-apart': { title: '別の手紙', body: '蛍光を見た。光灯という名の店で。' },
    'rank-zh-title': { title: '萤火虫游行' },
    'rank-zh-text': { title: '一封信', body: '我们感谢萤火虫。' },
    'rank-ko-title': { title: '반딧불이 행진' },
    'rank-ko-text': { title: '편지', body: '어제 반딧불이를 보았다.' },
  };

  beforeAll(async () => {
    let year = 1990;
    for (const [name, { body, ...parameters }] of Object.entries(TEXTS)) {
      await post(name, { ...parameters, createdAt: `${(year += 1)}-01-01T00:00:00Z` }, body);
    }
    await index();
  });

  test.each([
    ['glowbug', ['rank-en-title', 'rank-en-blurb', 'rank-en-text', 'rank-en-part']],
    ['GLOWBUG parade', ['rank-en-title']],
    ['glowbugg', ['rank-en-title', 'rank-en-blurb', 'rank-en-part', 'rank-en-text']],
    ['glowubg', ['rank-en-title', 'rank-en-blurb', 'rank-en-text']],
    ['schlüssel', ['rank-de-title', 'rank-de-text']],
    ['schluessel', ['rank-de-text']],
    ['jeżozwierz', ['rank-pl-title', 'rank-pl-text']],
    ['jezozwierz', ['rank-pl-title', 'rank-pl-text']],
    ['квакозавр', ['rank-ru-title', 'rank-ru-text']],
    ['蛍光灯', ['rank-ja-title', 'rank-ja-text']],
    ['蛍光 光灯', ['rank-ja-title', 'rank-ja-apart', 'rank-ja-text']],
    ['萤火虫', ['rank-zh-title', 'rank-zh-text']],
    ['반딧불이', ['rank-ko-title', 'rank-ko-text']],
  ])('of “%s” are %j', async (q, names) => {
    expect(await namesOf(q)).toEqual(names);
  });
});

test('words in quotation marks stand beside each other, and a word after a hyphen nowhere', async () => {
  await post('phrase-1', { title: 'Quiet marmalade', blurb: 'sings' }, 'Of a well-known *loud* kettle, and more.');
  await post('phrase-2', { title: 'Marmalade, quiet' }, 'The loud old kettle. More.');
  await post('phrase-3', { title: 'Quiet' }, 'Marmalade Łódź sings the quiet marmaladeful song.');
  await index();
  for (const [q, names] of [
    ['quiet marmalade', [1, 2, 3]],
    ['"quiet marmalade"', [1]],
    ['“QUIET marmalade” sings', [1]],
    ['"marmalade quiet"', [2]],
    ['"marmalade sings"', []],
    ['"marmalade lodz sings"', [3]],
    ['"loud kettle"', [1]],
    ['"well known" "kettle and more"', [1]],
    ['"quiet marmal', [1, 2, 3]],
    ['marmalade -kettle', [3]],
    ['marmalade -lodz -"loud old"', [1]],
    ['marmalade -old -sings', []],
    ['-kettle', []],
  ] as const) {
    const found = (await namesOf(q)).toSorted();
    expect(found, q).toEqual(names.map((number) => `phrase-${number}`));
  }
  expect((await search('-kettle')).heading).toBe('Type a word to look for');
});

test('the title counts before the blurb and that before the text, what is exact before what is near, then the newer', async () => {
  const day = (number: number) => `2020-01-0${number}T00:00:00Z`;
  await post('part-of-words', { createdAt: day(7) }, 'A superwrench.');
  await post('in-text-old', { createdAt: day(1) }, 'A wrench, and more.');
  await post('in-text-new', { createdAt: day(2) }, 'A wrench, and more.');
  await post('beginning-in-text', { createdAt: day(9) }, 'All wrenches.');
  await post('folded-in-text', { createdAt: day(8) }, 'A wrénch.');
  await post('in-blurb', { blurb: 'With a wrench', createdAt: day(1) });
  await post('beginning-in-title', { title: 'Wrenches', createdAt: day(9) });
  await post('folded-in-title', { title: 'The wrénch', createdAt: day(8) });
  await post('in-title', { title: 'The Wrench', createdAt: day(1) });
  await index();
  const best = ['in-title', 'folded-in-title', 'beginning-in-title', 'in-blurb', 'in-text-new', 'in-text-old'];
  const { names, heading, html } = await search('wrench');
  expect(names).toEqual([...best, 'folded-in-text', 'beginning-in-text', 'part-of-words']);
  expect(heading).toBe('9 posts for “wrench”');
  expect(html).toMatch(/The <mark[^>]*>Wrench<\/mark>/);
  expect(html).toMatch(/A <mark[^>]*>wrench<\/mark>, and more\./);
  expect(html).toMatch(/<meta name="robots" content="noindex"/);
  expect(html).not.toContain('rel="canonical"');
  // Two letters that changed places, where no post has the word.
  const whole = names.filter((name) => !/^part|^beginning/.test(name));
  expect((await namesOf('wrnech')).toSorted()).toEqual(whole.toSorted());
  expect(await namesOf('wrench superwrench')).toEqual(['part-of-words']);
});

test('words are found as people type them: inflected, in one or two words, and most of them where no post has all', async () => {
  await post(
    'deck',
    { title: 'Zorilla runs on a Steam Deck' },
    'Report it as ZR-4711 to help.zorilla.example, please.',
  );
  await post('crash', { title: 'Zorilla crashes on loading', blurb: 'A zorillaful save.' });
  await post('other', { title: 'Zorilla news' });
  await index();
  for (const [q, names] of [
    ['zorilla steamdeck', ['deck']],
    ['zorilla zr4711', ['deck']],
    ['ZR-4711', ['deck']],
    ['4711', ['deck']],
    ['help.zorilla.example', ['deck']],
    ['zorilla crashed', ['crash']],
    ['zorilla craching on a loaded save', ['crash']],
    ['zorilla crashing steam teapot', ['crash', 'deck']],
    ['"steam deck" teapot', ['deck']],
    ['"steam deck" teapot -please', []],
  ] as const) {
    expect((await namesOf(q)).toSorted(), q).toEqual(names);
  }
  const OF_MOST = 'Nothing has all of these words';
  expect((await search('zorilla crashing steam teapot')).html).toContain(OF_MOST);
  for (const q of ['zorilla steamdeck', 'zzyzx qux']) expect((await search(q)).html).not.toContain(OF_MOST);
});

describe('what the reader may not list', () => {
  const HIDDEN = 230;

  test('is not found, not counted, and takes no place from what they may', async () => {
    await post('open-kumquat', {
      title: 'Kumquat zestfulness',
      tags: ['topic:news'],
      createdAt: '2019-01-01T00:00:00Z',
    });
    await post('secret-kumquat', {
      title: 'Kumquat',
      tags: ['hidden'],
      collaborators: [CAST.staff.userId, CAST.creator.userId],
    });
    await post('link-kumquat', { title: 'Kumquat', tags: ['unlisted', 'topic:news'] });
    const many = Array.from({ length: HIDDEN }, (_, at) =>
      post(`hidden-${at}`, { title: `Kumquat zest${at}`, tags: ['hidden'] }),
    );
    await Promise.all(many);
    await index();
    for (const who of [undefined, 'player', 'creator'] as const) {
      const { names, heading } = await search('kumquat', who);
      expect([names, heading], who).toEqual([['open-kumquat'], '1 post for “kumquat”']);
      for (const q of ['kumq', 'umquat', 'kumqaut', 'zest', 'zestful'])
        expect(await namesOf(q, who), q).toEqual(['open-kumquat']);
    }
    const { names, heading } = await search('kumquat', 'staff');
    expect([names.length, heading]).toEqual([12, 'The best 200 posts for “kumquat”']);
    expect(await namesOf('kumquat', 'staff', '/news')).toEqual(['link-kumquat', 'open-kumquat']);
    expect((await search('kumquat', 'staff', '/news')).html).toContain('/post/open-kumquat?topics=news"');
    expect(await namesOf('kumquat', undefined, '/lore')).toEqual([]);
    expect(await namesOf('kumquat', undefined, '/blog/news+lore')).toEqual(['open-kumquat']);
    expect(await namesOf('kumquat', undefined, `/blog/@${CAST.staff.userId}`)).toEqual(['open-kumquat']);
    expect(await namesOf('kumquat', undefined, '/blog/@nobody')).toEqual([]);
  });

  test('is not found either while the index does not know yet that it is hidden', async () => {
    const itemId = await post('quince', { title: 'Quince' });
    await index();
    await patch(itemId, { tags: ['hidden'] });
    const { names, heading } = await search('quince');
    expect([names, heading]).toEqual([[], 'Nothing found for “quince”']);
  });

  test('is kept away by storage, whatever the search is among and the index believes', async () => {
    const unlisted = await post('mulberry-link', { title: 'Mulberry' });
    const hidden = await post('mulberry-secret', { title: 'Mulberry' });
    await post('mulberry', { title: 'Mulberry' });
    await index();
    await patch(unlisted, { tags: ['unlisted'] });
    await patch(hidden, { tags: ['hidden'] });
    const { actor, ...current } = system();
    const visitor = { ...current, actor: { ...actor, role: 'public' as const } };
    const everything = { among: {}, after: null, before: null };
    const find = async (q: string) => {
      const { hits, count } = await findPostsByWords(visitor, { ...everything, q });
      return [hits.map(({ post }) => post.title), count];
    };
    expect(await find('mulberry')).toEqual([['Mulberry'], 1]);
    // Two hundred hidden ones are newer.
    expect(await find('kumquat')).toEqual([['Kumquat zestfulness'], 1]);
  });

  test('leaves no word of it to guess by', async () => {
    const itemId = await post('guess', { title: 'Zanzibar' });
    await index();
    expect(await namesOf('zanz')).toEqual(['guess']);
    await patch(itemId, { tags: ['hidden'] });
    await post('plain', { title: 'Zanzibarian' });
    await index();
    await sweepWords(system(), 'posts');
    const words = await site.parts.db.query(
      sql`select word, is_public from post_words where word like 'zan%' order by 1`,
    );
    expect(words).toEqual([
      { word: 'zanzibar', is_public: false },
      { word: 'zanzibarian', is_public: true },
    ]);
  });
});

/** Milliseconds: no clock of a job runs here, so what no message tells never comes. */
const UNTIL_RED = 60_000;

describe('the index follows the crate', () => {
  test(
    'through changes of every way, told by their topic and not by the minute',
    async () => {
      const worker = startTopicJobs(site.parts.pubSub, jobs(site.parts), site.parts.log);
      const beside = await site.openBeside();
      const soon = (q: string, names: string[]) =>
        expect.poll(() => namesOf(q), { timeout: UNTIL_RED, interval: 20 }).toEqual(names);
      const itemId = await post('follow', { title: 'Persimmon' });
      await soon('persimmon', ['follow']);
      await patch(itemId, { map: { title: 'Loquat' } });
      await soon('persimmon', []);
      await soon('loquat', ['follow']);
      // By another process, whose message this one hears.
      await beside.ask('staff', `${crate}/items/${itemId}`, {
        method: 'PUT',
        body: 'the rambutan',
        headers: { 'if-match': '*' },
      });
      await soon('rambutan', ['follow']);
      await site.ask('staff', `${crate}/items/${itemId}`, { method: 'DELETE', headers: { 'if-match': '*' } });
      await soon('loquat', []);
      await site.ask('staff', `${crate}/trash/${itemId}/restore`, { method: 'POST' });
      await soon('rambutan', ['follow']);
      await beside.close();
      await worker.stop();
    },
    2 * UNTIL_RED,
  );

  test('from where it was, when it is stopped in the middle, and from several processes at once', async () => {
    const beside = await site.openBeside();
    await Promise.all(Array.from({ length: 70 }, (_, at) => post(`durian-${at}`, { title: `Durian ${at}` })));
    const current = system();
    let writes = 0;
    const broken = {
      ...current,
      db: new Proxy(current.db, {
        get: (db, name) =>
          name === 'heavy' && (writes += 1) === 2 ? undefined : (Reflect.get(db, name, db) as unknown),
      }),
    };
    await expect(indexItems(broken, SEARCHED_POSTS)).rejects.toThrow();
    await Promise.all([index(), index(), indexItems(systemCurrent(beside.parts), SEARCHED_POSTS)]);
    expect((await search('durian')).heading).toBe('70 posts for “durian”');
    await beside.close();
  });

  test('whole, when its connection is killed between two statements', async () => {
    const itemId = await post('killed', { title: 'Feijoa' });
    await site.stranger.transaction(async (db) => {
      await db.query(sql`lock table post_names in exclusive mode`);
      const indexing = index();
      const kill = () =>
        site.parts.db.query(sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%into post_names%'`);
      await Promise.all([
        expect(indexing).rejects.toThrow(),
        expect.poll(async () => (await kill()).length, { interval: 10 }).toBe(1),
      ]);
    });
    const read = () => site.parts.db.query(sql`select from post_search where item_id = ${itemId}`);
    expect(await read()).toEqual([]);
    await index();
    expect([(await read()).length, await namesOf('feijoa')]).toEqual([1, ['killed']]);
  });

  test('behind a transaction that is not over, once it is', async () => {
    let isDone = false;
    await site.stranger.transaction(async (db) => {
      await db.query(sql`create temporary table holding (a int) on commit drop`);
      await post('late', { title: 'Mangosteen' });
      const indexing = index().then(() => (isDone = true));
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(isDone).toBe(false);
      void indexing;
    });
    await expect.poll(() => isDone).toBe(true);
    expect(await namesOf('mangosteen')).toEqual(['late']);
  });

  test('anew when the feed cannot go on, and loses what is gone meanwhile', async () => {
    await post('stays', { title: 'Tamarind' });
    const gone = await post('goes', { title: 'Tamarind' });
    await index();
    await site.ask('staff', `${crate}/items/${gone}`, { method: 'DELETE', headers: { 'if-match': '*' } });
    await site.parts.db.query(sql`update post_search_progress set token = 'of another secret'`);
    await index();
    expect(await namesOf('tamarind')).toEqual(['stays']);
    expect(await site.parts.db.query(sql`select from post_search where item_id = ${gone}`)).toEqual([]);
    expect(await site.parts.db.query(sql`select from post_names where item_id = ${gone}`)).toEqual([]);
    await site.parts.db.query(sql`update post_search set title = '{}', words = '{}'`);
    await site.parts.db.query(sql`update post_search_progress set form = form - 1`);
    await index();
    expect(await namesOf('tamarind')).toEqual(['stays']);
  });
});

test('hits come in pages, each post once, back and forth, and a cursor is good for its own search alone', async () => {
  await Promise.all(
    Array.from({ length: 30 }, (_, at) => post(`fig-${at}`, { title: 'Fig', blurb: at % 2 ? 'fig' : '' })),
  );
  await index();
  const pages: string[][] = [];
  let next: string | undefined = '/blog?q=fig';
  let last = '';
  for (let page = 0; next !== undefined && page < 5; page += 1) {
    last = next;
    const html = await (await site.ask(undefined, next)).text();
    pages.push([...html.matchAll(/<h3[^>]*><a[^>]* href="\/post\/(fig-\d+)"/g)].map(([, name = '']) => name));
    next = /rel="next"[^>]* href="([^"]*q=[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  }
  expect(pages.map(({ length }) => length)).toEqual([12, 12, 6]);
  expect(new Set(pages.flat()).size).toBe(30);
  const html = await (await site.ask(undefined, last)).text();
  const previous = /rel="prev"[^>]* href="([^"]*q=[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(await namesOf('fig', undefined, previous.replace(/q=fig&?/, ''))).toEqual(pages[1]);
  expect((await site.ask(undefined, last.replace('q=fig', 'q=figs'))).status).toBe(400);
  expect((await site.ask(undefined, last.replace('/blog', '/news'))).status).toBe(400);
});

describe('how recent a post is', () => {
  test('keeps none from being found, and is brought up to date by the next look at the changes', async () => {
    const names = Array.from({ length: 8 }, (_, at) => `medlar-${at}`);
    for (const [at, name] of names.entries())
      await post(name, { title: 'Medlar', createdAt: `200${at}-01-01T00:00:00Z` });
    await index();
    expect(await namesOf('medlar')).toEqual(names.toReversed());
    await site.parts.db.query(
      sql`update post_search set recency = right(name, 1)::integer % 4 where name like 'medlar-%'`,
    );
    expect(await namesOf('medlar')).toEqual(names.toReversed());
    await index();
    const groups = sql`select distinct recency from post_search where name like 'medlar-%'`;
    expect(await site.parts.db.query(groups)).toEqual([{ recency: 3 }]);
  });

  test('is one of four groups, of which the newest are the smallest', async () => {
    // As they were before the newest forty came.
    await site.parts.db.query(sql`insert into post_search
        (item_id, rev, created_at, tags, collaborators, title, blurb, words, round, recency)
      select md5(n::text)::uuid, 1, now() + n * interval '1 day', '{}', '{}', '{}', '{}', '{}', 0,
        case when n > 4160 then 0 when n > 3904 then 3 when n > 3136 then 2 when n > 64 then 1 else 0 end
      from generate_series(1, 4200) n`);
    await index();
    const counted = sql`select recency, count(*)::integer as count, min(round) as round from post_search
      where created_at > now() group by recency order by recency`;
    expect(await site.parts.db.query(counted)).toEqual([
      { recency: 0, count: 104, round: 0 },
      { recency: 1, count: 3072, round: 0 },
      { recency: 2, count: 768, round: 0 },
      { recency: 3, count: 256, round: 0 },
    ]);
    await site.parts.db.query(sql`delete from post_search where created_at > now()`);
    await index();
  });
});

test('whatever is typed gets a page with a sentence', async () => {
  const hostile = [
    '',
    ' ',
    '!!!',
    '%',
    "';--",
    '\\',
    '"',
    ':*',
    '( & | !',
    'a'.repeat(5000),
    '漢'.repeat(3000),
    '\ud800',
    '~',
    'ａ',
    '🏳️‍🌈'.repeat(99),
    '<script>alert(1)</script>',
    'x OR y',
    '\u202e',
    '{}',
    '__proto__',
  ];
  for (const q of hostile) {
    const typed = q.isWellFormed() ? encodeURIComponent(q) : '%ED%A0%80';
    const response = await site.ask(undefined, `/blog?q=${typed}`);
    const html = await response.text();
    expect([response.status, /id="post-hits"/.test(html)], q).toEqual([200, true]);
    expect(html).not.toContain('<script>alert');
  }
  expect((await search('')).heading).toBe('Type a word to look for');
  for (const path of ['/blog?q=%00', '/blog?q=fig&after=x', '/blog?q=fig&before=x']) {
    expect((await site.ask(undefined, path)).status, path).toBe(400);
  }
  expect((await site.ask(undefined, '/blog?q=a&q=b')).status).toBe(200);
});

test('without the crate there is nothing to find, of one made anew the new posts, and what is imported into it', async () => {
  const text = await exported(site, crate);
  const policy = (await dataOf<{ policy: object }>(await site.ask('admin', '/api/storage/crates/posts'))).policy;
  const items = await site.parts.db.query<{ item_id: string }>(sql`select item_id from items where crate_id = 'posts'`);
  await Promise.all(
    items.map(({ item_id: id }) =>
      site.ask('staff', `${crate}/items/${id}`, { method: 'DELETE', headers: { 'if-match': '*' } }),
    ),
  );
  expect((await site.ask('admin', crate, { method: 'DELETE' })).status).toBe(204);
  await index();
  expect([(await search('fig')).status, await namesOf('fig')]).toEqual([200, []]);
  await site.ask('admin', '/api/storage/crates', { method: 'POST', body: { crateId: 'posts', policy } });
  await post('anew', { title: 'Fig' });
  await index();
  expect(await namesOf('fig')).toEqual(['anew']);
  await sweepWords(system(), 'posts');
  expect(await site.parts.db.query(sql`select word from post_words order by 1`)).toEqual([
    { word: 'anew' },
    { word: 'fig' },
    { word: 'nothing' },
  ]);
  await imported(site, crate, text);
  await index();
  expect((await search('durian')).heading).toBe('70 posts for “durian”');
  expect(await namesOf('"quiet marmalade"')).toEqual(['phrase-1']);
});
