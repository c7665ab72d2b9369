import { beforeAll, expect, test } from 'vitest';

import { findOwnSubmissions } from '#app/contact/own-submissions.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { addBookmarks, followPlayer } from '#app/levelhead/own-lists.server.ts';
import { createPlaylist } from '#app/levelhead/playlists/own-playlists.server.ts';
import { addMembers } from '#app/storage/sets/sets.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { idOf, useFeedbag } from '#test/feedbag/feedbag.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { openSession } from '#test/people/owners.ts';

import { THING_KINDS } from './thing.ts';

const feedbag = useFeedbag();
const { site, enter } = feedbag;
beforeAll(async () => void (await seedSmallWorld(site)));

const as = (userId: string) => {
  const current = systemCurrent(site.parts);
  return { ...current, actor: { ...current.actor, userId, role: 'authenticated', ownRole: 'authenticated' } as const };
};
const { player } = CAST;
const mainOf = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>')).replaceAll('<!-- -->', '');
const list = async (kind: string, who: CastName = 'player', query = '') =>
  mainOf(await (await site.ask(who, `/account/things/${kind}${query}`)).text());
const countOf = async (title: string) =>
  new RegExp(`>${title}</a><span[^>]*>([^<]+)<`).exec(
    mainOf(await (await site.ask('player', '/account/things')).text()),
  )?.[1];

test('somebody who is not signed in does that first, and there are no other kinds', async () => {
  for (const path of ['', '/levels', '/follows']) {
    const answer = await site.ask(undefined, `/account/things${path}`);
    expect([answer.status, answer.headers.get('location')?.startsWith('/login')], path).toEqual([302, true]);
  }
  for (const kind of ['nothing', 'toString', '%00']) {
    expect((await site.ask('player', `/account/things/${kind}`)).status, kind).toBe(404);
  }
});

test('a list that is empty leads on to where its things come from', async () => {
  await site.parts.db.query(sql`delete from set_members where owner = ${CAST.staff.userId}`);
  const { visitor } = await openSession(site, CAST.staff.userId);
  for (const [kind, { onPath }] of Object.entries(THING_KINDS)) {
    const html = mainOf(await (await visitor.get(`/account/things/${kind}`)).text());
    expect(html, kind).toMatch(new RegExp(`class="button button-loud ?" href="${onPath}"`));
    expect((await visitor.get(onPath)).status, onPath).toBe(200);
  }
});

test('levels are those that somebody has built, also what is unlisted, which others do not find so', async () => {
  const { visitor } = await openSession(site, 'vfhy42');
  const own = async () => mainOf(await (await visitor.get('/account/things/levels')).text());
  expect(await own()).toContain('/games/levelhead/levels/0hds26q');
  await site.parts.db.query(sql`update items set tags = tags || '{unlisted}' where name = '0hds26q'`);
  expect(await own()).toContain('/games/levelhead/levels/0hds26q');
  expect(await list('levels')).not.toContain('0hds26q');
});

test('bookmarks and likes come page by page, the latest first, and what is gone is left out', async () => {
  const found = await site.parts.db.query<{ level_id: string }>(sql`
    select level_id from levelhead_levels order by level_id limit 45`);
  const ids = found.map((row) => row.level_id);
  const current = as(player.userId);
  await site.parts.db.query(
    sql`delete from set_members where owner = ${player.userId} and set_name in ('likes', 'bookmarks')`,
  );
  for (const id of ids) await addBookmarks(current, [id]);
  for (const kind of ['bookmarks', 'likes']) {
    if (kind === 'likes') {
      for (const id of ids)
        await addMembers(current, 'levelhead', { set: 'likes', owner: player.userId, members: [id] });
    }
    const seen: string[] = [];
    let query = '';
    do {
      const html = await list(kind, 'player', query);
      seen.push(...[...html.matchAll(/href="\/games\/levelhead\/levels\/([a-z0-9]{7})"/g)].map(([, id = '']) => id));
      query = new RegExp(`href="/account/things/${kind}(\\?after=[^"]+)"`).exec(html)?.[1] ?? '';
    } while (query !== '');
    expect(seen, kind).toEqual(ids.toReversed());
  }
  const [gone = ''] = ids;
  await site.parts.db.query(sql`delete from items where name = ${gone}`);
  expect(await list('bookmarks', 'player', '?after=zzz')).toContain(`href="/games/levelhead/levels/${ids.at(-1)}"`);
});

test.each(['%00', 'a%00b', '%FF', '9'.repeat(40), '1_%00'])(
  'a cursor that we never gave, ?after=%s, is no failure',
  async (after) => {
    const statuses = await Promise.all(
      Object.keys(THING_KINDS).map(
        async (kind) => (await site.ask('player', `/account/things/${kind}?after=${after}`)).status,
      ),
    );
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  },
);

test('playlists and follows are one’s own', async () => {
  const playlistId = await createPlaylist(as(player.userId), { name: 'All of mine', note: '' });
  await site.parts.db.query(sql`delete from set_members where member = 'vfhy42'`);
  await followPlayer(as(player.userId), 'vfhy42');
  expect(await list('playlists')).toContain(`href="/games/levelhead/playlists/${playlistId}"`);
  expect(await list('playlists', 'creator')).not.toContain(playlistId);
  expect(await list('follows')).toContain('href="/games/levelhead/players/vfhy42"');
  expect(await list('follows', 'collaborator')).not.toContain('href="/games/levelhead/players/vfhy42"');
});

test('messages are the conversations of an account with the studio', async () => {
  const typed = { intent: 'contact.send', title: 'It crashes', body: 'On load.', game: 'levelhead', platform: 'Linux' };
  expect((await site.submit('player', '/contact/topics/bug', typed)).status).toBe(303);
  const html = await list('messages');
  expect(html).toContain('It crashes');
  expect(html).toMatch(/href="\/contact\/submissions\/[0-9a-f-]{36}"/);
  expect(await list('messages', 'creator')).not.toContain('It crashes');
  expect((await site.ask('player', '/account/things/messages?after=zzz')).status).toBe(404);
  expect(await countOf('Messages')).toBe('1');
});

test('messages come page by page, the latest word first', async () => {
  const typed = {
    intent: 'contact.send',
    title: 'It froze',
    body: 'At the end.',
    game: 'levelhead',
    platform: 'Linux',
  };
  expect((await site.submit('player', '/contact/topics/bug', typed)).status).toBe(303);
  const titles: string[] = [];
  let after: string | undefined;
  do {
    const page = await findOwnSubmissions(as(player.userId), after, 1);
    titles.push(...page.submissions.map(({ title }) => title));
    after = page.next;
  } while (after !== undefined);
  expect(titles).toEqual(['It froze', 'It crashes']);
});

test('feedback that was hidden since is there for who wrote it, as such, and for nobody who only votes for it', async () => {
  const path = await enter('player', 'Hidden by and by');
  await site.submit('creator', path, { intent: 'feedbag.vote' });
  expect(await list('feedback')).toContain(`href="${path}"`);
  expect(await list('votes', 'creator')).toContain(`href="${path}"`);
  await site.parts.db.query(sql`update feedbag_entries set standing = 'hidden' where subject_id = ${idOf(path)}`);
  const own = await list('feedback');
  expect(own).toContain(`href="${path}"`);
  expect(own).toContain('Hidden');
  expect(await list('votes', 'creator')).not.toContain(idOf(path));
  expect(await list('feedback', 'creator')).not.toContain(idOf(path));
});

test('a project that somebody may see no more takes what they said there with it', async () => {
  const path = await enter('player', 'Behind doors');
  await feedbag.addProject({ leastRole: 'staff' });
  expect(await list('feedback')).not.toContain(idOf(path));
  expect(await list('votes')).not.toContain(idOf(path));
});

test('feedback comes page by page, and is counted to a hundred', async () => {
  const { db } = site.parts;
  const path = await enter('player', 'The first of many');
  await db.query(sql`insert into threads
    select (jsonb_populate_record(t, jsonb_build_object('subject_id', gen_random_uuid(), 'n', n))).*
    from threads t, generate_series(1, 120) n where t.subject_id = ${idOf(path)}`);
  await db.query(sql`insert into feedbag_entries
    select (jsonb_populate_record(e, jsonb_build_object('subject_id', t.subject_id))).* from feedbag_entries e, threads t
    where e.subject_id = ${idOf(path)} and not exists (select from feedbag_entries o where o.subject_id = t.subject_id)
      and t.noun = 'feedbag'`);
  const seen: string[] = [];
  let query = '';
  do {
    const html = await list('feedback', 'player', query);
    const ids = [...html.matchAll(/href="\/feedbag\/\w+\/entries\/([0-9a-f-]{36})"/g)].map(([, id = '']) => id);
    expect(ids.length).toBeLessThanOrEqual(20);
    seen.push(...ids);
    query = /href="\/account\/things\/feedback(\?after=[^"]+)"/.exec(html)?.[1] ?? '';
  } while (query !== '');
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThan(120);
  expect(seen).toEqual(seen.toSorted().toReversed());
  expect(await countOf('Feedback')).toBe('99+');
});
