import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Site } from '#app/app.server.ts';
import type { Item } from '#app/storage/item.ts';
import { sql } from '#lib/database/sql.server.ts';
import { listen } from '#lib/http/listen.server.ts';
import type { ListeningServer } from '#lib/http/listen.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

const run = promisify(execFile);
const site = useTestSite();
const LIST = '/admin/crates/shelf/items';
const CALL = '/api/storage/crates/shelf/items';
const PUBLIC_URL = 'http://localhost:8080';

let items: Item[];

beforeAll(async () => {
  const policy = { ...OPEN_POLICY, history: ['staff' as const], stats: { Plays: {}, 'Odd.name-1': {} } };
  const crate = await createCrate(site, 'shelf', policy);
  items = [];
  for (let at = 0; at < 20; at += 1) {
    const tags = [at % 2 === 0 ? 'even' : 'odd', ...(at % 5 === 0 ? ["it's"] : []), ...(at === 3 ? ['hidden'] : [])];
    const name = at === 4 ? null : `level ${String(at).padStart(2, '0')}`;
    const map = { title: `Spring ${at === 7 ? 'carrot' : 'turnip'}`, rating: at };
    const item = await createItem(site, crate, at < 15 ? 'player' : 'creator', { name, tags, map });
    if (at < 6) {
      const body = { setStats: { Plays: at * 10, 'Odd.name-1': -at } };
      await site.ask('staff', `${crate}/items/${item.itemId}/stats`, { method: 'PATCH', body });
    }
    items.push(item);
  }
});

const decode = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

async function openList(who: CastName, query = '', path = LIST) {
  const response = await site.ask(who, `${path}${query === '' ? '' : `?${query}`}`);
  const html = await response.text();
  const table = /<tbody>.*<\/tbody>/s.exec(html)?.[0] ?? '';
  const links = [...table.matchAll(/href="[^"]*\/items\/([0-9a-f-]{36})"/g)].map(([, id]) => id);
  const chips = [
    ...html.matchAll(
      /aria-label="Remove filter: ([^"]*)"[^>]*href="([^"]*)"|href="([^"]*)"[^>]*aria-label="Remove filter: ([^"]*)"/g,
    ),
  ];
  return {
    status: response.status,
    location: response.headers.get('location'),
    html: decode(html),
    itemIds: links,
    chips: new Map(
      chips.map(([, words, to, otherTo, otherWords]) => [
        decode(words ?? otherWords ?? ''),
        decode(to ?? otherTo ?? ''),
      ]),
    ),
    linkOf: (rel: string) => {
      const [tag = ''] = new RegExp(`<a[^>]*rel="${rel}"[^>]*>`).exec(html) ?? [];
      return decode(/href="([^"]*)"/.exec(tag)?.[1] ?? '');
    },
  };
}

async function idsOfCall(who: CastName, query: string): Promise<string[]> {
  const found = await dataOf<Item[]>(await site.ask(who, `${CALL}?${query}`));
  return found.map(({ itemId }) => itemId);
}

describe('the list of the items of a crate', () => {
  test.each([
    '',
    'tags=even',
    'tags=odd,-hidden',
    `tags=${encodeURIComponent("it's")}&limit=2`,
    'names=level%2002,level%2005',
    `userIds=${CAST.creator.userId}`,
    'dates=createdAt%3E%3D2020-01-01,updatedAt%3C2999-01-01',
    'q=carrot',
    'sort=-name&limit=64',
    'sort=stats.Plays',
    'tags=-even&sort=-stats.Plays',
    'stats=Plays%3E%3D20,Odd.name-1%3E-5&tags=even',
    'stats=Plays%3C40&sort=stats.Plays&limit=2',
  ])('asks with %s what the call asks', async (query) => {
    const { status, itemIds } = await openList('staff', query);
    const wanted = await idsOfCall('staff', query);
    expect([status, itemIds]).toEqual([200, wanted]);
    expect(wanted.length).toBeGreaterThan(0);
  });

  test('goes on and back by the cursors of the search', async () => {
    const first = await openList('staff', 'tags=-hidden&limit=8');
    const second = await openList('staff', first.linkOf('next').split('?')[1]);
    const third = await openList('staff', second.linkOf('next').split('?')[1]);
    const all = [...first.itemIds, ...second.itemIds, ...third.itemIds];
    expect(all).toEqual(await idsOfCall('staff', 'tags=-hidden&limit=64'));
    const back = await openList('staff', third.linkOf('prev').split('?')[1]);
    expect(back.itemIds).toEqual(second.itemIds);
  });

  test('turns what is typed into parameters of the call, beside those that are there', async () => {
    const typed = `tag:even -tag:hidden name:"level 02" user:${CAST.player.userId} createdAt>=2020-01-01 stat:Plays>=10 stat:Odd.name-1<2 carrot`;
    const { status, location } = await openList('staff', `tags=odd&q=spring&search=${encodeURIComponent(typed)}`);
    const parameters = Object.fromEntries(new URL(location ?? '', PUBLIC_URL).searchParams);
    expect([status, parameters]).toEqual([
      302,
      {
        tags: 'odd,even,-hidden',
        names: 'level 02',
        userIds: CAST.player.userId,
        dates: 'createdAt>=2020-01-01',
        stats: 'Plays>=10,Odd.name-1<2',
        q: 'spring carrot',
      },
    ]);
  });

  test('shows each term as a filter that can be taken off', async () => {
    const { chips } = await openList('staff', `tags=even,-hidden&q=spring&userIds=${CAST.player.userId}`);
    expect([...chips.keys()].toSorted()).toEqual(
      [`of ${CAST.player.alias}`, 'with even', 'without hidden', '“spring”'].toSorted(),
    );
    expect(chips.get('with even')).toBe(`${LIST}?tags=-hidden&userIds=${CAST.player.userId}&q=spring`);
  });

  test('shows the bounds of stats as filters of their own', async () => {
    const { chips } = await openList('staff', 'stats=Plays%3E%3D10,Plays%3C40&tags=even');
    expect([...chips.keys()].toSorted()).toEqual(['Plays<40', 'Plays>=10', 'with even']);
    expect(chips.get('Plays>=10')).toBe(`${LIST}?tags=even&stats=Plays%3C40`);
  });

  test('takes the fields of a stat as if they were typed, beside the filters that are on', async () => {
    const { html } = await openList('staff', 'tags=even&stats=Plays%3E0');
    const forms = html.match(/<form[^>]*method="get"[^>]*>.*?<\/form>/gs) ?? [];
    const form = forms.find((one) => one.includes('name="atLeast"')) ?? '';
    const fields = [...form.matchAll(/<(?:input|select)[^>]*name="([^"]*)"/g)].map(([, name]) => name);
    expect(fields).toEqual(['tags', 'stats', 'stat', 'atLeast', 'atMost']);
    const fill = (query: string) => openList('staff', `tags=even&stats=Plays%3E0&stat=Plays&${query}`);
    const both = await fill('atLeast=10&atMost=1e3');
    expect([both.status, new URL(both.location ?? '', PUBLIC_URL).searchParams.get('stats')]).toEqual([
      302,
      'Plays>0,Plays>=10,Plays<=1e3',
    ]);
    expect((await fill('atLeast=&atMost=')).location).toBe(`${LIST}?tags=even&stats=Plays%3E0`);
    const wrong = await fill('atLeast=many&atMost=');
    expect([wrong.status, wrong.html.includes('value="stat:Plays>=many"')]).toEqual([400, true]);
    expect(wrong.html).toContain('stats: at most 8 bounds such as plays>=100');
  });

  test.each([
    ['stats=Plays&tags=even', 'stats: at most 8 bounds'],
    ['stats=Gone%3E1&tags=even', 'stats: Invalid stats'],
    ['dates=yesterday&tags=even', 'dates: such as createdAt<=2026-11-20T00:00:00Z'],
    ['sort=size&tags=even', 'sort: createdAt, updatedAt, name or stats. and a stat; a leading - is ascending'],
    ['limit=500&tags=even', 'limit: a whole number from 1 to 128'],
    ['sort=stats.Gone&tags=even', 'sort: '],
    ['after=none&tags=even', 'after: '],
    ['columns=weight&tags=even', 'columns: at most 16 of'],
  ])('says of %s what is wrong with it, and shows the rest', async (query, words) => {
    const { status, html, itemIds, chips } = await openList('staff', query);
    expect([status, html.includes(words), chips.has('with even')]).toEqual([400, true, true]);
    expect(itemIds).toEqual(await idsOfCall('staff', 'tags=even'));
  });

  test('keeps what was typed and cannot be read in its field', async () => {
    const typed = 'turnip createdAt>=someday';
    const { status, html, chips } = await openList('staff', `tags=even&search=${encodeURIComponent(typed)}`);
    expect([status, html.includes(`value="${typed}"`), [...chips.keys()]]).toEqual([400, true, ['with even']]);
    expect(html).toContain('dates: such as createdAt<=');
  });

  test('counts what it finds', async () => {
    expect((await openList('staff', 'tags=even')).html).toContain('10 items');
    expect((await openList('staff', 'q=carrot')).html).toContain('1 item<');
  });

  test('shows the columns of its address, and those of stats and of the map', async () => {
    const { html } = await openList('staff', 'names=level%2005&columns=map.title,stats.Plays,rev');
    const heads = [...html.matchAll(/<th scope="col"[^>]*>(?:<a[^>]*><span>)?([^<]*)/g)].map(([, head]) => head);
    expect(heads).toEqual(['Name', 'map.title', 'Plays', 'Rev']);
    expect([html.includes('Spring turnip'), html.includes('50')]).toEqual([true, true]);
  });

  test('takes columns that are chosen into its address', async () => {
    const { location } = await openList('staff', 'tags=even&column=name&column=rev&column=&column=map.title');
    expect(location).toBe(`${LIST}?tags=even&columns=name%2Crev%2Cmap.title`);
  });

  test('sorts by its headers, the other way round by the one it is sorted by', async () => {
    const { html } = await openList('staff', 'tags=even&sort=stats.Plays&columns=updatedAt,stats.Plays,bytes');
    const head = /<thead>.*<\/thead>/s.exec(html)?.[0] ?? '';
    const sorts = [...head.matchAll(/<a[^>]*href="[^"]*[?&]sort=([^"&]*)/g)].map(([, sort]) => sort);
    expect(sorts).toEqual(['-name', 'updatedAt', '-stats.Plays']);
    expect(html).toMatch(/<th scope="col" aria-sort="descending"[^>]*><a[^>]*><span>Plays/);
  });

  test('is closed where the policy does not list, and opened by an override, which the audit keeps', async () => {
    const crate = await createCrate(site, 'vault', { ...OPEN_POLICY, list: ['admin'] });
    const { itemId } = await createItem(site, crate, 'player', {});
    const path = '/admin/crates/vault/items';
    const closed = await openList('staff', '', path);
    expect([closed.status, closed.itemIds, closed.html.includes('don’t let you list')]).toEqual([200, [], true]);
    const opened = await openList('staff', 'permissionsOverride=true', path);
    expect([opened.itemIds, [...opened.chips.keys()]]).toEqual([[itemId], ['without the crate’s rules']]);
    const entries = await site.parts.db.query<{ action: string }>(
      sql`select action from audit where target = 'crate/vault' and action like '%override' order by 1`,
    );
    expect(entries).toEqual([{ action: 'item.list.override' }]);
  });

  test('of a crate that is not there is not found', async () => {
    expect((await openList('super', '', '/admin/crates/no-such-crate/items')).status).toBe(404);
  });
});

describe('a new item', () => {
  const send = (who: CastName, fields: Record<string, string>, path = LIST) =>
    site.submit(who, path, { intent: 'items.create', ...fields });

  test('is made by those whom the crate lets, and is shown on its page', async () => {
    const fields = { name: 'made by hand', tags: 'odd, new', type: 'application/json', text: '{"doors":3}' };
    const { status, headers } = await send('staff', fields);
    const page = headers.get('location') ?? '';
    expect([status, page]).toEqual([303, expect.stringMatching(/^\/admin\/crates\/shelf\/items\/[0-9a-f-]{36}$/)]);
    expect((await site.ask('staff', page)).status).toBe(200);
    const itemId = page.slice(page.lastIndexOf('/') + 1);
    expect(await dataOf<Item>(await site.ask('staff', `${CALL}/${itemId}`))).toMatchObject({
      name: 'made by hand',
      tags: ['odd', 'new'],
      userId: CAST.staff.userId,
      mimetype: 'application/json',
      bytes: 11,
    });
    await site.ask('staff', `${CALL}/${itemId}`, { method: 'DELETE', headers: { 'if-match': '*' } });
  });

  test('is refused at the field to blame', async () => {
    const noJson = await send('staff', { type: 'application/json', text: '{' });
    expect([noJson.status, (await noJson.text()).includes('This is no JSON')]).toEqual([400, true]);
    const taken = await send('staff', { name: 'level 01', type: 'text/plain', text: 'x' });
    expect([taken.status, (await taken.text()).includes('Another item of the crate has that name.')]).toEqual([
      409,
      true,
    ]);
  });

  test('is made in its own editor where it has one', async () => {
    await createCrate(site, 'posts', OPEN_POLICY);
    const path = '/admin/crates/posts/items';
    expect((await openList('staff')).html).toContain('id="new-item"');
    expect((await openList('staff', '', path)).html).not.toContain('id="new-item"');
    expect((await send('staff', { name: 'raw', type: 'text/plain', text: 'x' }, path)).status).toBe(409);
    expect(await dataOf<Item[]>(await site.ask('staff', '/api/storage/crates/posts/items'))).toEqual([]);
  });
});

describe('the trash of a crate', () => {
  test('stands in the list as a filter, and gives back what was deleted', async () => {
    const { itemId } = await createItem(site, '/api/storage/crates/shelf', 'player', { name: 'thrown away' });
    await site.ask('staff', `${CALL}/${itemId}`, { method: 'DELETE', headers: { 'if-match': '*' } });
    const trash = await openList('staff', 'trash=true');
    expect([trash.status, trash.html.includes('thrown away'), trash.html.includes(itemId)]).toEqual([200, true, true]);
    const restored = await site.submit('staff', `${LIST}?trash=true`, { intent: 'items.undelete', itemId });
    expect([restored.status, (await restored.text()).includes('thrown away is back.')]).toEqual([200, true]);
    expect((await site.ask('staff', `${CALL}/${itemId}`)).status).toBe(200);
    await site.ask('staff', `${CALL}/${itemId}`, { method: 'DELETE', headers: { 'if-match': '*' } });
  });
});

describe('a view of the items', () => {
  const save = (who: CastName, name: string, query: string, isShared = false) =>
    site.submit(who, LIST, { intent: 'items.saveView', name, query, ...(isShared && { isShared: 'on' }) });
  const viewsOf = async (who: CastName) => {
    const { html } = await openList(who);
    const nav = /<nav aria-label="Views">.*?<\/nav>/s.exec(html)?.[0] ?? '';
    return [...nav.matchAll(/href="([^"]*)"[^>]*>([^<]*)/g)].map(([, href, name]) => `${name} ${href}`);
  };
  const key = (who: CastName, slot: number, shown: string) => ({
    userId: CAST[who].userId,
    slot: String(slot),
    shown,
  });

  test('keeps the bounds of stats', async () => {
    const query = 'tags=even&stats=Plays%3E%3D10';
    expect((await save('creator', 'Played', query)).status).toBe(404);
    expect((await save('staff', 'Played', query)).status).toBe(200);
    expect(await viewsOf('staff')).toContain(`Played ${LIST}?${query}`);
    const deleted = await site.submit('staff', LIST, { intent: 'items.deleteView', ...key('staff', 0, 'Played') });
    expect(deleted.status).toBe(200);
  });

  test('is kept for oneself, or for all staff, without the place in the list', async () => {
    expect((await save('staff', 'Evens', 'tags=even&columns=rev&after=somewhere&masquerade=super')).status).toBe(200);
    expect((await save('admin', 'Odds', 'tags=odd', true)).status).toBe(200);
    const everything = `Everything ${LIST}`;
    expect(await viewsOf('staff')).toEqual([
      everything,
      `Evens ${LIST}?tags=even&columns=rev`,
      `Odds (shared) ${LIST}?tags=odd`,
    ]);
    expect(await viewsOf('admin')).toEqual([everything, `Odds (shared) ${LIST}?tags=odd`]);
  });

  test('is renamed, shared, set to what is shown and deleted by whose it is, and no other staff', async () => {
    const change = (who: CastName, intent: string, fields: Record<string, string>) =>
      site.submit(who, LIST, { intent, ...fields });
    const evens = key('staff', 0, 'Evens');
    const renamed = await change('staff', 'items.changeView', { ...evens, name: 'Even ones', isShared: 'on' });
    expect(renamed.status).toBe(200);
    // Under the name that it had, it is not the view that somebody saw.
    expect((await change('staff', 'items.updateView', { ...evens, query: 'tags=odd' })).status).toBe(404);
    const even = key('staff', 0, 'Even ones');
    expect((await change('staff', 'items.updateView', { ...even, query: 'tags=even&sort=-name' })).status).toBe(200);
    expect(await viewsOf('admin')).toContain(`Even ones (shared) ${LIST}?tags=even&sort=-name`);
    const odds = key('admin', 0, 'Odds');
    expect((await change('staff', 'items.deleteView', odds)).status).toBe(404);
    expect((await change('admin', 'items.deleteView', even)).status).toBe(200);
    expect((await change('admin', 'items.deleteView', odds)).status).toBe(200);
    expect(await viewsOf('staff')).toEqual([]);
  });

  test('needs a name, and one more than fifty has no room', async () => {
    const nameless = await save('staff', ' ', 'tags=even');
    expect([nameless.status, (await nameless.text()).includes('Give the view a name.')]).toEqual([400, true]);
    const saved = await Promise.all(Array.from({ length: 52 }, (_, at) => save('super', `View ${at}`, 'tags=even')));
    expect(saved.filter(({ status }) => status === 200).length).toBe(50);
    expect(saved.filter(({ status }) => status === 409).length).toBe(2);
  });

  test('opens although its tag and its stat are gone', async () => {
    const { status, chips, itemIds } = await openList(
      'staff',
      'tags=-gone&sort=stats.Gone&columns=stats.Gone&stats=Gone%3E1',
    );
    expect([status, chips.has('without gone'), itemIds.length]).toEqual([400, true, 16]);
  });
});

describe('a copied call', () => {
  let server: ListeningServer;
  let folder: string;
  let cookie: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'copied-'));
    await mkdir(join(folder, 'node_modules'));
    await symlink(resolve('clients/typescript'), join(folder, 'node_modules', 'rumpus-client'));
    const door = new Site(site.parts);
    server = await listen({
      hosts: ['127.0.0.1'],
      port: 0,
      trustProxy: 0,
      fetch: (request, client) => door.fetch(request, client),
    });
    ({ cookie } = await openTestApp(site).signIn('staff'));
  });

  afterAll(async () => {
    await server.close(0);
    await rm(folder, { recursive: true });
  });

  /** What a program prints of the items that it gets. */
  async function runCode(language: string, code: string): Promise<string[]> {
    const env = { ...process.env, COOKIE: cookie };
    const address = code.replaceAll(PUBLIC_URL, `http://127.0.0.1:${server.port}`);
    if (language === 'curl') {
      const { stdout } = await run('bash', ['-c', address], { env });
      const { data } = JSON.parse(stdout.slice(stdout.indexOf('\r\n\r\n') + 4)) as { data: Item[] };
      return data.map(({ itemId }) => itemId);
    }
    const file = join(folder, `${language}.mjs`);
    const print = 'console.log = (status, body) => process.stdout.write(JSON.stringify(body.data ?? body));';
    await writeFile(file, `${print}\n${address}`);
    const { stdout } = await run(process.execPath, [file], { env });
    return (JSON.parse(stdout) as Item[]).map(({ itemId }) => itemId);
  }

  const codesIn = (html: string) =>
    [...html.matchAll(/<section aria-label="(curl|JavaScript|Typed client)"[^>]*>.*?<code[^>]*>(.*?)<\/code>/gs)].map(
      ([, language = '', code = '']) => [language === 'Typed client' ? 'client' : language, code] as const,
    );

  test.each([
    '',
    `tags=${encodeURIComponent("it's,-hidden")}&limit=3`,
    'names=level%2002,level%2005&columns=rev',
    'dates=createdAt%3E%3D2020-01-01&sort=-name&limit=32',
    'q=spring%20carrot',
    'sort=stats.Odd.name-1',
    'stats=Odd.name-1%3E%3D-4,Plays%3C50&sort=-stats.Plays',
    'trash=true',
  ])('of the list with %s gets the same items in curl, JavaScript and the typed client', async (query) => {
    const { html, itemIds } = await openList('staff', query);
    const shown =
      query === 'trash=true' ? [...html.matchAll(/name="itemId" value="([^"]*)"/g)].map(([, id]) => id) : itemIds;
    const codes = codesIn(html);
    expect(codes.map(([language]) => language)).toEqual(['curl', 'JavaScript', 'client']);
    for (const [language, code] of codes) expect([language, await runCode(language, code)]).toEqual([language, shown]);
  });

  test('of a later page goes on where the list does', async () => {
    const first = await openList('staff', 'tags=-hidden&limit=5');
    const second = await openList('staff', first.linkOf('next').split('?')[1]);
    for (const [language, code] of codesIn(second.html)) {
      expect([language, await runCode(language, code)]).toEqual([language, second.itemIds]);
    }
  });

  test('asks without a session where everybody sees the same', async () => {
    await createCrate(site, 'square', { list: ['public'], read: ['public'] });
    const { html } = await openList('staff', '', '/admin/crates/square/items');
    expect([html.includes('Everybody may ask for it'), html.includes('$COOKIE')]).toEqual([true, false]);
    expect((await openList('staff')).html).toContain('$COOKIE');
  });
});

test('whoever is no staff gets neither the list nor its forms', async () => {
  expect((await openList('player')).status).toBe(404);
  const fields = { intent: 'items.saveView', name: 'Mine', query: '' };
  expect((await site.submit('player', LIST, fields)).status).toBe(404);
});
