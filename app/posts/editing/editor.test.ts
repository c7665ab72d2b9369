import { expect, test } from 'vitest';

import { jobs } from '#app/nouns.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { wordsOf } from '#test/posts/editor-page.ts';
import { usePostEditor } from '#test/posts/post-editor.ts';

const { site, open, itemsOf, textOf, writeDraft } = usePostEditor();

test('staff write a draft without scripts, which nobody else finds, and publish it at that moment', async () => {
  const fields = {
    title: 'A *new* Thing!',
    blurb: 'About it.',
    text: 'Some <b>text</b>.\r\nTwo lines.',
    topics: 'news, a b',
  };
  const more = { game: 'levelhead', image: 'planet-cake', imageAlt: 'A cake.', language: 'ja-JP', author: 'The Duck' };
  const draft = await (await open('staff', '/editor')).send('editor.save', { ...fields, ...more });
  expect(draft.response.status).toBe(200);
  expect(draft.fields).toMatchObject({
    ...fields,
    ...more,
    text: 'Some <b>text</b>.\nTwo lines.',
    slug: 'a-new-thing',
  });
  expect((await site.ask(undefined, '/post/a-new-thing')).status).toBe(404);
  expect(wordsOf(await open('staff', '/editor'))).toContain('A *new* Thing!');
  const before = Date.now();
  const published = await draft.send('editor.publish', { visibility: 'unlisted' });
  expect(wordsOf(published)).toContain('Everyone who may see it sees it now');
  const [post, ...others] = await itemsOf('posts', 'a-new-thing');
  expect([others, await itemsOf('drafts', 'a-new-thing')]).toEqual([[], []]);
  expect(Date.parse(post?.createdAt ?? '')).toBeGreaterThanOrEqual(before);
  expect(post?.tags).toEqual(['topic:news', 'topic:a b', 'game:levelhead', 'locale:ja-JP', 'unlisted']);
  expect(post?.map).toMatchObject({ title: 'A *new* Thing!', imageAlt: 'A cake.', author: 'The Duck' });
  expect(Date.parse(String(post?.map['date']))).toBeGreaterThanOrEqual(before);
  expect((await site.ask(undefined, '/post/a-new-thing')).status).toBe(200);
  const hidden = await published.send('editor.unpublish');
  // The field has the day alone.
  expect((await itemsOf('posts', 'a-new-thing'))[0]?.map['date']).toBe(post?.map['date']);
  expect([hidden.fields['visibility'], (await site.ask(undefined, '/post/a-new-thing')).status]).toEqual([
    'hidden',
    404,
  ]);
});

test('nobody but staff opens or sends any form of the editor, and visitors are led to the sign-in', async () => {
  const draft = await writeDraft('guarded');
  const { itemId = '', etag = '' } = (await itemsOf('drafts', 'guarded'))[0] ?? {};
  for (const path of ['/editor', '/editor/guarded', `/editor/${itemId}`]) {
    expect((await site.ask(undefined, path)).headers.get('location')).toContain('/login?returnTo=');
    expect([(await site.ask('player', path)).status, (await site.ask('staff', path)).status]).toEqual([404, 200]);
    for (const intent of ['save', 'saveLater', 'publish', 'unpublish', 'delete', 'merge', 'other']) {
      const form = { ...draft.fields, title: 'Taken', intent: `editor.${intent}` };
      for (const who of [undefined, 'player'] as const) {
        expect((await site.submit(who, path, form)).status).toBe(404);
      }
    }
  }
  expect((await itemsOf('drafts', 'guarded'))[0]?.etag).toBe(etag);
});

test('each wrong field is refused with its sentence, and nothing that was typed is lost', async () => {
  const wrong = {
    title: '  ',
    slug: 'No Slug',
    image: 'http://x',
    topics: 'a'.repeat(60),
    date: '2026-02-30',
    text: 'Kept.',
  };
  const page = await (await open('staff', '/editor')).send('editor.save', wrong);
  expect([page.response.status, page.fields]).toMatchObject([400, wrong]);
  expect(page.html.match(/aria-invalid="true"/g)).toHaveLength(4);
  const slug = await page.send('editor.save', { title: 'T', image: '', topics: '', date: '' });
  expect([slug.response.status, wordsOf(slug).includes('Lowercase letters, digits and single hyphens')]).toEqual([
    400,
    true,
  ]);
  const cases = { game: 'no-such', authors: `${CAST.staff.userId}, nobody1`, visibility: 'x', language: 'xx' };
  for (const [name, value] of Object.entries(cases)) {
    const refused = await slug.send('editor.save', { slug: 'refused', [name]: value });
    expect([name, refused.response.status, refused.fields['text']]).toEqual([name, 400, 'Kept.']);
    expect(refused.html).toContain('aria-invalid="true"');
  }
  expect(await itemsOf('drafts', 'refused')).toEqual([]);
});

test('two who change different places both keep theirs: the second save gets 412 and what came together', async () => {
  const mine = await writeDraft('together', { topics: 'news, lore' });
  const theirs = await open('admin', '/editor/together');
  await theirs.send('editor.save', { blurb: 'Theirs.', topics: 'lore, extra', text: 'First!\n\nSecond.\n\nThird.' });
  const text = 'First.\r\n\r\nSecond.\r\n\r\nThird, mine.';
  // Whatever else is wrong with a stale one.
  expect((await mine.send('editor.save', { slug: 'No Slug' })).response.status).toBe(412);
  const merge = await mine.send('editor.save', { title: 'Mine', topics: 'news, lore, own', text });
  expect([merge.response.status, merge.html.includes('type="radio"')]).toEqual([412, false]);
  const saved = await merge.send('editor.merge');
  expect([saved.response.status, wordsOf(saved).includes('Both versions are one now')]).toEqual([200, true]);
  expect(saved.fields).toMatchObject({
    title: 'Mine',
    blurb: 'Theirs.',
    topics: 'lore, extra, own',
    text: 'First!\n\nSecond.\n\nThird, mine.',
  });
  expect((await saved.undo()).fields).toMatchObject({ blurb: 'Theirs.', text: 'First!\n\nSecond.\n\nThird.' });
});

test('where two change the same lines and fields each is chosen, also when a third saves meanwhile', async () => {
  const mine = await writeDraft('conflicting', { title: 'Old' });
  const theirs = await open('admin', '/editor/conflicting');
  await theirs.send('editor.save', { title: 'Theirs', text: 'First, theirs.\n\nSecond.\n\nThird, theirs.' });
  const merge = await mine.send('editor.save', { title: 'Mine', text: 'First, mine.\n\nSecond.\n\nThird, mine.' });
  expect([merge.response.status, merge.html.match(/<fieldset/g)?.length]).toEqual([412, 3]);
  const missing = await merge.send('editor.merge', { 'choice-title': 'theirs', 'choice-0': 'both' });
  expect([missing.response.status, wordsOf(missing).includes('Choose what stays')]).toEqual([400, true]);
  expect(missing.html).toMatch(/<input type="radio"[^>]*name="choice-0"[^>]*checked=""[^>]*value="both"/);
  await (await open('super', '/editor/conflicting')).send('editor.save', { blurb: 'A third.' });
  const choices = { 'choice-title': 'theirs', 'choice-0': 'both', 'choice-2': 'mine' };
  const again = await missing.send('editor.merge', choices);
  expect([again.response.status, again.html.includes('type="radio"')]).toEqual([412, false]);
  const { fields } = await again.send('editor.merge');
  expect(fields).toMatchObject({ title: 'Theirs', blurb: 'A third.' });
  expect(fields['text']).toBe('First, mine.\nFirst, theirs.\n\nSecond.\n\nThird, mine.');
  const [item] = await itemsOf('drafts', 'conflicting');
  expect(item && (await textOf(item))).toBe(fields['text']);
});

test('where two change the same, words written by hand may stand, and each side shows what it changed', async () => {
  const mine = await writeDraft('by-hand', { title: 'Old', text: 'The moon is round.' });
  await (await open('admin', '/editor/by-hand')).send('editor.save', { title: 'New', text: 'The moon is flat.' });
  const merge = await mine.send('editor.save', { title: 'Other', text: 'The sun is round.' });
  const html = merge.html.replaceAll('<!-- -->', '');
  expect(html).toMatch(/<span>The <\/span><del[^>]*>moon<\/del><ins[^>]*>sun<\/ins><span> is round\.<\/span>/);
  expect(html).toMatch(/<del[^>]*>round<\/del><ins[^>]*>flat<\/ins>/);
  expect(merge.fields['own-0']).toBe('The sun is round.\nThe moon is flat.');
  const typed = {
    'choice-title': 'own',
    'own-title': 'By hand',
    'choice-0': 'own',
    'own-0': 'The sun is flat.\r\nAs told.',
  };
  const missing = await merge.send('editor.merge', { ...typed, 'choice-title': '' });
  expect([missing.response.status, missing.fields['own-0']]).toEqual([400, 'The sun is flat.\r\nAs told.']);
  const { fields } = await missing.send('editor.merge', { ...typed, 'own-title': 'By hand' });
  expect(fields).toMatchObject({ title: 'By hand', text: 'The sun is flat.\nAs told.' });
});

test('staff see who saved which version, what changed since, and bring it back', async () => {
  await writeDraft('versioned', { blurb: 'Old blurb.' });
  const saved = await (
    await open('admin', '/editor/versioned')
  ).send('editor.save', { blurb: 'New blurb.', text: 'First.\n\nChanged.\n\nThird.' });
  const path = '/editor/versioned/versions';
  const list = await open('staff', path);
  expect(wordsOf(list)).toMatch(/Kettle of Doom, .*Waffle Lieutenant, /);
  const [, rev = ''] = /versions\?rev=(\d+)/.exec(list.html) ?? [];
  const compared = await open('staff', `${path}?rev=${rev}`);
  expect(compared.html.replaceAll('<!-- -->', '')).toMatch(/<del[^>]*>Old blurb\.<\/del> <ins[^>]*>New blurb\.<\/ins>/);
  expect(compared.html).toMatch(/<del[^>]*>Second\.\n<\/del><ins[^>]*>Changed\.\n<\/ins>/);
  const restore = (etag: string) => site.submit('staff', path, { intent: 'editor.restore', rev, etag });
  expect((await restore('"1"')).status).toBe(412);
  expect((await restore(saved.fields['etag'] ?? '')).headers.get('location')).toContain('done=restored');
  expect((await open('staff', '/editor/versioned')).fields).toMatchObject({ blurb: 'Old blurb.' });
  expect((await site.ask('staff', `${path}?rev=1`)).status).toBe(404);
  expect((await site.ask('staff', `${path}?rev=x&before=-1`)).status).toBe(200);
  expect((await site.submit('player', path, { intent: 'editor.restore', rev, etag: '*' })).status).toBe(404);
});

test('a long text in any script is saved, a draft is deleted, and a form beyond its limit answers 413', async () => {
  const text = '日本語の長い文章。\n'.repeat(12_000).trimEnd();
  const page = await writeDraft('long', { text });
  const [item] = await itemsOf('drafts', 'long');
  expect([page.response.status, item && (await textOf(item)) === text]).toEqual([200, true]);
  expect((await page.send('editor.save', { text: 'x'.repeat(600_000) })).response.status).toBe(400);
  expect((await site.submit('staff', '/editor/long', { text: 'x'.repeat(4_300_000) })).status).toBe(413);
  const gone = await (await page.send('editor.save', { text: 'Short.' })).send('editor.delete');
  expect([gone.response.status, wordsOf(gone).includes('in the trash')]).toEqual([200, true]);
  expect(await itemsOf('drafts', 'long')).toEqual([]);
});

test('what somebody types and does not save is offered to them alone, and gone once it is saved or thrown away', async () => {
  const page = await writeDraft('own', { blurb: 'Saved.' });
  const [item] = await itemsOf('drafts', 'own');
  const address = `/api/editor/drafts/posts/${item?.itemId}`;
  const keep = (fields: Record<string, string>) =>
    site.ask('staff', address, { method: 'PUT', body: { etag: page.fields['etag'], fields } });
  const count = () => site.parts.db.query(sql`select item_id from editor_drafts`);
  expect((await keep({ blurb: 'Saved.' })).status).toBe(204);
  expect(wordsOf(await open('staff', '/editor/own'))).not.toContain('You typed something that');
  await keep({ blurb: 'Typed.', text: 'Typed, too.' });
  await (await open('admin', '/editor/own')).send('editor.save', { title: 'By an admin' });
  expect(wordsOf(await open('admin', '/editor/own'))).not.toContain('You typed something that');
  expect(wordsOf(await open('staff', '/editor/own'))).toMatch(/Different here: Blurb and Text/);
  const taken = await open('staff', '/editor/own?draft=yes');
  expect(taken.fields).toMatchObject({ blurb: 'Typed.', text: 'Typed, too.', etag: page.fields['etag'] });
  const merge = await taken.send('editor.save');
  expect(merge.response.status).toBe(412);
  expect((await merge.send('editor.merge')).fields).toMatchObject({ title: 'By an admin', blurb: 'Typed.' });
  expect(await count()).toEqual([]);
  expect(wordsOf(await open('staff', '/editor/own'))).not.toContain('You typed something that');
  await keep({ blurb: 'Again.' });
  const thrown = await site.submit('staff', '/editor/own', { intent: 'editor.discard' });
  expect(await thrown.text()).toMatch(/Thrown away\.[\s\S]*value="editor.takeBack"/);
  expect(wordsOf(await open('staff', '/editor/own'))).not.toContain('You typed something that');
  await site.submit('admin', '/editor/own', { intent: 'editor.takeBack' });
  expect(wordsOf(await open('staff', '/editor/own'))).not.toContain('You typed something that');
  await site.submit('staff', '/editor/own', { intent: 'editor.takeBack' });
  expect(wordsOf(await open('staff', '/editor/own'))).toMatch(/Different here: Blurb/);
  await site.submit('staff', '/editor/own', { intent: 'editor.discard' });
  await keep({ blurb: 'Typed after that.' });
  expect((await open('staff', '/editor/own?draft=yes')).fields['blurb']).toBe('Typed after that.');
  await site.submit('staff', '/editor/own', { intent: 'editor.discard' });
  const sweep = jobs(site.parts).find(({ name }) => name === 'editor:sweepOwnDrafts');
  await sweep?.run({});
  expect(await count()).toHaveLength(1);
  site.advanceClock(25 * 3_600_000);
  await sweep?.run({});
  expect(await count()).toEqual([]);
  const unsaved = { etag: '', fields: { title: 'Not yet' } };
  await site.ask('staff', '/api/editor/drafts/posts/new', { method: 'PUT', body: unsaved });
  expect((await open('staff', '/editor?draft=yes')).fields['title']).toBe('Not yet');
  await keep({ blurb: 'Old.' });
  site.advanceClock(91 * 86_400_000);
  expect(await count()).toHaveLength(2);
  await sweep?.run({});
  expect(await count()).toEqual([]);
});
