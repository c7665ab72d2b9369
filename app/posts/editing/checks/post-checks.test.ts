import { beforeAll, expect, test } from 'vitest';

import { indexItems } from '#app/articles/search/index-items.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import type { Finding } from '#app/editor/finding.ts';
import { jobs } from '#app/nouns.server.ts';
import type { Policy } from '#app/storage/crates/policy.ts';
import crates from '#database/needs/crates.json' with { type: 'json' };
import { sql } from '#lib/database/sql.server.ts';
import { openEditor } from '#test/posts/editor-page.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';

import { SEARCHED_POSTS } from '../../jobs.server.ts';

const site = useTestSite();

beforeAll(async () => {
  for (const { crateId, policy } of crates) await createCrate(site, crateId, policy as Policy);
});

async function preview(text: string, fields: Record<string, string> = {}): Promise<{ findings: Finding[] }> {
  const body = { text, fields: { title: 'T', blurb: 'B', slug: 'typed', image: 'planet-cake', ...fields } };
  return dataOf(await site.ask('staff', '/api/editor/preview', { method: 'POST', body }));
}

const createPost = (name: string, tags: string[] = [], text = 'Text.') =>
  createItem(site, '/api/storage/crates/posts', 'staff', { name, map: { title: name }, tags }, text);

test('a link to a page of ours is looked up as readers find it, and no other site is asked', async () => {
  await createPost('there', [], '## A place\n\nText.');
  await createPost('not-yet', ['hidden']);
  const { itemId } = await createPost('renamed-before');
  await site.ask('staff', `/api/storage/crates/posts/items/${itemId}`, {
    method: 'PUT',
    headers: { 'if-match': '*' },
    body: { name: 'renamed-after' },
  });
  await createItem(site, '/api/storage/crates/posts', 'staff', { name: 'a-draft', tags: ['draft', 'hidden'] }, 'Text.');
  const cases = {
    found: [
      '/post/there',
      '/post/there#at-a-place',
      '/ja-JP/post/there',
      'http://localhost:8080/post/there',
      '/',
      '/blog',
      '/blog/design+levelhead/rss.xml',
      '/games/levelhead',
      '/games/levelhead/patchnotes',
      '/changelog',
      '/games/levelhead/void',
      '/about',
      '/media/gifs/a.gif',
      '#at-own',
      '/post/typed#at-own',
      '?page=2',
      'https://elsewhere.example/none',
      'mailto:a@example.com',
    ],
    linkHidden: ['/post/not-yet', '/post/a-draft', '/admin', '/editor/typed'],
    linkMissing: [
      '/post/nowhere',
      '/nothing/at/all',
      '/games/none',
      '/games/none/presskit',
      '/changelogs/none',
      'none',
      'http://localhost:8080/nothing',
      '/blog/a/b/c/d/e/f',
    ],
    anchorMissing: ['/post/there#at-nothing', '#at-nothing', '/post/typed#nothing'],
  };
  const links = Object.values(cases).flat();
  const { findings } = await preview(['## Own', ...links.map((href) => `[x](${href})`)].join('\n\n'));
  const ruleOf = new Map(findings.map(({ line = 0, rule }) => [line, rule]));
  const reported = links.map((href, at) => [href, ruleOf.get(at * 2 + 3) ?? 'found']);
  expect(reported).toEqual(Object.entries(cases).flatMap(([rule, of]) => of.map((href) => [href, rule])));
});

test('an old name of a post leads to it, and is no dead link', async () => {
  const { itemId } = await createPost('name-before');
  const tab = await openEditor(site, 'staff', `/editor/${itemId}`);
  await tab.send('editor.save', { slug: 'name-after' });
  for (const job of jobs(site.parts)) if (job.name.startsWith('posts:') && job.cron !== undefined) await job.run({});
  await expect.poll(async () => (await site.ask(undefined, '/post/name-before')).status).toBe(301);
  expect((await preview('[x](/post/name-before)')).findings).toEqual([]);
});

test('a block that the site cannot show is found at its line, and one that it can is not', async () => {
  const text =
    '::stores{game="levelhead"}\n\n::stores{game="none"}\n\n:::spoiler\n::video[No id]{youtube="x"}\n:::\n\n::huh';
  const { findings } = await preview(`${text}\n\n::uploading[a.png]{id="1"}\n\n![A](https://elsewhere.example/a.png)`);
  expect(findings.map(({ rule, line, what }) => [rule, line, what])).toEqual([
    ['blockUnknown', 3, '::stores{game="none"}'],
    ['blockUnknown', 6, '::video[No id]{youtube="x"}'],
    ['blockUnknown', 9, '::huh'],
    ['uploadPending', 11, '::uploading[a.png]{id="1"}'],
    ['blockUnknown', 13, '![A](https://elsewhere.example/a.png)'],
  ]);
});

test('an upload whose file is lost is found before anybody shares the post', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const put = await site.ask('staff', '/api/media/snippets/tiny', { method: 'PUT', body: png });
  expect(put.status).toBe(201);
  const rules = async () => (await preview('Text.', { image: 'tiny' })).findings.map(({ rule }) => rule);
  expect(await rules()).toEqual(['imageSmall']);
  await site.parts.db.query(
    sql`update media_snippets set file_key = reverse(file_key), sha256 = ${'0'.repeat(64)} where name = 'tiny'`,
  );
  expect(await rules()).toEqual(['imageUnreadable']);
});

test('errors keep a post from being published, planned or shown again, and hints do not', async () => {
  const tab = await openEditor(site, 'staff', '/editor');
  const created = await tab.send('editor.publish', { title: 'Broken', text: 'See [this](/post/nowhere).' });
  expect(created.html).toContain('s saved as a draft.');
  const refused = await created.send('editor.publish', { text: 'Typed.\n\nSee [this](/post/nowhere).' });
  expect([refused.response.status, refused.fields['text']]).toEqual([400, 'Typed.\n\nSee [this](/post/nowhere).']);
  expect(refused.html.replaceAll('<!-- -->', '')).toMatch(/Line 3[^]*This link leads nowhere on our site/);
  const local = new Date(site.parts.now().getTime() + 3_600_000).toISOString().slice(0, 16);
  const unplanned = await refused.send('editor.plan.publish', { local, zone: 'UTC' });
  expect(unplanned.response.status).toBe(400);
  expect((await site.ask('staff', '/post/broken')).status).toBe(404);
  // Without a blurb and a picture, which are hints.
  const out = await unplanned.send('editor.publish', { text: 'Mended.' });
  expect([
    out.html.includes('Everyone who may see it sees it now'),
    (await site.ask(undefined, '/post/broken')).status,
  ]).toEqual([true, 200]);
  // What is out is saved whatever is wrong with it, and stays out.
  const worse = await out.send('editor.save', { text: '![](planet-cake)' });
  expect(worse.response.status).toBe(200);
  const hidden = await worse.send('editor.unpublish');
  expect((await hidden.send('editor.save', { visibility: 'public' })).response.status).toBe(400);
  expect((await site.ask(undefined, '/post/broken')).status).toBe(404);
});

test('a plan fails with its reason when what it links to has gone meanwhile', async () => {
  const { itemId, etag } = await createPost('soon-gone');
  const tab = await openEditor(site, 'staff', '/editor');
  const draft = await tab.send('editor.save', { title: 'Planned', text: 'See [this](/post/soon-gone).' });
  const local = new Date(site.parts.now().getTime() + 3_600_000).toISOString().slice(0, 16);
  expect((await draft.send('editor.plan.publish', { local, zone: 'UTC' })).response.status).toBe(200);
  await site.ask('staff', `/api/storage/crates/posts/items/${itemId}`, {
    method: 'DELETE',
    headers: { 'if-match': etag },
  });
  site.advanceClock(2 * 3_600_000);
  const run = jobs(site.parts).find(({ name }) => name === 'posts:runSchedule');
  const [item] = await dataOf<{ itemId: string }[]>(
    await site.ask('staff', '/api/storage/crates/posts/items?names=planned'),
  );
  await run?.run({ crateId: 'posts', itemId: item?.itemId, action: 'publish' });
  expect((await openEditor(site, 'staff', '/editor/planned')).html).toContain('posts.checksFailed');
});

test('the share card of a draft is for staff alone, and shows its own title and picture', async () => {
  await (await openEditor(site, 'staff', '/editor')).send('editor.save', { title: 'On a card', slug: 'on-a-card' });
  const path = '/media/cards/draft/on-a-card.png?locale=en-US';
  const card = await site.ask('staff', path);
  expect([card.status, card.headers.get('content-type'), card.headers.get('cache-control')]).toEqual([
    200,
    'image/png',
    'private, no-cache',
  ]);
  for (const who of [undefined, 'player'] as const) expect((await site.ask(who, path)).status).toBe(404);
  expect((await site.ask('staff', '/media/cards/draft/none.png')).status).toBe(404);
});

test('staff read how often a post was looked at by people: in all, and in the last 7 and 30 days', async () => {
  await createPost('counted');
  const day = (ago: number) => new Date(site.parts.now().getTime() - ago * 86_400_000).toISOString().slice(0, 10);
  await site.parts.db.query(sql`update items set created_at = ${new Date('2020-01-01')} where name = 'counted'`);
  const rows = [
    { at: day(0), bot: false, path: '/post/counted', views: 2 },
    { at: day(6), bot: false, path: '/post/counted', views: 3 },
    { at: day(29), bot: false, path: '/post/counted', views: 5 },
    { at: day(30), bot: false, path: '/post/counted', views: 7 },
    { at: day(1), bot: true, path: '/post/counted', views: 100 },
    { at: day(1), bot: false, path: '/post/other', views: 100 },
  ];
  for (const { at, bot, path, views } of rows) {
    await site.parts.db.query(sql`insert into telemetry_page_view_days
      (day, bot, path, locale, referrer_host, views, visitors)
      values (${at}::date, ${bot}, ${path}, 'en-US', '', ${views}, 1), (${at}::date, ${bot}, ${path}, 'ja-JP', '', 1, 1)`);
  }
  const { html } = await openEditor(site, 'staff', '/editor/counted');
  const sums = [...html.matchAll(/<dd class="font-display[^"]*">(\d+)<\/dd>/g)].map(([, sum]) => Number(sum));
  expect(sums).toEqual([21, 7, 13]);
  expect(html.match(/<rect/g)?.length).toBeGreaterThanOrEqual(30);
});

test('the readers of a post under its former names are counted with it, and those of another that had one of them not', async () => {
  const day = (ago: number) => new Date(site.parts.now().getTime() - ago * 86_400_000);
  const index = () => indexItems(systemCurrent(site.parts), SEARCHED_POSTS);
  const { itemId: first } = await createPost('much-wanted');
  await index();
  const rename = async (itemId: string, name: string) => {
    const address = `/api/storage/crates/posts/items/${itemId}/metadata`;
    expect((await site.ask('staff', address, { method: 'PATCH', body: { name } })).status).toBe(200);
    await index();
  };
  await rename(first, 'given-up');
  const { itemId: second } = await createPost('much-wanted');
  await index();
  await rename(second, 'second-name');
  const held = sql`update post_names set held_at = ${day(10)} where name = 'much-wanted' and item_id = ${first}`;
  await site.parts.db.query(held);
  await site.parts.db.query(
    sql`update items set created_at = ${day(100)} where item_id = any(${[first, second]}::uuid[])`,
  );
  const rows = [
    { at: day(20), path: '/post/much-wanted', views: 1 },
    { at: day(5), path: '/post/much-wanted', views: 10 },
    { at: day(5), path: '/post/given-up', views: 100 },
    { at: day(2), path: '/post/second-name', views: 1000 },
  ];
  for (const { at, path, views } of rows) {
    await site.parts.db.query(sql`insert into telemetry_page_view_days
      (day, bot, path, locale, referrer_host, views, visitors)
      values (${at.toISOString().slice(0, 10)}::date, false, ${path}, 'en-US', '', ${views}, 1)`);
  }
  const totalOf = async (name: string) => {
    const { html } = await openEditor(site, 'staff', `/editor/${name}`);
    return Number(/<dd class="font-display[^"]*">([\d,]+)<\/dd>/.exec(html)?.[1]?.replace(',', ''));
  };
  expect([await totalOf('given-up'), await totalOf('second-name')]).toEqual([101, 1010]);
});
