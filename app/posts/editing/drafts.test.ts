import { expect, test } from 'vitest';

import { indexItems } from '#app/articles/search/index-items.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import type { Policy } from '#app/storage/crates/policy.ts';
import crates from '#database/needs/crates.json' with { type: 'json' };
import { runJobsAgain } from '#test/mail/jobs.ts';
import { usePostEditor } from '#test/posts/post-editor.ts';

import { SEARCHED_POSTS } from '../jobs.server.ts';

const { site, open, itemsOf, textOf, writeDraft } = usePostEditor();
const policy = crates.find(({ crateId }) => crateId === 'posts')?.policy as Policy;
const change = (one: Policy) =>
  site.ask('admin', '/api/storage/crates/posts', { method: 'PUT', body: { policy: one } }).then(({ status }) => status);
const locationOf = async (path: string, who?: 'staff') => {
  const answer = await site.ask(who, path);
  return [answer.status, answer.headers.get('location')];
};

test('staff find drafts where they are written, and among no posts', async () => {
  const draft = await writeDraft('among-none', { title: 'Kumquat of drafts', topics: 'news' });
  await (
    await writeDraft('among-all', { title: 'Kumquat that is hidden', topics: 'news', visibility: 'hidden' })
  ).send('editor.publish');
  await indexItems(systemCurrent(site.parts), SEARCHED_POSTS);
  expect(draft.response.status).toBe(200);
  for (const path of ['/news', '/blog', '/blog?q=kumquat']) {
    const page = await (await site.ask('staff', path)).text();
    expect([path, page.includes('that is hidden'), page.includes('of drafts')]).toEqual([path, true, false]);
  }
  expect((await site.ask('staff', '/post/among-none')).status).toBe(404);
});

test('a name that only a draft had leads nowhere', async () => {
  const draft = await writeDraft('secret-codename');
  await indexItems(systemCurrent(site.parts), SEARCHED_POSTS);
  const renamed = await draft.send('editor.save', { slug: 'public-name' });
  await renamed.send('editor.publish');
  await indexItems(systemCurrent(site.parts), SEARCHED_POSTS);
  expect((await site.ask(undefined, '/post/public-name')).status).toBe(200);
  expect(await locationOf('/post/secret-codename')).toEqual([404, null]);
});

test('a draft takes no old name of a post away', async () => {
  await (await writeDraft('first-name')).send('editor.publish');
  await (await open('staff', '/editor/first-name')).send('editor.save', { slug: 'second-name' });
  await indexItems(systemCurrent(site.parts), SEARCHED_POSTS);
  expect((await locationOf('/post/first-name'))[1]).toContain('second-name');
  const draft = await writeDraft('first-name', { title: 'Other' });
  await indexItems(systemCurrent(site.parts), SEARCHED_POSTS);
  expect((await locationOf('/post/first-name'))[1]).toContain('second-name');
  expect((await locationOf('/post/first-name', 'staff'))[1]).toContain('second-name');
  const renamed = await draft.send('editor.save', { slug: 'third-name' });
  await renamed.send('editor.publish');
  await indexItems(systemCurrent(site.parts), SEARCHED_POSTS);
  expect((await locationOf('/post/first-name'))[1]).toContain('second-name');
});

test('whoever may not hide a post plans no hiding of it, and no coming out', async () => {
  await (await writeDraft('kept-out')).send('editor.publish');
  await (await writeDraft('kept-in')).send('editor.publish');
  await (await open('staff', '/editor/kept-in')).send('editor.unpublish');
  const [tab, hidden] = [await open('staff', '/editor/kept-out'), await open('staff', '/editor/kept-in')];
  expect(await change({ ...policy, create: ['admin'], update: ['admin'], tag: ['admin'] })).toBe(200);
  const at = new Date(site.parts.now().getTime() + 600_000).toISOString();
  const statuses = [
    (await tab.send('editor.hide')).response.status,
    (await tab.send('editor.undoPlan.unpublish', { at, zone: 'UTC', instead: '' })).response.status,
    (await hidden.send('editor.undoPlan.publish', { at, zone: 'UTC', instead: '' })).response.status,
  ];
  site.advanceClock(3_600_000);
  await runJobsAgain(site);
  expect(await change(policy)).toBe(200);
  const seen = [
    (await site.ask(undefined, '/post/kept-out')).status,
    (await site.ask(undefined, '/post/kept-in')).status,
  ];
  expect([statuses, seen]).toEqual([
    [403, 403, 403],
    [200, 404],
  ]);
});

test('a former state from before it was out does not show what is hidden, nor hide what is out', async () => {
  const draft = await writeDraft('to-and-fro', { text: 'Old words.' });
  const out = await (await draft.send('editor.save', { text: 'New words.' })).send('editor.publish');
  await out.send('editor.unpublish');
  const [{ etag } = { etag: '' }] = await itemsOf('posts', 'to-and-fro');
  const rev = Number(etag.slice(1, -1)) - 3;
  const answer = await site.submit('staff', '/editor/to-and-fro/versions', {
    intent: 'editor.restore',
    rev: String(rev),
    etag,
  });
  expect([answer.status, (await site.ask(undefined, '/post/to-and-fro')).status]).toEqual([303, 404]);
  const [post] = await itemsOf('posts', 'to-and-fro');
  expect([post && (await textOf(post)), typeof post?.map['date']]).toEqual(['Old words.', 'string']);
});

test('the editor brings what was out back as it was, but hidden where it needs an approval', async () => {
  await (await writeDraft('once-out')).send('editor.publish');
  const [post] = await itemsOf('posts', 'once-out');
  await site.ask('staff', `/api/storage/crates/posts/items/${post?.itemId}`, { method: 'DELETE' });
  expect((await site.ask(undefined, '/post/once-out')).status).toBe(404);
  const form = { intent: 'editor.setApprovalRule', isNeeded: 'yes' };
  await site.submit('admin', '/editor', form);
  const undelete = () => site.submit('staff', '/editor', { intent: 'editor.undelete', itemId: post?.itemId ?? '' });
  const answer = await undelete();
  expect([answer.status, (await site.ask(undefined, '/post/once-out')).status]).toEqual([303, 404]);
  expect((await site.ask('staff', '/post/once-out')).status).toBe(200);
  await site.submit('admin', '/editor', { ...form, isNeeded: 'no' });
  const out = await (await open('staff', '/editor/once-out')).send('editor.publish');
  await out.send('editor.delete');
  expect((await site.ask(undefined, '/post/once-out')).status).toBe(404);
  await undelete();
  expect((await site.ask(undefined, '/post/once-out')).status).toBe(200);
});

test('who types into a draft while another publishes it goes on in the post, which keeps the versions of the draft', async () => {
  const first = await writeDraft('under-hands');
  const mine = await first.send('editor.save', { text: 'First.\n\nSecond, again.\n\nThird.' });
  await (await open('admin', '/editor/under-hands')).send('editor.publish');
  const [post] = await itemsOf('posts', 'under-hands');
  const kept = await site.ask('staff', `/api/editor/drafts/posts/${post?.itemId}`, {
    method: 'PUT',
    body: { etag: mine.fields['etag'], fields: { title: 'Typed on' } },
  });
  expect(kept.status).toBe(204);
  expect((await open('staff', '/editor/under-hands?draft=yes')).fields['title']).toBe('Typed on');
  const late = await mine.send('editor.save', { title: 'Typed on' });
  expect([late.response.status, late.html.includes('type="radio"')]).toEqual([412, false]);
  const merged = await late.send('editor.merge');
  expect([merged.response.status, merged.fields['title']]).toEqual([200, 'Typed on']);
  expect((await itemsOf('posts', 'under-hands'))[0]?.tags).not.toContain('hidden');
  const { html } = await open('staff', '/editor/under-hands/versions');
  const revisions = [...html.matchAll(/versions\?rev=(\d+)/g)].map(([, rev = '']) => rev);
  expect(revisions).toHaveLength(3);
  const compared = await open('staff', `/editor/under-hands/versions?rev=${revisions.at(-1)}`);
  expect(compared.html).toMatch(/<del[^>]*>Second\.\n<\/del><ins[^>]*>Second, again\.\n<\/ins>/);
});

test('the address in the editor of a post that was renamed leads on', async () => {
  await (await writeDraft('before-it')).send('editor.publish');
  await indexItems(systemCurrent(site.parts), SEARCHED_POSTS);
  const page = await open('staff', '/editor/before-it');
  await page.send('editor.save', { slug: 'after-it' });
  await indexItems(systemCurrent(site.parts), SEARCHED_POSTS);
  const there = await open('staff', '/editor/before-it');
  expect([there.response.status, there.fields['slug']]).toEqual([200, 'after-it']);
  expect((await site.ask('staff', '/editor/before-it/versions')).status).toBe(200);
  expect((await site.ask('player', '/editor/before-it')).status).toBe(404);
  const late = await page.send('editor.save', { blurb: 'Late.' });
  expect([late.response.status, (await late.send('editor.merge')).fields]).toMatchObject([
    412,
    { slug: 'after-it', blurb: 'Late.' },
  ]);
});
