import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { beforeAll, describe, expect, test } from 'vitest';

import { isAtLeast } from '#app/current/role.ts';
import { Policy } from '#app/storage/crates/policy.ts';
import { games } from '#content/games.ts';
import crates from '#database/needs/crates.json' with { type: 'json' };
import { CAST_NAMES } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem } from '#test/storage.ts';
import { findUnsafe } from '#test/xss-corpus.ts';

const site = useTestSite();
const POLICY = Policy.parse(crates.find(({ crateId }) => crateId === 'changelogs')?.policy);
const ORIGIN = 'http://localhost:8080';
const PAGE = '/games/levelhead/patchnotes';
const EVERYONE = [undefined, ...CAST_NAMES];

let crate: string;

async function get(path: string, who?: CastName) {
  const response = await site.ask(who, path);
  return { status: response.status, headers: response.headers, html: await response.text() };
}

/** The versions of the releases on a page. */
async function versionsAt(query: string, who?: CastName, page = PAGE): Promise<string[]> {
  const { status, html } = await get(page + query, who);
  expect([query, status]).toEqual([query, 200]);
  return [...html.matchAll(/<li id="v([^"]+)"/g)].map(([, version = '']) => version);
}

const note = (id: string, text: string, category = 'new', more: object = {}) => ({ id, category, text, ...more });

async function release(app: string, version: string, tags: string[], notes: unknown, map: object = {}) {
  const parameters = { tags: [`app:${app}`, ...tags], map: { version, date: '2026-01-01', ...map } };
  return createItem(site, crate, 'super', parameters, typeof notes === 'string' ? notes : JSON.stringify({ notes }));
}

test('without the crate there are the releases of our own programs, and of games an empty list', async () => {
  expect(await versionsAt('', undefined, '/changelog')).toContain('17.36.0');
  expect(await versionsAt('')).toEqual([]);
  expect((await get(PAGE)).html).toContain('/no-releases');
});

describe('with releases', () => {
  beforeAll(async () => {
    crate = await createCrate(site, 'changelogs', POLICY);
    const posts = await createCrate(site, 'posts');
    const tags = ['topic:patchnotes', 'game:levelhead'];
    await createItem(site, posts, 'staff', { name: 'shown-post', tags });
    await createItem(site, posts, 'staff', { name: 'hidden-post', tags: [...tags, 'hidden'] });
    await createItem(site, posts, 'staff', { name: 'unlisted-post', tags: [...tags, 'unlisted'] });
    await createItem(site, posts, 'staff', { name: 'other-post', tags: ['topic:patchnotes', 'game:crashlands'] });
    await release('levelhead', '1.9.0', [], [note('slow', 'Slower doors', 'balance')], { post: 'hidden-post' });
    await release('levelhead', '1.10.0-beta.2', ['stream:beta'], [note('two', 'Beta two')]);
    await release('levelhead', '1.10.0-beta.11', ['stream:beta'], [note('eleven', 'Beta eleven', 'mended')]);
    const lines = [
      note('door', 'A door', 'new', { major: true, platforms: ['switch'] }),
      note('lamp', 'A lamp', 'mended'),
    ];
    await release('levelhead', '1.10.0', [], lines, {
      major: true,
      title: 'Doors',
      platforms: 'windows,switch',
      post: 'shown-post',
    });
    await release(
      'levelhead',
      '1.10.0',
      ['role:staff'],
      [note('door', 'TOP-SECRET door'), note('plan', 'TOP-SECRET plan')],
    );
    await release('levelhead', '1.10.0', ['role:authenticated'], [note('hat', 'MEMBERS hat')]);
    await release('levelhead', '1.11.0', ['hidden'], [note('soon', 'TOP-SECRET soon')], { post: 'other-post' });
    await release('levelhead', '1.12.0', ['role:admin'], [note('boss', 'TOP-SECRET boss')], { post: 'unlisted-post' });
    await release('levelhead', '1.8.0', [], [note('post', 'Unlisted')], { post: 'unlisted-post' });
    await release('how-many-dudes', '0.1.0', [], [note('dude', 'TOP-SECRET dude')]);
  });

  const texts = (html: string) => ['TOP-SECRET', 'MEMBERS'].map((word) => html.includes(word));

  test.each([
    PAGE,
    `${PAGE}.data`,
    `${PAGE}?version=1.10.0`,
    `${PAGE}?version=%3E%3D1.10`,
    `${PAGE}?category=new`,
    `${PAGE}?from=0.0.1`,
    `${PAGE}?from=1.8.0&to=99.0.0`,
    `${PAGE}?before=1.8.0`,
    `/de-DE${PAGE}`,
    '/api/storage/crates/changelogs/items?limit=128',
    '/api/storage/crates/changelogs/items?limit=128&tags=app:levelhead',
  ])('%s tells lines to their role and nobody below it', async (path) => {
    for (const who of EVERYONE) {
      const { status, html } = await get(path, who);
      const isApi = path.startsWith('/api');
      const [isStaff, isPlayer] = [who !== undefined && ['staff', 'admin', 'super'].includes(who), who !== undefined];
      expect([who, status]).toEqual([who, 200]);
      if (!isApi) expect([who, ...texts(html)]).toEqual([who, isStaff, isPlayer]);
      // A list names no lines: it is told by its tags.
      else
        expect([who, html.includes('role:staff'), html.includes('role:authenticated')]).toEqual([
          who,
          isStaff,
          isPlayer,
        ]);
      expect([who, html.includes('1.12.0')]).toEqual([who, who === 'admin' || who === 'super']);
    }
  });

  test('an item above the reader is nowhere in the API, by id, by its body or by count', async () => {
    const items = '/api/storage/crates/changelogs/items';
    const all = JSON.parse((await get(`${items}?limit=128`, 'super')).html) as {
      data: { itemId: string; tags: string[] }[];
    };
    const closed = all.data.filter(({ tags }) =>
      tags.some((tag) => /^role:(?:staff|admin)$|^hidden$|^app:how-many/.test(tag)),
    );
    expect(closed).toHaveLength(4);
    for (const { itemId } of closed) {
      for (const query of ['', '?download=true']) expect((await get(`${items}/${itemId}${query}`)).status).toBe(404);
      expect((await get(`${items}?itemIds=${itemId}`, 'player')).html).not.toContain(itemId);
    }
    const count = async (who?: CastName) =>
      (JSON.parse((await get(`${items}?count=true`, who)).html) as { data: number }).data;
    expect(await count('super')).toBe(all.data.length);
    expect(await count()).toBe(all.data.length - closed.length - 1);
  });

  test('who may see a line for their role sees it in the place of the public one', async () => {
    const { html } = await get(`${PAGE}?version=1.10.0`, 'staff');
    expect(html).toContain('TOP-SECRET door');
    expect(html).not.toContain('>A door<');
    expect([...html.matchAll(/id="line-door"/g)]).toHaveLength(1);
    expect((await get(`${PAGE}?version=1.10.0`)).html).toContain('>A door<');
  });

  test('versions stand in semver order, and the streams, categories and marks of releases are said', async () => {
    expect(await versionsAt('')).toEqual(['1.10.0', '1.10.0-beta.11', '1.10.0-beta.2', '1.9.0', '1.8.0']);
    expect(await versionsAt('?stream=beta')).toEqual(['1.10.0-beta.11', '1.10.0-beta.2']);
    expect(await versionsAt('?stream=stable&category=balance')).toEqual(['1.9.0']);
    expect(await versionsAt('?stream=alpha')).toEqual([]);
    const { html } = await get(`${PAGE}?category=mended`);
    expect([html.includes('Beta eleven'), html.includes('>A door<')]).toEqual([true, false]);
    const whole = (await get(PAGE)).html.replaceAll('<!-- -->', '');
    for (const said of ['Doors', 'Major', 'Beta', 'Windows and Nintendo Switch', 'id="line-lamp"', 'January 1, 2026']) {
      expect(whole).toContain(said);
    }
  });

  test('one release has its neighbours, a comparison has the lines between by category, and neither is indexed', async () => {
    const one = await get(`${PAGE}?version=1.10.0-beta.11`);
    expect(one.html).toMatch(
      /rel="prev"[^>]* href="[^"]*version=1\.10\.0"|href="[^"]*version=1\.10\.0"[^>]* rel="prev"/,
    );
    expect(one.html).toMatch(/href="[^"]*version=1\.10\.0-beta\.2"/);
    expect(one.html).toContain('content="noindex"');
    const between = (await get(`${PAGE}?from=1.10.0&to=1.9.0`)).html.replaceAll('<!-- -->', '');
    expect(between).toContain('What changed between 1.10.0 and 1.9.0');
    const lines = [...between.matchAll(/id="line-([a-z]+)"/g)].map(([, id]) => id);
    expect(lines).toEqual(['door', 'two', 'lamp', 'eleven']);
    expect(between).toContain('4 changes in 3 releases');
    expect((await get(PAGE)).html).not.toContain('content="noindex"');
  });

  test.each([
    ['?version=latest', 'That is neither a version'],
    [`?version=${'9'.repeat(257)}`, 'A version has at most 256 characters.'],
    ['?from=%3E%3D1', 'not a single version'],
    ['?to=1.2', 'not a single version'],
    [`?after=${'1'.repeat(257)}`, 'A version has at most 256 characters.'],
    ['?before=x', 'not a single version'],
    ['?stream=__proto__', 'That is not a stream of releases'],
    ['?category=constructor', 'That is not a category of changes'],
  ])('the query %s answers 400 and says why', async (query, sentence) => {
    const { status, html } = await get(PAGE + query);
    expect([status, html.includes(sentence)]).toEqual([400, true]);
  });

  test('a release links to its post when the reader may see that in a list of its game', async () => {
    const links = async (who?: CastName) =>
      [...(await get(PAGE, who)).html.matchAll(/href="(\/post\/[^"]+)"/g)].map(([, path]) => path);
    expect(await links()).toEqual(['/post/shown-post']);
    expect(await links('super')).toEqual([
      '/post/unlisted-post',
      '/post/shown-post',
      '/post/hidden-post',
      '/post/unlisted-post',
    ]);
  });

  test('what an item of another hand says wrong is left out, or shown by its version and explained to staff', async () => {
    await release('levelhead', 'not a version', [], [note('x', 'Nobody')]);
    await createItem(site, crate, 'staff', { tags: ['app:levelhead'] }, 'no map');
    await release('levelhead', '0.5.0', [], '{"notes": [');
    await release('levelhead', '0.4.0', [], [note('ok', 'Fine', 'new', { role: 'staff' })]);
    await release('levelhead', '0.3.0', [], [note('twice', 'One'), note('twice', 'Two')]);
    await release('levelhead', '0.2.0', ['stream:nightly', 'role:tester'], [note('typo', 'TYPING ERROR')]);
    await release('levelhead', '0.1.0', [], [note('fine', 'Fine')], { date: 'yesterday', platforms: 'toaster' });
    await release('levelhead', '0.0.1', [], 'x'.repeat(70_000));
    const old = await get(`${PAGE}?version=%3C1`);
    expect(old.status).toBe(200);
    expect(await versionsAt('?version=%3C1')).toEqual(['0.5.0', '0.4.0', '0.3.0', '0.1.0', '0.0.1']);
    expect(['TYPING ERROR', 'Only staff can see', '>Fine<'].map((words) => old.html.includes(words))).toEqual([
      false,
      false,
      true,
    ]);
    const html = (await get(`${PAGE}?version=%3C1`, 'staff')).html;
    for (const words of [
      'body: an object',
      'without role',
      'an id each of their own',
      'date: a day such as',
      'platforms, each one of',
      'at most 65536 bytes',
    ]) {
      expect([words, html.includes(words)]).toEqual([words, true]);
    }
    expect(await versionsAt('?version=%3C1', 'staff')).toContain('0.2.0');
    expect((await get(`${PAGE}?from=0.0.1`)).status).toBe(200);
  });

  test('a changed release is on the page at once, whoever kept it', async () => {
    expect((await get(PAGE)).html).toContain('Slower doors');
    const { data } = JSON.parse((await get('/api/storage/crates/changelogs/items?limit=128', 'staff')).html) as {
      data: { itemId: string; map: { version: string } }[];
    };
    const { itemId } = data.find(({ map }) => map.version === '1.9.0') ?? { itemId: '' };
    const body = { notes: [note('slow', 'Even slower doors', 'balance')] };
    await site.ask('staff', `${crate}/items/${itemId}`, { method: 'PUT', body });
    expect((await get(PAGE)).html).toContain('Even slower doors');
  });

  test('whoever may list a release and not read its body gets its version alone', async () => {
    const follow = async (read: Policy['read']) =>
      (await site.ask('admin', crate, { method: 'PUT', body: { policy: { ...POLICY, read } } })).status;
    expect(await follow(['staff', { to: 'public', tags: ['-stream:beta'] }])).toBe(200);
    const [visitor, staff] = [await get(PAGE), await get(PAGE, 'staff')];
    for (const { status, html } of [visitor, staff])
      expect([status, html.includes('v1.10.0-beta.11')]).toEqual([200, true]);
    expect([visitor.html, staff.html].map((html) => html.includes('Beta eleven'))).toEqual([false, true]);
    expect(visitor.html).toContain('A lamp');
    expect(await follow(['staff'])).toBe(200);
    const { status, html } = await get(PAGE);
    expect([status, html.includes('v1.10.0-beta.11'), html.includes('A lamp')]).toEqual([200, true, false]);
    expect(await follow(POLICY.read)).toBe(200);
  });

  test('a post that lists a release no longer does when that is hidden, whoever kept the page', async () => {
    const { itemId, tags } = await release('quadropus-rampage', '3.0.0', [], [note('arm', 'A fifth arm')]);
    const body = '::patchnotes{game=quadropus-rampage version=3.0.0}';
    await createItem(site, '/api/storage/crates/posts', 'staff', { name: 'five-arms' }, body);
    // By then the news of the post itself have come, and the page is kept.
    for (const _ of [1, 2, 3]) expect((await get('/post/five-arms')).html).toContain('A fifth arm');
    const change = { method: 'PUT', headers: { 'if-match': '*' }, body: { tags: [...tags, 'hidden'] } };
    expect((await site.ask('staff', `${crate}/items/${itemId}/metadata`, change)).status).toBe(200);
    expect((await get('/post/five-arms')).html).not.toContain('A fifth arm');
  });

  test('a platform shows its releases and lines, and those of all', async () => {
    expect(await versionsAt('?platform=switch')).toEqual(await versionsAt(''));
    expect(await versionsAt('?platform=ios')).toEqual((await versionsAt('')).filter((version) => version !== '1.10.0'));
    const lines = async (query: string) => {
      const { html } = await get(`${PAGE}${query}`);
      return ['A door', 'A lamp'].map((line) => html.includes(line));
    };
    expect(await lines('?platform=windows')).toEqual([false, true]);
    expect(await lines('?platform=switch&from=1.9.0&to=1.10.0')).toEqual([true, true]);
    expect(await lines('?platform=windows&from=1.9.0&to=1.10.0')).toEqual([false, true]);
    expect(await lines('?platform=switch&category=mended')).toEqual([false, true]);
    const { html } = await get(`${PAGE}?platform=switch&stream=stable`);
    expect(html).toMatch(/href="[^"]*stream=stable&amp;[^"]*platform=switch[^"]*"/);
    expect((await get(`${PAGE}?platform=toaster`)).status).toBe(400);
    expect((await get('/changelog')).html).not.toContain('platform=');
  });

  test.each([PAGE, '/changelog', '/changelogs/rumpus-ce', `/ja-JP${PAGE}`])(
    'the releases of %s are a feed in each format, as a visitor sees them',
    async (page) => {
      const path = page.replace('/ja-JP', '');
      const shown = (await versionsAt('', undefined, page)).slice(0, 10);
      for (const who of [undefined, 'super'] as const) {
        const [rss, atom, json] = await Promise.all(
          ['rss.xml', 'atom.xml', 'feed.json'].map(async (file) => (await get(`${page}/${file}`, who)).html),
        );
        const { items = [], ...channel } = parseRssFeed(rss ?? '');
        expect(channel.link).toBe(`${ORIGIN}${page}`);
        expect(items.map(({ link }) => link)).toEqual(
          shown.map((version) => `${ORIGIN}${page}?${new URLSearchParams({ version }).toString()}`),
        );
        const ids = shown.map((version) => `tag:www.rumpus.example,2026:${path}/${version}`);
        expect(items.map(({ guid }) => guid?.value)).toEqual(ids);
        expect(parseAtomFeed(atom ?? '').entries?.map(({ id }) => id)).toEqual(ids);
        expect(parseJsonFeed(json ?? '').items?.map(({ id }) => id)).toEqual(ids);
        for (const document of [rss, atom, json]) expect(texts(document ?? '')).toEqual([false, false]);
      }
      const { html } = await get(page);
      expect(html).toContain(`type="application/atom+xml" title=`);
      expect(html).toContain(`href="${page}/rss.xml"`);
      const { headers } = await get(`${page}/rss.xml`);
      const etag = headers.get('etag') ?? '';
      const fresh = await site.ask(undefined, `${page}/rss.xml`, { headers: { 'if-none-match': etag } });
      expect(fresh.status).toBe(304);
    },
  );

  test('a feed of releases says hostile lines as text, and there is none of what a visitor may not see', async () => {
    const line = '<img src=x onerror=alert(1)> ]]> & "';
    await release('levelhead', '1.10.1', [], [note('evil', line)], { title: line });
    const [entry] = parseRssFeed((await get(`${PAGE}/rss.xml`)).html).items ?? [];
    expect(entry?.content?.encoded).toContain('<li id="line-evil">&lt;img src=x onerror=alert(1)&gt; ]]&gt; &amp;');
    expect(findUnsafe((entry?.content?.encoded ?? '').replaceAll(' id="line-', ' id="at-'))).toEqual([]);
    for (const path of [
      '/games/how-many-dudes/patchnotes/rss.xml',
      '/games/roid-rage/patchnotes/rss.xml',
      '/changelog/about',
      '/changelogs/no-such-app/atom.xml',
      `${PAGE}/rss`,
    ]) {
      expect([path, (await get(path)).status, (await get(path, 'super')).status]).toEqual([path, 404, 404]);
    }
  });

  test('pages have ten releases each, and lead to one another', async () => {
    for (const patch of Array.from({ length: 12 }, (_, at) => at)) {
      await release('crashlands', `2.0.${patch}`, [], [note(`p-${patch}`, `Patch ${patch}`)]);
    }
    const page = '/games/crashlands/patchnotes';
    expect((await versionsAt('', undefined, page)).at(-1)).toBe('2.0.2');
    expect((await get(page)).html).toContain(`href="${page}?after=2.0.2"`);
    expect(await versionsAt('?after=2.0.2', undefined, page)).toEqual(['2.0.1', '2.0.0']);
    expect((await get(`${page}?after=2.0.2`)).html).toContain(`href="${page}?before=2.0.1"`);
    expect(await versionsAt('?before=2.0.1', undefined, page)).toHaveLength(10);
  });
});

test.each([
  ['/changelogs/levelhead?stream=beta', '/games/levelhead/patchnotes?stream=beta'],
  ['/ja-JP/changelogs/levelhead', '/ja-JP/games/levelhead/patchnotes'],
  ['/games/levelhead/void', '/post/the-void-patch-notes'],
  ['/ko-KR/games/levelhead/void', '/ko-KR/post/the-void-patch-notes'],
])('%s leads to %s', async (from, to) => {
  const response = await site.ask(undefined, from);
  expect([response.status, response.headers.get('location')]).toEqual([302, to]);
});

test('the sitemap has the changelogs that everyone may see', async () => {
  const { html } = await get('/sitemap/1.xml');
  for (const path of ['/changelog', '/changelogs/rumpus-ce', PAGE]) expect(html).toContain(`${path}</loc>`);
  expect(html).not.toContain('how-many-dudes');
});

test('the crate hides the releases of every game that not everyone may see', () => {
  for (const { slug, unpublished, minUsertype } of games) {
    const least = unpublished && !isAtLeast(minUsertype, 'staff') ? 'staff' : minUsertype;
    expect([slug, POLICY.hide?.[`app:${slug}`] ?? 'public']).toEqual([slug, least]);
  }
});
