import { beforeAll, describe, expect, test } from 'vitest';

import { setAlias } from '#app/aliases/aliases.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { addMembers } from '#app/storage/sets/sets.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { openSession } from '#test/people/owners.ts';
import { openVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';

import type { World } from './world/world.ts';

const site = useTestSite();
const HALL = '/games/levelhead/tower';
const LEVEL = '/games/levelhead/levels/0hds26q';
let world: World;
beforeAll(async () => void (world = await seedSmallWorld(site, 120)));

const get = (path: string, who?: 'player') => site.ask(who, path);
const htmlOf = async (path: string, who?: 'player') => (await get(path, who)).text();
/** Of the list, which stands below what is on today. */
const levelsIn = (html: string) => {
  const [list = ''] = html.slice(html.indexOf('arcade-grid')).split('id="today"');
  return [...list.matchAll(/href="\/games\/levelhead\/levels\/([a-z0-9]{7})"/g)].map(([, id = '']) => id);
};
const ranksIn = (html: string) => [...html.matchAll(/Rank (\d+)/g)].map(([, rank]) => Number(rank));
const linkIn = (html: string, rel: 'next' | 'prev') =>
  new RegExp(`<link rel="${rel}" href="([^"]+)"`).exec(html)?.[1]?.replaceAll('&amp;', '&');
const jsonLdIn = (html: string): Record<string, unknown>[] => {
  const [, text = '{}'] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  return (JSON.parse(text) as { '@graph'?: Record<string, unknown>[] })['@graph'] ?? [];
};

describe('short addresses', () => {
  test.each([
    ['/games/levelhead/@vfhy42', '/games/levelhead/players/vfhy42'],
    ['/games/levelhead/%40VFHY42/?a=b', '/games/levelhead/players/vfhy42?a=b'],
    ['/games/levelhead/+0hds26q', LEVEL],
    ['/games/levelhead/%2B0HDS26Q', LEVEL],
    ['/games/levelhead/%2b0hds26q', LEVEL],
    ['/games/levelhead/-abc1234', '/games/levelhead/playlists/abc1234'],
    ['/Games/Levelhead/%2DABC1234', '/games/levelhead/playlists/abc1234'],
    ['/ja-JP/games/levelhead/+0hds26q', `/ja-JP${LEVEL}`],
  ])('%s leads to %s for good', async (short, long) => {
    const response = await get(short);
    expect([response.status, response.headers.get('location')]).toEqual([301, long]);
  });

  test.each([
    '/games/levelhead/+short',
    '/games/levelhead/@',
    '/games/levelhead/+0hds26q%2F..',
    '/games/levelhead/-%E0%A4%A',
    '/games/levelhead/@%3Cscript%3E',
    '/games/crashlands/+0hds26q',
    '/games/levelhead/levels/nosuch1',
    '/games/levelhead/levels/0HDS26Q%00',
    '/games/levelhead/players/nobody',
    '/games/levelhead/playlists/nosuch1',
  ])('%s answers 404', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test('the void leads to its post', async () => {
    expect((await get('/games/levelhead/void')).status).toBe(302);
  });
});

describe('the halls', () => {
  test('pages go on and back by their links, with no level twice, and every level of the Tower once', async () => {
    const listed = world.levels.filter(
      ({ states }) => states.includes('tower') && !states.includes('unlisted') && !states.includes('beta'),
    );
    expect(listed.length).toBeGreaterThan(24);
    const seen: string[][] = [];
    const ranks: number[] = [];
    let path: string | undefined = HALL;
    for (let page = 0; path !== undefined && page < 9; page += 1) {
      const html: string = await htmlOf(path);
      seen.push(levelsIn(html));
      ranks.push(...ranksIn(html));
      path = linkIn(html, 'next');
    }
    expect(seen.flat().toSorted()).toEqual(listed.map(({ levelId }) => levelId).toSorted());
    expect(ranks).toEqual(listed.map((_, at) => at + 1));
    const second = await htmlOf(linkIn(await htmlOf(HALL), 'next') ?? '');
    const first = await htmlOf(linkIn(second, 'prev') ?? '');
    expect(levelsIn(first)).toEqual(seen[0]);
    expect(ranksIn(first)).toEqual(ranks.slice(0, 24));
    expect(ranksIn(await htmlOf(`${HALL}?sort=createdAt`))).toEqual([]);
    expect(second).toContain('content="noindex"');
  });

  test('a word that is none is told with what was meant, and the rest of the search still counts', async () => {
    const html = await htmlOf(`${HALL}?q=tag%3Aboss+-kaizo+colour%3A%3Cscript%3E`);
    expect(html).toContain('This search doesn’t know');
    expect(html).toContain('tag%3Aboss%20-tag%3Akaizo');
    expect(html).not.toContain('<script>+');
    const boss = world.levels.filter(({ tags }) => tags.includes('ltag_boss'));
    for (const levelId of levelsIn(html)) expect(boss.map((one) => one.levelId)).toContain(levelId);
  });

  test('plain words are found in titles and in the names of builders, and players by their names', async () => {
    const one = world.levels.find(({ states }) => states.includes('tower'));
    const builder = one?.userId ?? '';
    await setAlias(systemCurrent(site.parts), 'levelhead', builder, 'Zyxomma Quiffel');
    const own = levelsIn(await htmlOf(`${HALL}?q=by%3A%40${builder}`)).toSorted();
    expect(own.length).toBeGreaterThan(0);
    for (const q of ['Zyxomma Quiffel', 'quiffel', 'zyxomam', 'by:"zyxomma quiffel"', 'by:Zyxo', 'author:quiffels']) {
      expect(levelsIn(await htmlOf(`${HALL}?q=${encodeURIComponent(q)}`)).toSorted(), q).toEqual(own);
    }
    expect(await htmlOf(`${HALL}?q=Zyxomma+Quiffel`)).not.toContain('is not a word of this search');
    const words = encodeURIComponent(`${one?.title} zyxomma`);
    expect(levelsIn(await htmlOf(`${HALL}?q=${words}`))).toEqual([one?.levelId]);
    for (const q of ['by:nobody-at-all', 'zzyzx', 'zyxomma zzyzx', 'by:"drop table"']) {
      expect(levelsIn(await htmlOf(`${HALL}?q=${encodeURIComponent(q)}`)), q).toEqual([]);
    }
    const players = async (code: string) => {
      const html = await htmlOf(`/games/levelhead/players?code=${encodeURIComponent(code)}`);
      return [...html.matchAll(/<h2[^>]*><a[^>]* href="\/games\/levelhead\/players\/([a-z0-9]+)"/g)].map(
        ([, id]) => id,
      );
    };
    for (const name of ['Zyxomma Quiffel', 'quiffel', 'zyxomam quiff', 'zyxomma brimquax']) {
      expect(await players(name), name).toEqual([builder]);
    }
    await site.parts.db.query(sql`update aliases set state = 'pending' where user_id = ${builder}`);
    expect([await players('quiffel'), levelsIn(await htmlOf(`${HALL}?q=quiffel`))]).toEqual([[], []]);
    await site.parts.db.query(sql`update aliases set state = 'approved' where user_id = ${builder}`);
  });

  test('the form shows the whole search again, and what makes no sense is left out', async () => {
    const html = await htmlOf(`${HALL}?q=diamonds%3E%3D2&sort=createdAt`);
    expect(html).toContain('value="diamonds&gt;=2"');
    expect(html).toMatch(/<option value="createdAt" selected/);
    for (const query of [
      '?sort=Nonsense',
      '?after=x',
      '?after=1_2',
      '?after=1_0123456789abcdef01234567&rank=-1',
      '?q=%22',
      `?q=${'x'.repeat(5000)}`,
      '?hide=beaten',
    ]) {
      expect((await get(HALL + query)).status, query).toBe(200);
    }
  });

  test('whoever is signed in may hide what they have beaten', async () => {
    const html = await htmlOf(`${HALL}?hide=beaten`, 'player');
    const beaten = world.memberships.filter((one) => one.set === 'completions' && one.owner === CAST.player.userId);
    const ids = new Set(beaten.map(({ member }) => member));
    expect(html).toContain('Hide what I have beaten');
    const [, form] = /<input [^>]*form="([^"]+)"[^>]*name="hide"/.exec(html) ?? [];
    expect(html).toContain(`<form id="${form}"`);
    expect(levelsIn(html).filter((levelId) => ids.has(levelId))).toEqual([]);
    expect(await htmlOf(HALL)).not.toContain('Hide what I have beaten');
  });

  test('with what was beaten hidden, the pages hold exactly the rest, however much of the front was beaten', async () => {
    const { visitor } = await openSession(site, CAST.collaborator.userId);
    const all = async (query: string) => {
      const seen: string[] = [];
      for (let path: string | undefined = HALL + query; path !== undefined;) {
        const html: string = await (await visitor.get(path)).text();
        seen.push(...levelsIn(html));
        path = linkIn(html, 'next');
      }
      return seen;
    };
    const listed = await all('?sort=createdAt');
    const beaten = listed.slice(0, -3);
    const current = systemCurrent(site.parts);
    for (let from = 0; from < beaten.length; from += 100) {
      const members = beaten.slice(from, from + 100);
      await addMembers(current, 'levelhead', { set: 'completions', owner: CAST.collaborator.userId, members });
    }
    const before = new Set(
      world.memberships.flatMap(({ set, owner, member }) =>
        set === 'completions' && owner === CAST.collaborator.userId ? [member] : [],
      ),
    );
    const left = listed.slice(-3).filter((levelId) => !before.has(levelId));
    expect(await all('?sort=createdAt&hide=beaten')).toEqual(left);
  });

  test('the Tower shows what is on today, and a page of levels is bookmarked at once', async () => {
    const html = await htmlOf(HALL);
    const [trial] = world.trials.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
    for (const levelId of trial?.levelIds ?? []) expect(html).toContain(`/games/levelhead/levels/${levelId}"`);
    expect(html).toContain('Tower Trial of');
    expect(await htmlOf(`${HALL}?q=diamonds%3E%3D0`)).not.toContain('Tower Trial of');
    const { visitor } = await openSession(site, CAST.player.userId);
    const ids = levelsIn(await (await visitor.get(`${HALL}?sort=createdAt`)).text()).slice(0, 3);
    const answer = await visitor.post(`${HALL}?q=diamonds%3E%3D0`, {
      intent: 'hall.bookmarkAll',
      levelIds: ids.join(','),
    });
    expect([answer.status, (await answer.text()).includes('all of them')]).toEqual([200, true]);
    expect(await (await visitor.get(`/games/levelhead/levels/${ids[1]}`)).text()).toContain('Remove bookmark');
    const hostile = await visitor.post(HALL, { intent: 'hall.bookmarkAll', levelIds: "x,',--" });
    expect(hostile.status).toBe(404);
  });

  test('players come by what they are compared by, within a range, and a code leads to its player', async () => {
    const crowns = (html: string) =>
      [...html.matchAll(/class="sr-only">Crowns<\/span><span>([\d,]+)/g)].map(([, n = '']) => Number(n));
    const all = crowns(await htmlOf('/games/levelhead/players?sort=Crowns'));
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    const some = crowns(await htmlOf('/games/levelhead/players?sort=Crowns&min=1&max=3'));
    expect(some.every((count) => count >= 1 && count <= 3)).toBe(true);
    const found = await get('/games/levelhead/players?code=%40VFHY42');
    expect([found.status, found.headers.get('location')]).toEqual([302, '/games/levelhead/players/vfhy42']);
    for (const code of ['nobody', 'z', 'zorvex+yuplith+kwombix+drixleq+fnorplu+glaxorq+vimtuzz+brimquax']) {
      const html = await htmlOf(`/games/levelhead/players?code=${code}`);
      expect(html).toContain('Nobody has that name or Lookup Code');
      expect(html).not.toContain('Nobody is in that range');
    }
  });
});

describe('a level', () => {
  test('tells search engines of itself, and everyone the approved name of who made it, or the safe one of a name that waits', async () => {
    const current = systemCurrent(site.parts);
    await setAlias(current, 'levelhead', 'vfhy42', '🤖 ロボ');
    const [work] = jsonLdIn(await htmlOf(`/ja-JP${LEVEL}`));
    const { author } = work as { author: { name: string } };
    expect(work).toMatchObject({ '@type': 'CreativeWork', name: 'Through The Dungeon, GR-18', inLanguage: 'en-US' });
    expect(author.name).toBe('🤖 ロボ');
    const hold = (state: 'pending' | 'approved') =>
      site.parts.db.query(sql`update aliases set state = ${state} where user_id = 'vfhy42' and context = 'levelhead'`);
    await hold('pending');
    const [held] = jsonLdIn(await htmlOf(`/de-DE${LEVEL}`));
    expect(held).toMatchObject({ author: { name: expect.stringMatching(/ #\d{5}$/) } });
    await hold('approved');
    const html = await htmlOf(LEVEL, 'player');
    expect(jsonLdIn(html)[0]).toMatchObject({ author: { name: '🤖 ロボ' } });
    for (const shared of ['>http://localhost:8080/games/levelhead/+0hds26q<', 'src="/media/levels/0hds26q/link.svg"'])
      expect(html).toContain(shared);
  });

  test('of the Marketing Department shows how far it is on each step to the Tower, and the rules name them', async () => {
    const level = world.levels.find(({ states }) => states.includes('marketing'));
    const { Attempts = 0, Successes = 0, Players = 0 } = level?.stats ?? {};
    const html = (await htmlOf(`/games/levelhead/levels/${level?.levelId}`)).replaceAll('<!-- -->', '');
    expect(html).toContain(`${Players} of 7 players`);
    expect(html).toContain('of 1,200 exposure bucks');
    expect(html).toMatch(/\d+ of \d+ likes and favorites/);
    expect(html).toContain(`Beaten ${Successes} of ${Math.max(1, Math.ceil(Attempts * 0.002))} times`);
    expect(await htmlOf('/games/levelhead/marketing')).toContain('one win in 500 attempts');
  });

  test('has a card with its map in the language that it is asked for', async () => {
    const { levelId } = world.levels.find(({ locale, states }) => locale === 'ja-JP' && !states.includes('beta')) ?? {};
    const card = await get(`/media/cards/level/${levelId}.png?locale=ja-JP`);
    expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png']);
    await card.arrayBuffer();
    expect((await get('/media/cards/level/nosuch1.png')).status).toBe(404);
    expect((await get('/media/cards/player/nobody.png')).status).toBe(404);
    expect((await get('/media/cards/playlist/nosuch1.png')).status).toBe(404);
  });

  test('is bookmarked and unbookmarked by a form, once more without harm, and by nobody who is not signed in', async () => {
    const { visitor } = await openSession(site, CAST.player.userId);
    for (const [intent, word] of [
      ['level.bookmark', 'Remove bookmark'],
      ['level.bookmark', 'Remove bookmark'],
      ['level.unbookmark', '>Bookmark<'],
    ] as const) {
      const answer = await visitor.post(LEVEL, { intent });
      expect([intent, answer.status]).toEqual([intent, 200]);
      expect(await answer.text()).toContain(word);
    }
    expect((await openVisitor(site).post(LEVEL, { intent: 'level.bookmark' })).status).toBe(401);
  });

  test('that is unlisted shows by its link, which search engines are to forget', async () => {
    const hidden = world.levels.find(({ states }) => states.includes('unlisted'));
    const response = await get(`/games/levelhead/levels/${hidden?.levelId}`);
    expect([response.status, response.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
    expect(await response.text()).toContain('content="noindex"');
  });
});

test('the levels of a player come as a spreadsheet in which no title is a formula', async () => {
  const response = await get('/games/levelhead/players/vfhy42/levels.csv');
  const lines = (await response.text()).trim().split('\r\n');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(lines[0]).toMatch(/^\uFEFF?levelId,title,createdAt,place,tags/);
  const listed = world.levels.filter(
    ({ userId, states }) => userId === 'vfhy42' && !states.includes('unlisted') && !states.includes('beta'),
  );
  expect(lines.length - 1).toBe(listed.length);
  expect(
    lines.some((line) => line.startsWith('0hds26q,"Through The Dungeon, GR-18",2021-05-25T20:58:43.568Z,tower')),
  ).toBe(true);
  expect(lines.filter((line) => /,[=+@-]/.test(line))).toEqual([]);
  expect((await get('/games/levelhead/players/nobody/levels.csv')).status).toBe(404);
});
