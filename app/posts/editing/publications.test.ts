import { expect, test } from 'vitest';

import { indexItems } from '#app/articles/search/index-items.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { showDocument } from '#app/editor/kinds/document-plans.server.ts';
import type { Policy } from '#app/storage/crates/policy.ts';
import crates from '#database/needs/crates.json' with { type: 'json' };
import { sql } from '#lib/database/sql.server.ts';
import { wallTimeAt } from '#lib/locale/zone-time.ts';
import { CAST } from '#test/cast.ts';
import { runJobsAgain } from '#test/mail/jobs.ts';
import { wordsOf } from '#test/posts/editor-page.ts';
import { usePostEditor } from '#test/posts/post-editor.ts';
import { createItem } from '#test/storage.ts';

import { SEARCHED_POSTS } from '../jobs.server.ts';
import { POSTS } from './posts-kind.server.ts';

const { site, open, itemsOf, writeDraft } = usePostEditor();

test('a draft that several publish at one time is published once', async () => {
  const page = await writeDraft('raced');
  const saved = await page.send('editor.save');
  const answers = await Promise.all(Array.from({ length: 4 }, () => saved.send('editor.publish')));
  expect(answers.some((one) => wordsOf(one).includes('Everyone who may see it sees it now'))).toBe(true);
  expect([(await itemsOf('posts', 'raced')).length, await itemsOf('drafts', 'raced')]).toEqual([1, []]);
});

test('what somebody saves while it is being published is judged before it comes out', async () => {
  const page = await writeDraft('meanwhile');
  const [draft] = await itemsOf('drafts', 'meanwhile');
  const judged: string[] = [];
  const kind: typeof POSTS = {
    ...POSTS,
    requireShowable: async (_, { values }) => {
      judged.push(values.title);
      if (judged.length === 1) await page.send('editor.save', { title: 'Saved meanwhile' });
    },
  };
  const shown = await showDocument(systemCurrent(site.parts), kind, draft?.itemId ?? '');
  expect([judged, shown.map['title']]).toEqual([['Title of meanwhile', 'Saved meanwhile'], 'Saved meanwhile']);
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
    tags: ['extra'],
    map: { kept: 1, title: 'Odd' },
  });
  const saved = await open('staff', '/editor/a%2FB%20c');
  expect((await saved.send('editor.save', { slug: 'b/C d' })).response.status).toBe(400);
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
});

test('what is planned in a zone is done at that time, once, told once, not when it is taken back, and audited', async () => {
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
  const [{ itemId } = { itemId: '' }] = await itemsOf('drafts', 'blocked');
  await blocked.send('editor.save', { slug: '' });
  const findPosts = async () => {
    await indexItems(systemCurrent(site.parts), SEARCHED_POSTS);
    await runJobsAgain(site);
  };
  // What is out already is told to nobody who follows from now on.
  await findPosts();
  const { userId, email } = CAST.player;
  await site.ask('player', '/api/following/posts.feed%3Ablog', { method: 'PUT' });
  const choice = {
    intent: 'alerts.change',
    kind: 'posts.published',
    onSite: 'posts.published',
    'mail.posts.published': 'now',
  };
  expect((await site.submit('player', '/alerts', choice)).status).toBe(200);
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
  site.advanceClock(61 * 60_000);
  for (let times = 0; times < 2; times += 1) await runJobsAgain(site);
  await findPosts();
  const feed = await (await site.ask(undefined, '/blog/rss.xml')).text();
  expect([feed.split('<title>Title of planned ').length - 1, await notifiedTimes()]).toEqual([1, [1, 1]]);
  const { html = '' } = mails()[0] ?? {};
  expect([html.includes('Title of planned &lt;img'), html.includes(hostile)]).toEqual([true, false]);
  const [post] = await itemsOf('posts', 'planned');
  expect([post?.tags, await itemsOf('drafts', 'planned')]).toEqual([[], []]);
  expect([await itemsOf('posts', 'dropped'), (await itemsOf('drafts', 'dropped')).length]).toEqual([[], 1]);
  expect(wordsOf(await open('staff', `/editor/${itemId}`))).toContain('Schedule it again');
  expect(blocked.response.status).toBe(200);
  site.advanceClock(61 * 60_000);
  await runJobsAgain(site);
  expect((await itemsOf('posts', 'planned'))[0]?.tags).toEqual(['hidden']);
  const entries = await site.parts.db.query(sql`select action, user_id as by, after->>'action' as planned from audit
    where target = ${`item/posts/${post?.itemId}`} order by audit_id`);
  expect(entries).toEqual([
    { action: 'document.plan', by: CAST.staff.userId, planned: 'publish' },
    { action: 'document.plan', by: CAST.staff.userId, planned: 'unpublish' },
    { action: 'document.publish', by: null, planned: null },
    { action: 'document.unpublish', by: null, planned: null },
  ]);
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
    for (const who of [undefined, 'player'] as const) expect((await site.submit(who, path, form)).status).toBe(404);
    expect((await site.submit('staff', path, { ...form, itemId: 'x', at: 'x', zone: 'x' })).status).toBeLessThan(500);
  }
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
