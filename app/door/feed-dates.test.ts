import { beforeAll, expect, test } from 'vitest';

import { useShow } from '#test/podcast/show.ts';
import { createCrate, createItem } from '#test/storage.ts';

const TRAILER = 'kettle-talk-is-on';
const { ask, site } = useShow([TRAILER]);
let posts: string;
let releases: string;

beforeAll(async () => {
  posts = await createCrate(site, 'posts');
  releases = await createCrate(site, 'changelogs');
});

let patch = 0;
async function change(name: string): Promise<void> {
  const map = { title: name, blurb: 'What it is about.', date: '2026-08-01T00:00:00Z' };
  await createItem(site, posts, 'creator', { name, tags: ['topic:news'], map });
  const release = { tags: ['app:levelhead'], map: { version: `1.0.${(patch += 1)}`, title: name, date: map.date } };
  await createItem(site, releases, 'staff', release, '{"notes":[]}');
  const { data } = (await (await site.ask('staff', `/api/storage/crates/podcast/items?names=${TRAILER}`)).json()) as {
    data: { map: object }[];
  };
  const episode = { name: `episode-${name}`, map: { ...data[0]?.map, title: name } };
  await createItem(site, '/api/storage/crates/podcast', 'staff', episode, 'Notes.');
}

test('a feed has a date, answers 304 to it until something changes, and believes an etag first', async () => {
  await change('first');
  const paths = [
    '/news/rss.xml',
    '/news/atom.xml',
    '/news/feed.json',
    '/games/levelhead/patchnotes/rss.xml',
    '/podcast/rss.xml',
  ];
  const dates = new Map<string, string>();
  for (const path of paths) {
    const { headers } = await ask(path);
    const [date, etag] = [headers.get('last-modified') ?? '', headers.get('etag') ?? ''];
    dates.set(path, date);
    site.advanceClock(60_000);
    for (const since of [date, site.clock.now.toUTCString()]) {
      const same = await ask(path, { 'if-modified-since': since });
      const { headers } = same;
      expect([path, same.status, await same.text()]).toEqual([path, 304, '']);
      expect([headers.get('last-modified'), headers.get('etag')]).toEqual([date, etag]);
    }
    const before = new Date(Date.parse(date) - 1000).toUTCString();
    const statuses = [
      await ask(path, { 'if-modified-since': before }),
      await ask(path, { 'if-modified-since': date, 'if-none-match': '"another"' }),
      await ask(path, { 'if-modified-since': before, 'if-none-match': etag }),
      await ask(path, { 'if-modified-since': date }, 'HEAD'),
    ].map(({ status }) => status);
    expect([path, ...statuses]).toEqual([path, 200, 200, 304, 304]);
  }
  await change('second');
  for (const path of paths) {
    const before = dates.get(path) ?? '';
    // What is kept goes when a notification of the change arrives.
    await expect.poll(async () => (await ask(path, { 'if-modified-since': before })).status).toBe(200);
    const { headers } = await ask(path);
    expect(Date.parse(headers.get('last-modified') ?? '')).toBeGreaterThan(Date.parse(before));
  }
});

test('two states of a feed within a second have different dates, none of them to come, and what is no feed has none', async () => {
  const dateOf = async (path: string, headers = {}) => (await ask(path, headers)).headers.get('last-modified');
  const first = (await dateOf('/news/rss.xml')) ?? '';
  await change('third');
  await expect.poll(async () => (await ask('/news/rss.xml', { 'if-modified-since': first })).status).toBe(200);
  expect(await dateOf('/news/rss.xml')).toBeNull();
  site.advanceClock(1000);
  expect(Date.parse((await dateOf('/news/rss.xml')) ?? '')).toBeGreaterThan(Date.parse(first));
  expect(await dateOf('/news')).toBeNull();
});
