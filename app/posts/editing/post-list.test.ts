import { beforeAll, expect, test } from 'vitest';

import { indexItems } from '#app/articles/search/index-items.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { CAST } from '#test/cast.ts';
import { wordsOf } from '#test/posts/editor-page.ts';
import { usePostEditor } from '#test/posts/post-editor.ts';
import { createItem } from '#test/storage.ts';

import { SEARCHED_POSTS } from '../jobs.server.ts';

const { site, open, itemsOf, writeDraft } = usePostEditor();
const NAMES = ['a-draft', 'b-planned', 'c-out', 'd-newer', 'e-hidden', 'f-gone', 'g-unlisted'];
const CRATE = '/api/storage/crates/posts';

/** One in each state. */
beforeAll(async () => {
  await writeDraft('a-draft', { topics: 'news' });
  const plan = { local: `${site.parts.now().getUTCFullYear() + 1}-05-05T05:05`, zone: 'UTC' };
  await (await writeDraft('b-planned')).send('editor.plan.publish', plan);
  for (const name of ['c-out', 'd-newer', 'e-hidden', 'f-gone', 'g-unlisted']) {
    const fields: Record<string, string> =
      name === 'c-out' ? { topics: 'news' } : name === 'g-unlisted' ? { visibility: 'unlisted' } : {};
    await (await writeDraft(name, fields)).send('editor.publish');
  }
  await (await open('staff', '/editor/d-newer')).send('editor.saveLater', { title: 'Title of d-newer, again' });
  await (await open('staff', '/editor/e-hidden')).send('editor.unpublish');
  await (await open('staff', '/editor/f-gone')).send('editor.delete');
});

/** The names in the titles of the rows, in their order. */
async function listed(query = ''): Promise<string[]> {
  const { html } = await open('staff', `/editor/posts${query}`);
  const rows = html.split('<tbody>')[1]?.split('</tbody>')[0] ?? '';
  return [...rows.matchAll(/>(?:Title of )([^<]+)</g)].map(([, name = '']) => name);
}

test('each state has an address that lists what is in it and nothing else', async () => {
  const others = NAMES.filter((name) => name !== 'f-gone');
  expect((await listed()).toSorted()).toEqual(others);
  expect((await listed('?state=nonsense')).toSorted()).toEqual(others);
  expect((await listed('?state=draft')).toSorted()).toEqual(['a-draft', 'b-planned']);
  expect(await listed('?state=planned')).toEqual(['b-planned']);
  expect((await listed('?state=out')).toSorted()).toEqual(['c-out', 'd-newer', 'g-unlisted']);
  expect(await listed('?state=newer')).toEqual(['d-newer, again']);
  expect(await listed('?state=hidden')).toEqual(['e-hidden']);
  expect(await listed('?state=trash')).toEqual(['f-gone']);
  const words = wordsOf(await open('staff', '/editor/posts'));
  expect(words).toMatch(/Title of b-planned State Draft out /);
  expect(words).toMatch(/Title of d-newer State Out Newer draft/);
  expect(words).toMatch(/Title of g-unlisted State Out, by link/);
});

test('posts are found by words in any state, by topic and by author, and stand in the order that is asked for', async () => {
  await createItem(site, CRATE, 'staff', { name: 'body-only', map: { title: 'Quiet' } }, 'The title of nobody.');
  await indexItems(systemCurrent(site.parts), SEARCHED_POSTS);
  expect(await listed('?q=draft+title')).toEqual(['a-draft']);
  expect(await listed('?q=planned&state=draft')).toEqual(['b-planned']);
  expect(await listed('?q=planned&state=out')).toEqual([]);
  expect(await listed('?q=planned&state=planned')).toEqual(['b-planned']);
  // The title counts more than the text.
  const { html } = await open('staff', '/editor/posts?q=title&state=out');
  expect(html.indexOf('Quiet')).toBeGreaterThan(html.indexOf('Title of c-out'));
  expect((await listed('?topic=news')).toSorted()).toEqual(['a-draft', 'c-out']);
  expect(await listed('?topic=news&state=out')).toEqual(['c-out']);
  for (const author of ['@me', CAST.staff.userId, `@${CAST.staff.userId}`, CAST.staff.alias.toUpperCase()]) {
    expect(await listed(`?state=hidden&author=${encodeURIComponent(author)}`), author).toEqual(['e-hidden']);
  }
  for (const author of ['nobody-of-that-name', '%00', `@${CAST.player.userId}`]) {
    expect(await listed(`?author=${author}`)).toEqual([]);
  }
  expect(await listed('?sort=name&state=draft')).toEqual(['a-draft', 'b-planned']);
  expect((await listed('?sort=oldest')).at(0)).toBe('a-draft');
});

test('what is deleted from the list stays away until it is put back, also what was out', async () => {
  const [post] = await itemsOf('posts', 'c-out');
  const fields = { itemId: post?.itemId ?? '', etag: post?.etag ?? '' };
  const deleted = await site.submit('staff', '/editor/posts?state=out', { intent: 'editor.delete', ...fields });
  expect([deleted.status, (await site.ask(undefined, '/post/c-out')).status]).toEqual([200, 404]);
  expect(await deleted.text()).toContain('>Undo<');
  expect(await listed('?state=trash')).toEqual(['c-out', 'f-gone']);
  const again = await site.submit('staff', '/editor/posts', { intent: 'editor.delete', ...fields });
  expect(again.status).toBe(404);
  await site.submit('staff', '/editor/posts', { intent: 'editor.putBack', itemId: fields.itemId });
  expect((await site.ask(undefined, '/post/c-out')).status).toBe(200);
  // Whoever has not seen the last state deletes nothing.
  const stale = await site.submit('staff', '/editor/posts', { intent: 'editor.delete', ...fields, etag: '"1"' });
  expect([stale.status, (await site.ask(undefined, '/post/c-out')).status]).toEqual([412, 200]);
});

test('a long list goes on from page to page, and a foreign cursor is refused', async () => {
  for (let number = 0; number < 30; number += 1) {
    const map = { title: `Title of many ${number}` };
    await createItem(site, CRATE, 'staff', { name: `many-${number}`, map, tags: ['topic:many'] }, 'Many.');
  }
  const { html } = await open('staff', '/editor/posts?topic=many');
  const [, next = ''] = /href="([^"]*after=[^"]*)"/.exec(html) ?? [];
  const [first, second] = [
    await listed('?topic=many'),
    await listed(new URL(next.replaceAll('&amp;', '&'), 'http://x').search),
  ];
  expect([first.length, second.length, new Set([...first, ...second]).size]).toEqual([25, 5, 30]);
  for (const query of ['?after=x', '?state=trash&after=x', '?q=many&after=x', `?state=out&${next.split('?')[1]}`]) {
    expect((await site.ask('staff', `/editor/posts${query.replaceAll('&amp;', '&')}`)).status, query).toBe(400);
  }
});

test('a post that is called as a page of the editor is edited by its id, and no other gets such a name', async () => {
  const names = ['posts', 'episodes', 'answers', 'releases'];
  for (const name of names) {
    const { itemId } = await createItem(site, CRATE, 'staff', { name, map: { title: `Title of ${name}` } }, 'Old.');
    const page = await open('staff', `/editor/${itemId}`);
    const saved = await page.send('editor.save', { text: 'Changed.' });
    expect([name, saved.response.status, saved.fields['text']]).toEqual([name, 200, 'Changed.']);
    expect((await open('staff', '/editor/posts')).html).toContain(`href="/editor/${itemId}"`);
    const taken = await (await open('staff', '/editor')).send('editor.save', { title: name, text: 'New.' });
    expect([name, taken.response.status]).toEqual([name, 400]);
  }
});
