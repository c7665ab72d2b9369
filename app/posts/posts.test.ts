import { beforeAll, expect, test } from 'vitest';

import { useTestSite } from '#test/site.ts';
import { createCrate, createItem } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

const site = useTestSite();
const page = async (path: string) => {
  const response = await site.ask(undefined, path);
  return [response.status, await response.text()] as const;
};
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'posts')));

/** The addresses of the posts on the home page, the newest first. */
async function linksOfHome(): Promise<string[]> {
  const [status, html] = await page('/');
  expect(status).toBe(200);
  return [...html.matchAll(/href="(\/post\/[^"?]+)"/g)].map(([, link = '']) => link);
}

test('a post with an invalid date shows the date of its creation, on the home page and its own', async () => {
  await createItem(site, crate, 'creator', { name: 'undated', map: { title: 'Undated', date: 'not a date' } });
  expect((await linksOfHome())[0]).toBe('/post/undated');
  const [status, html] = await page('/post/undated');
  expect([status, html.includes(`dateTime="${new Date().getUTCFullYear()}-`)]).toEqual([200, true]);
});

test('the home page links to each post by its name in any spelling, or by its id', async () => {
  await createItem(site, crate, 'creator', { name: 'a/b?c#d%e', map: { title: 'Odd' } }, 'odd text');
  const { itemId } = await createItem(site, crate, 'creator', { map: { title: 'Nameless' } }, 'nameless text');
  const links = await linksOfHome();
  expect(links).toEqual([`/post/${itemId}`, '/post/a%2Fb%3Fc%23d%25e']);
  const texts = await Promise.all(links.map(page));
  expect(texts.map(([status, html]) => [status, /(odd|nameless) text/.exec(html)?.[1]])).toEqual([
    [200, 'nameless'],
    [200, 'odd'],
  ]);
});

test('a changed post shows its new text', async () => {
  const { itemId } = await createItem(site, crate, 'creator', { name: 'changed' }, 'before');
  expect((await page('/post/changed'))[1]).toContain('before');
  await site.ask('creator', `${crate}/items/${itemId}`, { method: 'PUT', body: 'after' });
  expect((await page('/post/changed'))[1]).toContain('after');
});

test("a post shows its own picture, or the studio's without one", async () => {
  await createItem(site, crate, 'creator', { name: 'bare', map: { title: 'Bare' } });
  await createItem(site, crate, 'creator', { name: 'pictured', map: { title: 'Pictured', image: 'planet-cake' } });
  const pages = await Promise.all(['/', '/post/bare', '/post/pictured'].map(page));
  expect(pages.map(([, html]) => picturesIn(html))).toEqual([
    ['planet-cake', 'post-default'],
    ['post-default'],
    ['planet-cake'],
  ]);
});

test('a post without a map is downloaded: its body says the title, the blurb and the picture', async () => {
  const markdown = '![](x)\n\n# A *loud* title\nThe [first](/x) words.\n\nOthers.';
  await createItem(site, crate, 'creator', { name: 'told' }, markdown);
  const fields = JSON.stringify({ title: 'Out of JSON', blurb: 'From its field.', image: 'planet-cake' });
  await createItem(site, crate, 'creator', { name: 'fields' }, fields);
  const [status, home] = await page('/');
  const words = home.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  expect(status).toBe(200);
  for (const said of ['A loud title The first words.', 'Out of JSON From its field.']) expect(words).toContain(said);
  expect(picturesIn(home)).toEqual(['planet-cake', 'post-default']);
  expect((await page('/post/told'))[1]).toContain('<title>A loud title');
});

test('a long first paragraph is cut, and a body without words leaves the name', async () => {
  await createItem(site, crate, 'creator', { name: 'wordy' }, 'word '.repeat(100));
  await createItem(site, crate, 'creator', { name: 'wordless' }, '{"title": 5');
  const [, home] = await page('/');
  expect(home).toContain(`${'word '.repeat(40).trimEnd()}…`);
  expect([...home.matchAll(/href="\/post\/[^"]*"[^>]*>([^<]+)</g)].map(([, title]) => title)).toEqual([
    'wordless',
    'wordy',
  ]);
});

test('a picture at an absolute address is shown by the picture route when its host is listed, else the studio’s', async () => {
  const listed = 'https://images.example/a b.png?x=1';
  const own = openTestApp(site, { IMAGE_SOURCES: 'https://images.example' });
  await createItem(site, crate, 'creator', { name: 'absolute', map: { title: 'Absolute', image: `${listed}#part` } });
  await createItem(site, crate, 'creator', {
    name: 'foreign',
    map: { title: 'Foreign', image: 'https://b.example/c.png' },
  });
  const home = await (await own.sendRequest('/')).text();
  expect(home).toContain(` src="/media/fit-in/256x256/${encodeURIComponent('https://images.example/a%20b.png?x=1')}"`);
  expect(home).not.toContain('b.example');
  expect(picturesIn(home)).toEqual(['post-default']);
});

/** The names of the thumbnails on a page. */
function picturesIn(html: string): string[] {
  return [...html.matchAll(/ src="[^"]*\/fit-in\/256x256\/snippets\/([a-z-]+)\.jpg/g)].map(([, name = '']) => name);
}
