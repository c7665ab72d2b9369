import { beforeAll, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { jobs } from '#app/jobs.server.ts';
import type { Policy } from '#app/storage/crates/policy.ts';
import type { Item } from '#app/storage/item.ts';
import crates from '#database/seeds/crates.json' with { type: 'json' };
import { sql } from '#lib/database/sql.server.ts';
import { enqueue } from '#lib/jobs/enqueue.server.ts';
import { wallTimeAt } from '#lib/locale/zone-time.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { runJobsAgain } from '#test/mail/jobs.ts';
import { openEditor, sendForm } from '#test/posts/editor-page.ts';
import type { EditorTab } from '#test/posts/editor-page.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';

import { indexPosts } from '../search/index-posts.server.ts';
import { FINISH_PUBLICATION } from './publications.server.ts';

const site = useTestSite();

beforeAll(async () => {
  for (const { crateId, policy } of crates) await createCrate(site, crateId, policy as Policy);
});

const open = (who: CastName | undefined, path: string) => openEditor(site, who, path);

/** What a crate holds under a name, for staff. */
async function itemsOf(crate: string, name: string): Promise<Item[]> {
  return dataOf(await site.ask('staff', `/api/storage/crates/${crate}/items?names=${name}`));
}

async function textOf({ crateId, itemId }: Item): Promise<string> {
  return (await site.ask('staff', `/api/storage/crates/${crateId}/items/${itemId}?download=true`)).text();
}

async function writeDraft(slug: string, fields: Record<string, string> = {}): Promise<EditorTab> {
  const page = await open('staff', '/editor');
  return page.send('editor.save', { title: `Title of ${slug}`, slug, text: 'First.\n\nSecond.\n\nThird.', ...fields });
}

const wordsOf = ({ html }: EditorTab) =>
  html.replaceAll(/<script[^]*?<\/script>|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

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
  expect(post?.tags).toEqual(['topic:news', 'topic:a b', 'game:levelhead', 'unlisted', 'locale:ja-JP']);
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
        expect((await sendForm(site, who, path, form)).status).toBe(404);
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
    ...{ title: 'Mine', blurb: 'Theirs.', topics: 'lore, extra, own' },
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

test('a draft whose publication was killed halfway is published once, by the job or by hand', async () => {
  for (const finish of ['job', 'hand'] as const) {
    const name = `killed-${finish}`;
    await writeDraft(name);
    const draft = (await itemsOf('drafts', name))[0];
    if (draft === undefined) throw new Error('no draft');
    // The state between both steps.
    const map = { ...draft.map, draft: `${draft.itemId} ${draft.etag}` };
    await createItem(site, '/api/storage/crates/posts', 'staff', { name, map }, 'First.');
    if (finish === 'job') {
      const task = { name: FINISH_PUBLICATION, payload: { itemId: draft.itemId } };
      await enqueue(site.parts.db, task);
      await runJobsAgain(site);
    } else await (await open('staff', `/editor/${draft.itemId}`)).send('editor.publish', { text: 'Mended since.' });
    const [post, ...others] = await itemsOf('posts', name);
    expect([others, await itemsOf('drafts', name)]).toEqual([[], []]);
    expect(post && (await textOf(post))).toBe(finish === 'job' ? 'First.' : 'Mended since.');
  }
});

test('a newer draft whose publication was killed halfway is gone by the job, and what was saved into it since stays', async () => {
  for (const isSaved of [false, true]) {
    const { post, newer } = await writeNewer(`killed-newer-${isSaved}`, { title: 'Newer' });
    const draft = await newerOfPost(post);
    // The state between both steps.
    const map = { ...post.map, title: 'Newer', draft: `${draft?.itemId} ${draft?.etag}` };
    const path = `/api/storage/crates/posts/items/${post.itemId}/metadata`;
    expect((await site.ask('staff', path, { method: 'PATCH', body: { map } })).status).toBe(200);
    if (isSaved) await newer.send('editor.save', { blurb: 'Since.' });
    await enqueue(site.parts.db, { name: FINISH_PUBLICATION, payload: { itemId: draft?.itemId } });
    await runJobsAgain(site);
    expect([
      (await newerOfPost(post))?.map['blurb'],
      (await itemsOf('posts', post.name ?? ''))[0]?.map['title'],
    ]).toEqual([isSaved ? 'Since.' : undefined, 'Newer']);
  }
});

test('a draft that several publish at one time is published once', async () => {
  const page = await writeDraft('raced');
  const saved = await page.send('editor.save');
  const answers = await Promise.all(Array.from({ length: 4 }, () => saved.send('editor.publish')));
  expect(answers.some((one) => wordsOf(one).includes('Everyone who may see it sees it now'))).toBe(true);
  expect([(await itemsOf('posts', 'raced')).length, await itemsOf('drafts', 'raced')]).toEqual([1, []]);
});

test('no two posts share an address, and a draft without one is not published', async () => {
  await (await writeDraft('taken')).send('editor.publish');
  const refused = await writeDraft('taken');
  expect([refused.response.status, wordsOf(refused).includes('Another post has that address.')]).toEqual([409, true]);
  const other = await writeDraft('free', { title: '日本語' });
  expect((await other.send('editor.save', { slug: 'taken' })).response.status).toBe(409);
  const nameless = await other.send('editor.publish', { slug: '' });
  expect([nameless.response.status, nameless.fields['title']]).toEqual([400, '日本語']);
  // An older post may have any name, and keeps it.
  await createItem(site, '/api/storage/crates/posts', 'staff', { name: 'a/B c', map: { kept: 1 }, tags: ['extra'] });
  const odd = await open('staff', '/editor/a%2FB%20c');
  expect((await odd.send('editor.save', { title: 'Odd' })).response.status).toBe(200);
  expect((await itemsOf('posts', encodeURIComponent('a/B c')))[0]).toMatchObject({
    ...{ tags: ['extra'], map: { kept: 1, title: 'Odd' } },
  });
  expect((await odd.send('editor.save', { slug: 'b/C d' })).response.status).toBe(400);
});

test('staff publish what another wrote, who stays its author, and only the owner hands it over', async () => {
  const page = await writeDraft('of-admin', { authors: CAST.staff.userId });
  const byAdmin = await (
    await open('admin', '/editor')
  ).send('editor.save', { title: 'Of an admin', slug: 'by-admin' });
  const opened = await open('staff', '/editor/by-admin');
  const stolen = await opened.send('editor.save', { authors: CAST.staff.userId });
  expect([stolen.response.status, wordsOf(stolen).includes('Only the owner and admins')]).toEqual([403, true]);
  await opened.send('editor.publish');
  expect((await itemsOf('posts', 'by-admin'))[0]?.collaborators).toEqual([CAST.admin.userId]);
  expect([page.response.status, byAdmin.response.status]).toEqual([200, 200]);
});

test('whoever the crate does not let publish neither publishes nor plans', async () => {
  const change = (policy: Policy) =>
    site.ask('admin', '/api/storage/crates/posts', { method: 'PUT', body: { policy } }).then(({ status }) => status);
  const policy = crates.find(({ crateId }) => crateId === 'posts')?.policy as Policy;
  const draft = await writeDraft('not-theirs');
  expect(await change({ ...policy, create: ['admin'] })).toBe(200);
  const local = wallTimeAt(new Date(site.parts.now().getTime() + 3_600_000), 'UTC');
  const planned = await draft.send('editor.plan.publish', { local, zone: 'UTC' });
  const published = await planned.send('editor.publish');
  expect(await change(policy)).toBe(200);
  expect([planned.response.status, published.response.status]).toEqual([403, 403]);
  expect(await itemsOf('posts', 'not-theirs')).toEqual([]);
  // Nor does a job try it again and again.
  const [item] = await itemsOf('drafts', 'not-theirs');
  const left = sql`select from graphile_worker._private_jobs where key = ${`${FINISH_PUBLICATION} ${item?.itemId}`}`;
  expect(await site.parts.db.query(left)).toEqual([]);
});

test('P1-C5: what is planned in a zone is done at that time, once, and told once, and not when it is taken back', async () => {
  const zone = 'America/St_Johns';
  const planned = (minutes: number) => {
    const local = wallTimeAt(new Date(site.parts.now().getTime() + minutes * 60_000), zone);
    return { local, zone };
  };
  const hostile = '<img src=x onerror=alert(1)>';
  const draft = await writeDraft('planned', { visibility: 'public', title: `Title of planned ${hostile}` });
  const saved = await draft.send('editor.plan.publish', { ...planned(60), blurb: 'Saved with it.' });
  expect([
    saved.response.status,
    saved.fields['blurb'],
    /Comes out .* in America\/St Johns/.test(wordsOf(saved)),
  ]).toEqual([200, 'Saved with it.', true]);
  await saved.send('editor.plan.unpublish', planned(120));
  await (await (await writeDraft('dropped')).send('editor.plan.publish', planned(60))).send('editor.unplan.publish');
  const blocked = await (await writeDraft('blocked')).send('editor.plan.publish', planned(60));
  await createItem(site, '/api/storage/crates/posts', 'staff', { name: 'blocked', map: { title: 'First' } });
  const findPosts = async () => {
    await indexPosts(systemCurrent(site.parts));
    await runJobsAgain(site);
  };
  // What is out already is told to nobody who follows from now on.
  await findPosts();
  const { userId, email } = CAST.player;
  await site.ask('player', '/api/following/posts.feed%3Ablog', { method: 'PUT' });
  const choice = { intent: 'alerts.change', kind: 'posts.published', onSite: 'on', mail: 'now' };
  expect((await sendForm(site, 'player', '/alerts', choice)).status).toBe(200);
  const mails = () =>
    site.parts.mailer.keptMails().filter(({ to, text }) => to === email && text.includes('Title of planned'));
  const notifiedTimes = async () => [
    (await site.parts.db.query(sql`select 1 from notifications where user_id = ${userId}`)).length,
    mails().length,
  ];
  await findPosts();
  // Before its time, and after a clock that runs ahead.
  await runJobsAgain(site);
  expect(await notifiedTimes()).toEqual([0, 0]);
  expect([await itemsOf('posts', 'planned'), (await itemsOf('drafts', 'planned')).length]).toEqual([[], 1]);
  site.clock.now = new Date(site.parts.now().getTime() + 61 * 60_000);
  for (let times = 0; times < 2; times += 1) await runJobsAgain(site);
  await findPosts();
  const feed = await (await site.ask(undefined, '/blog/rss.xml')).text();
  expect([feed.split('<title>Title of planned ').length - 1, await notifiedTimes()]).toEqual([1, [1, 1]]);
  const { html = '' } = mails()[0] ?? {};
  expect([html.includes('Title of planned &lt;img'), html.includes(hostile)]).toEqual([true, false]);
  const [post] = await itemsOf('posts', 'planned');
  expect([post?.tags, await itemsOf('drafts', 'planned')]).toEqual([[], []]);
  expect([await itemsOf('posts', 'dropped'), (await itemsOf('drafts', 'dropped')).length]).toEqual([[], 1]);
  expect(wordsOf(await open('staff', `/editor/${(await itemsOf('drafts', 'blocked'))[0]?.itemId}`))).toContain(
    'Schedule it again',
  );
  expect(blocked.response.status).toBe(200);
  site.clock.now = new Date(site.parts.now().getTime() + 61 * 60_000);
  await runJobsAgain(site);
  expect((await itemsOf('posts', 'planned'))[0]?.tags).toEqual(['hidden']);
});

test('what was published, hidden, planned, taken back, restored or deleted is undone by one press, and nothing that came after', async () => {
  const statusOf = async (name: string) => (await site.ask(undefined, `/post/${name}`)).status;
  const draft = await writeDraft('undone', { visibility: 'unlisted' });
  const plan = (hours: number) => ({
    local: wallTimeAt(new Date(site.parts.now().getTime() + hours * 3_600_000), 'Asia/Tokyo'),
    zone: 'Asia/Tokyo',
  });
  const plansOf = async () => {
    const rows = await site.parts.db.query<{ at: Date; zone: string }>(sql`
      select at, zone from editor_schedules where item_id = ${(await itemsOf('drafts', 'undone'))[0]?.itemId ?? ''}`);
    return rows.map(({ at, zone }) => [wallTimeAt(at, zone), zone]);
  };
  const [first, second] = [plan(2), plan(4)];
  const planned = await draft.send('editor.plan.publish', first);
  const moved = await planned.send('editor.plan.publish', second);
  expect(await plansOf()).toEqual([[second.local, second.zone]]);
  const back = await moved.undo();
  expect([await plansOf(), wordsOf(back).includes('Scheduled as before')]).toEqual([[[first.local, first.zone]], true]);
  // Another tab still shows the notice of a plan that is none any more.
  expect([(await moved.undo()).response.status, await plansOf()]).toEqual([409, [[first.local, first.zone]]]);
  const dropped = await back.send('editor.unplan.publish');
  expect(await plansOf()).toEqual([]);
  await dropped.undo();
  expect([(await dropped.undo()).response.status, await plansOf()]).toEqual([409, [[first.local, first.zone]]]);
  const gone = await (await open('staff', '/editor/undone')).send('editor.delete');
  expect([await itemsOf('drafts', 'undone'), wordsOf(gone).includes('in the trash')]).toEqual([[], true]);
  const undeleted = await gone.undo();
  expect([undeleted.fields['slug'], await plansOf()]).toEqual(['undone', [[first.local, first.zone]]]);
  expect((await undeleted.send('editor.plan.publish', second)).html).toMatch(/>Undo</);
  const published = await (await open('staff', '/editor/undone')).send('editor.publish');
  expect(await statusOf('undone')).toBe(200);
  const hidden = await published.undo();
  expect([await statusOf('undone'), wordsOf(hidden).includes('Only staff see it now')]).toEqual([404, true]);
  const shown = await hidden.undo();
  expect([await statusOf('undone'), shown.fields['visibility']]).toEqual([200, 'unlisted']);
  await (await open('admin', '/editor/undone')).send('editor.save', { blurb: 'Somebody else was here.' });
  expect((await shown.undo()).response.status).toBe(412);
  expect((await open('staff', '/editor/undone?done=restored&rev=1&was=1')).html).not.toMatch(/>Undo</);
  // What would come out with an error in it does not come back.
  const bad = await (await writeDraft('undone-badly', { text: '![](nothing-there)' })).send('editor.save');
  await createItem(
    site,
    '/api/storage/crates/posts',
    'staff',
    { name: 'bad-one', map: { title: 'B' } },
    bad.fields['text'],
  );
  const broken = await (await open('staff', '/editor/bad-one')).send('editor.unpublish');
  expect([(await broken.undo()).response.status, await statusOf('bad-one')]).toEqual([400, 404]);
  for (const intent of ['hide', 'restore', 'undoPlan.publish', 'undelete', 'restorePreview']) {
    const path = intent === 'undelete' ? '/editor' : '/editor/undone';
    const form = { intent: `editor.${intent}`, itemId: (await itemsOf('posts', 'undone'))[0]?.itemId ?? '' };
    for (const who of [undefined, 'player'] as const) expect((await sendForm(site, who, path, form)).status).toBe(404);
    expect((await sendForm(site, 'staff', path, { ...form, itemId: 'x', at: 'x', zone: 'x' })).status).toBeLessThan(
      500,
    );
  }
});

test('staff see what changed since a version, and bring it back', async () => {
  const page = await writeDraft('versioned', { blurb: 'Old blurb.' });
  const saved = await page.send('editor.save', { blurb: 'New blurb.', text: 'First.\n\nChanged.\n\nThird.' });
  const path = '/editor/versioned/versions';
  const list = await open('staff', path);
  const [, rev = ''] = /versions\?rev=(\d+)/.exec(list.html) ?? [];
  const compared = await open('staff', `${path}?rev=${rev}`);
  expect(compared.html.replaceAll('<!-- -->', '')).toMatch(/<del[^>]*>Old blurb\.<\/del> <ins[^>]*>New blurb\.<\/ins>/);
  expect(compared.html).toMatch(/<del[^>]*>Second\.\n<\/del><ins[^>]*>Changed\.\n<\/ins>/);
  const restore = (etag: string) => sendForm(site, 'staff', path, { intent: 'editor.restore', rev, etag });
  expect((await restore('"1"')).status).toBe(412);
  expect((await restore(saved.fields['etag'] ?? '')).headers.get('location')).toContain('done=restored');
  expect((await open('staff', '/editor/versioned')).fields).toMatchObject({ blurb: 'Old blurb.' });
  expect((await site.ask('staff', `${path}?rev=1`)).status).toBe(404);
  expect((await site.ask('staff', `${path}?rev=x&before=-1`)).status).toBe(200);
  expect((await sendForm(site, 'player', path, { intent: 'editor.restore', rev, etag: '*' })).status).toBe(404);
});

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
  await indexPosts(systemCurrent(site.parts));
  const words = { title: 'Zucchini', slug: 'revised-since', text: 'First.\n\nSecond of zucchini.\n\nThird.' };
  const { post, newer } = await writeNewer('revised', words);
  const notifiedTimes = async () => {
    await indexPosts(systemCurrent(site.parts));
    site.clock.now = new Date(site.parts.now().getTime() + 61 * 60_000);
    await runJobsAgain(site);
    const { userId } = CAST.creator;
    return (await site.parts.db.query(sql`select 1 from notifications where user_id = ${userId}`)).length;
  };
  expect(await notifiedTimes()).toBe(1);
  expect([newer.response.status, wordsOf(newer).includes('Saved for later')]).toEqual([200, true]);
  expect(newer.fields).toMatchObject(words);
  const { itemId = '', name = '' } = (await newerOfPost(post)) ?? {};
  const drafts = '/api/storage/crates/drafts';
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
      if (path.startsWith(drafts) || path.includes(itemId)) expect(answer.status).toBeGreaterThanOrEqual(300);
    }
  }
  const preview = await sendForm(site, 'staff', `/editor/${itemId}`, { intent: 'editor.createPreview', days: '7' });
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
  expect(after?.map).toEqual({ ...post.map, title: 'Zucchini', draft: expect.stringContaining(itemId) });
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
    site.clock.now = new Date(site.parts.now().getTime() + 61 * 60_000);
    await runJobsAgain(site);
    return String((await itemsOf('posts', 'later'))[0]?.map['title']);
  };
  const { itemId = '' } = (await newerOfPost(post)) ?? {};
  expect((await newer.send('editor.plan.unpublish', plan())).response.status).toBe(400);
  const planned = await newer.send('editor.plan.publish', plan());
  await (await open('admin', '/editor/later')).send('editor.save', { blurb: 'Live.' });
  expect([planned.response.status, await comeTrue()]).toEqual([200, 'Title of later']);
  expect(wordsOf(await open('staff', `/editor/${itemId}`))).toContain('t work (posts.outChanged)');
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
    ...{ collaborators: [CAST.admin.userId], map: { blurb: 'By staff.' } },
  });
});

test('a time that never comes, comes twice, is over or in no zone is refused at its field', async () => {
  let page = await writeDraft('timed', { blurb: 'Typed.' });
  const plan = async (local: string, zone: string, more: Record<string, string> = {}) => {
    page = await page.send('editor.plan.publish', { local, zone, ...more });
    return [page.response.status, /<span>([^<]*)<\/span><\/p>/.exec(page.html.split('field-error')[1] ?? '')?.[1]];
  };
  const year = site.parts.now().getUTCFullYear() + 1;
  const sundayIn = (month: number) => 31 - new Date(Date.UTC(year, month, 31)).getUTCDay();
  const [gap, twice] = [`${year}-03-${sundayIn(2)}T02:30`, `${year}-10-${sundayIn(9)}T02:30`];
  const forward = 'Clocks go forward there, and that time never comes. They show this instead:';
  expect(await plan(gap, 'Europe/Berlin')).toEqual([400, `${forward} ${gap.slice(0, 10)} 03:30.`]);
  expect(await plan(twice, 'Europe/Berlin')).toEqual([400, expect.stringContaining('comes twice')]);
  expect(await plan('2020-01-01T00:00', 'UTC')).toEqual([400, 'That time has already passed.']);
  expect(await plan('soon', 'UTC')).toEqual([400, 'Give a day and a time.']);
  expect(await plan(twice, 'Mars/Olympus')).toEqual([400, 'Give the name of a time zone, such as Europe/Berlin.']);
  expect((await plan(twice, 'Europe/Berlin', { turn: 'second' }))[0]).toBe(200);
  expect([wordsOf(page).includes('2:30'), page.fields['blurb']]).toEqual([true, 'Typed.']);
});

test('a long text in any script is saved, a draft is deleted, and a form beyond its limit answers 413', async () => {
  const text = '日本語の長い文章。\n'.repeat(12_000).trimEnd();
  const page = await writeDraft('long', { text });
  const [item] = await itemsOf('drafts', 'long');
  expect([page.response.status, item && (await textOf(item)) === text]).toEqual([200, true]);
  expect((await page.send('editor.save', { text: 'x'.repeat(600_000) })).response.status).toBe(400);
  expect((await sendForm(site, 'staff', '/editor/long', { text: 'x'.repeat(4_300_000) })).status).toBe(413);
  const gone = await (await page.send('editor.save', { text: 'Short.' })).send('editor.delete');
  expect([gone.response.status, wordsOf(gone).includes('in the trash')]).toEqual([200, true]);
  expect(await itemsOf('drafts', 'long')).toEqual([]);
});

test('what somebody types and does not save is offered to them alone, and gone once it is saved or thrown away', async () => {
  const page = await writeDraft('own', { blurb: 'Saved.' });
  const [item] = await itemsOf('drafts', 'own');
  const address = `/api/editor/drafts/drafts/${item?.itemId}`;
  const keep = (fields: Record<string, string>) =>
    site.ask('staff', address, { method: 'PUT', body: { etag: page.fields['etag'], fields } });
  const count = () => site.parts.db.query(sql`select item_id from editor_drafts`);
  expect((await keep({ blurb: 'Saved.' })).status).toBe(204);
  expect(wordsOf(await open('staff', '/editor/own'))).not.toContain('You typed something that');
  await keep({ blurb: 'Typed.', text: 'Typed, too.' });
  await (await open('admin', '/editor/own')).send('editor.save', { title: 'By an admin' });
  expect(wordsOf(await open('admin', '/editor/own'))).not.toContain('You typed something that');
  expect(wordsOf(await open('staff', '/editor/own'))).toMatch(/differs here: Blurb and Text/);
  const taken = await open('staff', '/editor/own?draft=yes');
  expect(taken.fields).toMatchObject({ blurb: 'Typed.', text: 'Typed, too.', etag: page.fields['etag'] });
  const merge = await taken.send('editor.save');
  expect(merge.response.status).toBe(412);
  expect((await merge.send('editor.merge')).fields).toMatchObject({ title: 'By an admin', blurb: 'Typed.' });
  expect(await count()).toEqual([]);
  expect(wordsOf(await open('staff', '/editor/own'))).not.toContain('You typed something that');
  await keep({ blurb: 'Again.' });
  const thrown = await sendForm(site, 'staff', '/editor/own', { intent: 'editor.discard' });
  expect(await thrown.text()).toMatch(/Thrown away\.[\s\S]*value="editor.takeBack"/);
  expect(wordsOf(await open('staff', '/editor/own'))).not.toContain('You typed something that');
  await sendForm(site, 'admin', '/editor/own', { intent: 'editor.takeBack' });
  expect(wordsOf(await open('staff', '/editor/own'))).not.toContain('You typed something that');
  await sendForm(site, 'staff', '/editor/own', { intent: 'editor.takeBack' });
  expect(wordsOf(await open('staff', '/editor/own'))).toMatch(/differs here: Blurb/);
  await sendForm(site, 'staff', '/editor/own', { intent: 'editor.discard' });
  await keep({ blurb: 'Typed after that.' });
  expect((await open('staff', '/editor/own?draft=yes')).fields['blurb']).toBe('Typed after that.');
  await sendForm(site, 'staff', '/editor/own', { intent: 'editor.discard' });
  const sweep = jobs(site.parts).find(({ name }) => name === 'editor:sweepOwnDrafts');
  await sweep?.run({});
  expect(await count()).toHaveLength(1);
  site.clock.now = new Date(site.parts.now().getTime() + 25 * 3_600_000);
  await sweep?.run({});
  expect(await count()).toEqual([]);
  const unsaved = { etag: '', fields: { title: 'Not yet' } };
  await site.ask('staff', '/api/editor/drafts/drafts/new', { method: 'PUT', body: unsaved });
  expect((await open('staff', '/editor?draft=yes')).fields['title']).toBe('Not yet');
  await keep({ blurb: 'Old.' });
  site.clock.now = new Date(site.parts.now().getTime() + 91 * 86_400_000);
  expect(await count()).toHaveLength(2);
  await sweep?.run({});
  expect(await count()).toEqual([]);
});
