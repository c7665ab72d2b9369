import { expect, test } from 'vitest';

import { indexItems } from '#app/articles/search/index-items.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import type { Policy } from '#app/storage/crates/policy.ts';
import type { Item } from '#app/storage/item.ts';
import crates from '#database/needs/crates.json' with { type: 'json' };
import { sql } from '#lib/database/sql.server.ts';
import { wallTimeAt } from '#lib/locale/zone-time.ts';
import { CAST } from '#test/cast.ts';
import { runJobsAgain } from '#test/mail/jobs.ts';
import { wordsOf } from '#test/posts/editor-page.ts';
import type { EditorTab } from '#test/posts/editor-page.ts';
import { usePostEditor } from '#test/posts/post-editor.ts';

import { SEARCHED_POSTS } from '../jobs.server.ts';

const { site, open, itemsOf, textOf, writeDraft } = usePostEditor();

/** A post that is out, and what staff have saved for later beside it. */
async function writeNewer(slug: string, fields: Record<string, string>): Promise<{ post: Item; newer: EditorTab }> {
  const out = await (await writeDraft(slug)).send('editor.publish');
  const [post] = await itemsOf('posts', slug);
  if (post === undefined) throw new Error('no post');
  return { post, newer: await out.send('editor.saveLater', fields) };
}

const newerOfPost = async ({ itemId }: Item) => (await itemsOf('drafts', `newer:${itemId}`))[0];

test('a newer draft of what is out is there for staff alone, who compare it, and takes its place once and untold', async () => {
  await site.ask('creator', '/api/following/posts.feed%3Ablog', { method: 'PUT' });
  // What is there when posts are first looked at is told to nobody.
  await indexItems(systemCurrent(site.parts), SEARCHED_POSTS);
  const words = { title: 'Zucchini', slug: 'revised-since', text: 'First.\n\nSecond of zucchini.\n\nThird.' };
  const { post, newer } = await writeNewer('revised', words);
  const notifiedTimes = async () => {
    await indexItems(systemCurrent(site.parts), SEARCHED_POSTS);
    site.advanceClock(61 * 60_000);
    await runJobsAgain(site);
    const { userId } = CAST.creator;
    return (await site.parts.db.query(sql`select 1 from notifications where user_id = ${userId}`)).length;
  };
  expect(await notifiedTimes()).toBe(1);
  expect([newer.response.status, wordsOf(newer).includes('Saved for later')]).toEqual([200, true]);
  expect(newer.fields).toMatchObject(words);
  const { itemId = '', name = '' } = (await newerOfPost(post)) ?? {};
  const drafts = '/api/storage/crates/posts';
  const places = [
    '/',
    '/blog',
    '/blog?q=zucchini',
    '/blog/rss.xml',
    '/sitemap/1.xml',
    '/post/revised',
    '/editor',
  ].concat(
    [`/post/${itemId}`, `/post/${name}`, '/post/revised-since', '/editor/revised', `/editor/${itemId}`],
    [`/editor/${itemId}/versions`, `/preview/${itemId}`, `/media/cards/post/${itemId}.png`, `${drafts}/items`],
    [`${drafts}/items?names=${name}`, `${drafts}/items?q=zucchini`, `${drafts}/items?count=true`, `${drafts}/changes`],
    [`${drafts}/export`, `${drafts}/items/${itemId}`, `${drafts}/items/${itemId}?download=true`],
    [`${drafts}/items/${itemId}/versions`, `${drafts}/trash`, '/api/storage/crates/posts/items?q=zucchini'],
  );
  for (const path of places) {
    for (const who of [undefined, 'player'] as const) {
      const answer = await site.ask(who, path);
      const shown = answer.status === 200 ? await answer.text() : '';
      // A search repeats what is looked for.
      const found = path.includes('q=') ? ['revised-since', 'Zucchini'] : ['ucchini', itemId];
      expect([path, who, found.filter((word) => shown.includes(word))]).toEqual([path, who, []]);
      if (path.includes(itemId)) expect(answer.status).toBeGreaterThanOrEqual(300);
    }
  }
  const preview = await site.submit('staff', `/editor/${itemId}`, { intent: 'editor.createPreview', days: '7' });
  const [token = ''] = /preview_[0-9a-f]{64}/.exec(await preview.text()) ?? [];
  expect(await (await site.ask(undefined, `/preview/${token}`)).text()).toContain('Zucchini');
  expect(wordsOf(await open('admin', '/editor'))).toMatch(/Zucchini\s+Newer draft/);
  const beside = await open('admin', '/editor/revised');
  expect(beside.fields['title']).toBe('Title of revised');
  for (const page of [beside, await open('admin', `/editor/${itemId}`)]) {
    expect(wordsOf(page)).toContain('Waffle Lieutenant saved it');
    expect(page.html).toMatch(/<del[^>]*>Second\.\n<\/del><ins[^>]*>Second of zucchini\.\n<\/ins>/);
  }
  const published = await (await open('admin', `/editor/${itemId}`)).send('editor.publish');
  expect([published.response.status, wordsOf(published).includes('The newer one is out now')]).toEqual([200, true]);
  const [after] = await itemsOf('posts', 'revised-since');
  expect(after).toMatchObject({ itemId: post.itemId, createdAt: post.createdAt, collaborators: post.collaborators });
  expect(after?.map).toEqual({ ...post.map, title: 'Zucchini' });
  expect([after && (await textOf(after)), await newerOfPost(post), await notifiedTimes()]).toEqual([
    words.text,
    undefined,
    1,
  ]);
  expect(await (await site.ask(undefined, '/post/revised-since')).text()).toContain('Second of zucchini.');
  for (const [from, to] of [
    [`/preview/${token}`, '/post/revised-since'],
    ['/post/revised', '/post/revised-since'],
  ] as const) {
    expect((await site.ask(undefined, from)).headers.get('location')).toContain(to);
  }
  expect((await published.undo()).fields).toMatchObject({ title: 'Title of revised', slug: 'revised' });
});

test('two who save something for later beside a post keep theirs, and so does who saves the post itself meanwhile', async () => {
  const [mine, text] = [
    { title: 'Mine', text: 'First.\n\nSecond.\n\nThird, mine.' },
    'First.\n\nSecond, live.\n\nThird.',
  ];
  const out = await (await writeDraft('forked')).send('editor.publish');
  const [post] = await itemsOf('posts', 'forked');
  if (post === undefined) throw new Error('no post');
  await (
    await open('admin', '/editor/forked')
  ).send('editor.saveLater', {
    blurb: 'Theirs.',
    text: 'First!\n\nSecond.\n\nThird.',
  });
  const late = await out.send('editor.saveLater', mine);
  expect([late.response.status, late.html.includes('type="radio"')]).toEqual([412, false]);
  const newer = await late.send('editor.merge');
  expect(newer.fields).toMatchObject({ title: 'Mine', blurb: 'Theirs.', text: 'First!\n\nSecond.\n\nThird, mine.' });
  expect((await open('staff', '/editor/forked')).fields).toMatchObject({ title: 'Title of forked', blurb: '' });
  await (await open('admin', '/editor/forked')).send('editor.save', { text });
  const refused = await newer.send('editor.publish', { author: 'The Duck' });
  expect([refused.response.status, refused.html.includes('type="radio"')]).toEqual([412, false]);
  // A third saves the newer draft while they are put together.
  const { itemId = '' } = (await newerOfPost(post)) ?? {};
  await (await open('super', `/editor/${itemId}`)).send('editor.save', { topics: 'third' });
  const again = await refused.send('editor.merge');
  expect(again.response.status).toBe(412);
  const merged = await again.send('editor.merge');
  const whole = { title: 'Mine', blurb: 'Theirs.', author: 'The Duck', topics: 'third' };
  expect(merged.fields).toMatchObject({ ...whole, text: 'First!\n\nSecond, live.\n\nThird, mine.' });
  expect((await open('staff', '/editor/forked')).fields).toMatchObject({ title: 'Title of forked', text });
  const tab = await open('admin', `/editor/${itemId}`);
  await merged.send('editor.save', { blurb: 'Once more.' });
  const published = await (
    await (await tab.send('editor.save', { imageAlt: 'A.' })).send('editor.merge')
  ).send('editor.publish');
  expect(published.fields).toMatchObject({ ...whole, blurb: 'Once more.', imageAlt: 'A.' });
  const twice = await Promise.all(
    Array.from({ length: 4 }, () => published.send('editor.saveLater', { title: 'Twice' })),
  );
  expect(twice.map(({ response }) => response.status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412]);
  expect(await itemsOf('drafts', `newer:${post.itemId}`)).toHaveLength(1);
  // What another has thrown away meanwhile is not needed to keep one's own.
  const gone = await (await open('admin', `/editor/${(await newerOfPost(post))?.itemId}`)).send('editor.delete');
  expect([await newerOfPost(post), wordsOf(gone).includes('in the trash')]).toEqual([undefined, true]);
  const waiting = twice.find(({ response }) => response.status === 412);
  expect((await waiting?.send('editor.merge'))?.fields).toMatchObject({ title: 'Twice' });
  expect((await gone.undo()).response.status).toBe(409);
  const own = await (await open('staff', `/editor/${(await newerOfPost(post))?.itemId}`)).send('editor.delete');
  expect((await own.undo()).fields['title']).toBe('Twice');
});

test('a newer draft is published at its time unless the post has changed since, and only by whom the crate lets', async () => {
  const { post, newer } = await writeNewer('later', { title: 'Later' });
  const plan = () => ({ local: wallTimeAt(new Date(site.parts.now().getTime() + 3_600_000), 'UTC'), zone: 'UTC' });
  const comeTrue = async () => {
    site.advanceClock(61 * 60_000);
    await runJobsAgain(site);
    return String((await itemsOf('posts', 'later'))[0]?.map['title']);
  };
  const { itemId = '' } = (await newerOfPost(post)) ?? {};
  expect((await newer.send('editor.plan.unpublish', plan())).response.status).toBe(400);
  const planned = await newer.send('editor.plan.publish', plan());
  await (await open('admin', '/editor/later')).send('editor.save', { blurb: 'Live.' });
  expect([planned.response.status, await comeTrue()]).toEqual([200, 'Title of later']);
  expect(wordsOf(await open('staff', `/editor/${itemId}`))).toContain('t work (editor.outChanged)');
  const merge = await (await open('staff', `/editor/${itemId}`)).send('editor.publish');
  await (await merge.send('editor.merge')).send('editor.plan.publish', plan());
  expect([await comeTrue(), await newerOfPost(post)]).toEqual(['Later', undefined]);
  const again = await (await open('staff', '/editor/later')).send('editor.saveLater', { title: 'Again' });
  const other = await (await writeDraft('later-yet')).send('editor.publish');
  const change = (policy: Policy) =>
    site.ask('admin', '/api/storage/crates/posts', { method: 'PUT', body: { policy } }).then(({ status }) => status);
  const policy = crates.find(({ crateId }) => crateId === 'posts')?.policy as Policy;
  expect(await change({ ...policy, update: ['admin'] })).toBe(200);
  const refused = [await again.send('editor.publish'), await again.send('editor.plan.publish', plan())];
  refused.push(await other.send('editor.saveLater'));
  expect(await change(policy)).toBe(200);
  expect(refused.map(({ response }) => response.status)).toEqual([403, 403, 403]);
  expect((await itemsOf('posts', 'later'))[0]?.map['title']).toBe('Later');
  await (
    await (await open('admin', '/editor')).send('editor.save', { title: 'T', slug: 'of-admin-later' })
  ).send('editor.publish');
  const ofAdmin = await open('staff', '/editor/of-admin-later');
  const stolen = await ofAdmin.send('editor.saveLater', { authors: CAST.staff.userId });
  expect([stolen.response.status, wordsOf(stolen).includes('Only the owner and admins')]).toEqual([403, true]);
  const kept = await ofAdmin.send('editor.saveLater', { blurb: 'By staff.' });
  expect((await kept.send('editor.save', { authors: CAST.staff.userId })).response.status).toBe(403);
  await kept.send('editor.publish');
  expect((await itemsOf('posts', 'of-admin-later'))[0]).toMatchObject({
    collaborators: [CAST.admin.userId],
    map: { blurb: 'By staff.' },
  });
});

test('who types into a newer draft while another publishes it goes on in the post, and loses nothing', async () => {
  const out = await (await writeDraft('outrun')).send('editor.publish');
  const [post] = await itemsOf('posts', 'outrun');
  if (post === undefined) throw new Error('no post');
  // Revisions begin with the time: no two documents of people have one in common.
  site.advanceClock(60_000);
  const newer = await out.send('editor.saveLater', { title: 'Newer', text: 'First.\n\nSecond, newer.\n\nThird.' });
  const { itemId = '' } = (await newerOfPost(post)) ?? {};
  const keep = (id: string, title: string) =>
    site.ask('staff', `/api/editor/drafts/posts/${id}`, {
      method: 'PUT',
      body: { etag: newer.fields['etag'], fields: { title } },
    });
  expect((await keep(itemId, 'Kept before')).status).toBe(204);
  await (await open('admin', `/editor/${itemId}`)).send('editor.publish', { blurb: 'Of another.' });
  const there = await open('staff', '/editor/outrun');
  expect([wordsOf(there).includes('You typed something'), there.fields['title']]).toEqual([true, 'Newer']);
  expect((await open('staff', '/editor/outrun?draft=yes')).fields).toMatchObject({
    title: 'Kept before',
    etag: newer.fields['etag'],
  });
  // The address of the draft shows what it has become.
  expect((await open('staff', `/editor/${itemId}`)).fields).toMatchObject({ slug: 'outrun', blurb: 'Of another.' });
  // The versions of the draft stay, and each can be brought back.
  const versions = await open('staff', `/editor/${itemId}/versions`);
  expect(wordsOf(versions)).toContain('Of newer drafts that came out');
  const revisions = [...versions.html.matchAll(/versions\?rev=(\d+)/g)].map(([, rev = '']) => rev);
  const first = revisions.at(-1) ?? '';
  expect(`"${first}"`).toBe(newer.fields['etag']);
  const compared = await open('staff', `/editor/outrun/versions?rev=${first}`);
  expect(wordsOf(compared)).toContain('Of another.');
  expect((await site.ask('player', `/editor/${itemId}`)).status).toBe(404);
  expect((await keep(itemId, 'Kept after')).status).toBe(204);
  expect((await open('staff', '/editor/outrun?draft=yes')).fields['title']).toBe('Kept after');
  const late = await newer.send('editor.save', { text: 'First.\n\nSecond, newer.\n\nThird, mine.' });
  expect([late.response.status, late.html.includes('type="radio"')]).toEqual([412, false]);
  const merged = await late.send('editor.merge');
  expect([merged.response.status, merged.fields]).toMatchObject([
    200,
    { title: 'Newer', blurb: 'Of another.', text: 'First.\n\nSecond, newer.\n\nThird, mine.' },
  ]);
  expect((await itemsOf('posts', 'outrun'))[0]).toMatchObject({ itemId: post.itemId, map: { blurb: 'Of another.' } });
  const back = await (
    await open('staff', `/editor/outrun/versions?rev=${first}`)
  ).send('editor.restore', { rev: first });
  expect(back.fields).toMatchObject({ title: 'Newer', blurb: '', slug: 'outrun', text: newer.fields['text'] });
  expect((await itemsOf('posts', 'outrun'))[0]).toMatchObject({ itemId: post.itemId, tags: post.tags });
  expect(wordsOf(await open('staff', '/editor/outrun'))).not.toContain('You typed something');
});
