import { beforeAll, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { setApprovalRule } from '#app/editor/reviews/reviews.server.ts';
import type { Policy } from '#app/storage/crates/policy.ts';
import type { Item } from '#app/storage/item.ts';
import crates from '#database/needs/crates.json' with { type: 'json' };
import { wallTimeAt } from '#lib/locale/zone-time.ts';
import type { CastName } from '#test/cast.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { openEditor, wordsOf } from '#test/posts/editor-page.ts';
import type { EditorTab } from '#test/posts/editor-page.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';

import { changelogJobs } from '../jobs.server.ts';

const site = useTestSite();

beforeAll(async () => {
  for (const { crateId, policy } of crates) await createCrate(site, crateId, policy as Policy);
});

const open = (who: CastName | undefined, path: string) => openEditor(site, who, path);

async function itemOf(name: string): Promise<Item | undefined> {
  const [item] = await dataOf<Item[]>(await site.ask('super', `/api/storage/crates/changelogs/items?names=${name}`));
  return item;
}

async function notesOf(name: string): Promise<{ id: string; text: string; category: string }[]> {
  const { itemId } = (await itemOf(name)) ?? { itemId: '' };
  const answer = await site.ask('super', `/api/storage/crates/changelogs/items/${itemId}?download=true`);
  return ((await answer.json()) as { notes: { id: string; text: string; category: string }[] }).notes;
}

/** The ids of the lines in a form. */
const idsIn = ({ fields }: EditorTab) =>
  Object.keys(fields).flatMap((name) => /^line\.([^.]*)\.id$/.exec(name)?.[1] ?? []);

async function write(app: string, version: string, fields: Record<string, string> = {}): Promise<EditorTab> {
  const page = await open('staff', `/editor/releases/${app}/new`);
  const [id = ''] = idsIn(page);
  return page.send('editor.save', { version, [`line.${id}.text`]: `A line of ${version}`, ...fields });
}

const PAGE = '/games/levelhead/patchnotes';
const seen = async (who: CastName | undefined, path: string, words: string) =>
  (await (await site.ask(who, path)).text()).includes(words);

test('staff write a release without scripts, which nobody else finds, and publish it at that moment', async () => {
  const draft = await write('levelhead', '3.0.0', { title: 'The <b>Third</b>', intro: 'Some *words*.' });
  expect([draft.response.status, draft.fields['version'], draft.fields['title']]).toEqual([
    200,
    '3.0.0',
    'The <b>Third</b>',
  ]);
  expect(await seen(undefined, PAGE, '3.0.0')).toBe(false);
  expect(await seen('staff', PAGE, 'A line of 3.0.0')).toBe(true);
  const before = Date.now();
  const published = await draft.send('editor.publish');
  expect(wordsOf(published)).toContain('Everyone who may see it sees it now');
  const item = await itemOf('levelhead-3.0.0');
  expect(Date.parse(String(item?.map['publishedAt']))).toBeGreaterThanOrEqual(before);
  expect(await seen(undefined, PAGE, 'A line of 3.0.0')).toBe(true);
  expect(await seen(undefined, PAGE, '<em>words</em>')).toBe(true);
  expect(await seen(undefined, `${PAGE}/rss.xml`, '&lt;em&gt;words&lt;/em&gt;')).toBe(true);
  const hidden = await published.send('editor.unpublish');
  expect([hidden.fields['visibility'], await seen(undefined, PAGE, '3.0.0')]).toEqual(['hidden', false]);
});

test('who follows a changelog or its game is told once that a release came out, and no more when it is hidden', async () => {
  await site.submit('player', PAGE, { intent: 'following.follow', subject: 'changelogs.app:levelhead' });
  await site.submit('player', PAGE, { intent: 'following.follow', subject: 'changelogs.platform:levelhead.windows' });
  const part = 'posts.game:levelhead changelogs.app:levelhead';
  await site.submit('creator', PAGE, { intent: 'following.chooseParts', game: 'levelhead', part });
  const posts = { intent: 'following.chooseParts', game: 'levelhead', part: 'posts.game:levelhead' };
  await site.submit('staff', PAGE, posts);
  const isNotified = async (who: CastName) => {
    await runJobs(site);
    const html = await (await site.ask(who, '/notifications')).text();
    return html.split('Levelhead 3.7.0 is out').length > 1;
  };
  const draft = await write('levelhead', '3.7.0');
  expect(await isNotified('player')).toBe(false);
  const published = await draft.send('editor.publish');
  expect([await isNotified('player'), await isNotified('creator'), await isNotified('staff')]).toEqual([
    true,
    true,
    false,
  ]);
  const { unread } = await dataOf<{ unread: number }>(await site.ask('player', '/api/notifications/count'));
  expect(unread).toBe(1);
  await published.undo();
  expect([await isNotified('player'), await isNotified('creator')]).toEqual([false, false]);
  // Whichever way it comes out: by its field too.
  const shown = await write('levelhead', '3.7.1', { visibility: 'public' });
  const isNotifiedOfNext = async () => {
    await runJobs(site);
    return (await (await site.ask('creator', '/notifications')).text()).includes('Levelhead 3.7.1 is out');
  };
  expect([shown.response.status, await isNotifiedOfNext()]).toEqual([200, true]);
  const hidden = await (
    await open('staff', '/editor/releases/levelhead/3.7.1')
  ).send('editor.save', { visibility: 'hidden' });
  expect(await isNotifiedOfNext()).toBe(false);
  await hidden.undo();
  expect(await seen(undefined, PAGE, 'v3.7.1')).toBe(true);
  await (await open('staff', '/editor/releases/levelhead/3.7.1')).send('editor.save', { visibility: 'hidden' });
  const gone = await (await open('staff', '/editor/releases/levelhead/3.7.1')).send('editor.delete');
  expect([await itemOf('levelhead-3.7.1'), wordsOf(gone).includes('trash')]).toEqual([undefined, true]);
  expect((await gone.undo()).fields['version']).toBe('3.7.1');
});

test('who follows one platform is told of releases for it and for all, and of no other', async () => {
  const page = `${PAGE}?platform=switch`;
  expect(await seen('collaborator', page, 'value="changelogs.platform:levelhead.switch"')).toBe(true);
  const follow = (subject: string) => site.ask('collaborator', `/api/following/${subject}`, { method: 'PUT' });
  for (const none of ['levelhead.toaster', 'levelhead', 'rumpus-pack.windows', 'rumpus.windows', 'constructor.ios'])
    expect([none, (await follow(`changelogs.platform:${none}`)).status]).toEqual([none, 404]);
  const followed = await site.submit('collaborator', page, {
    intent: 'following.follow',
    subject: 'changelogs.platform:levelhead.switch',
  });
  expect(await followed.text()).toContain('Levelhead · ');
  for (const [version, platform] of [
    ['3.8.0', 'windows'],
    ['3.8.1', 'switch'],
    ['3.8.2', undefined],
  ] as const)
    await write('levelhead', version, { visibility: 'public', ...(platform && { [`on.${platform}`]: 'yes' }) });
  await runJobs(site);
  const html = await (await site.ask('collaborator', '/notifications')).text();
  const notified = ['3.8.0', '3.8.1', '3.8.2'].filter((version) => html.includes(`Levelhead ${version} is out`));
  expect(notified).toEqual(['3.8.1', '3.8.2']);
  expect(await seen('collaborator', '/alerts', 'Patch notes for ')).toBe(true);
});

test('each line keeps its id through edits, moves, a removal beside it and a restored version', async () => {
  const pasted = 'feat(beta)!: a door\nfix(switch): the lamp\nchore: tidy\n- A plain line';
  const page = await (await open('staff', '/editor/releases/levelhead/new')).send('editor.readPasted', { pasted });
  expect(wordsOf(page)).toContain('3 lines:');
  const taken = await page.send('editor.takePasted', { version: '4.0.0', pasted });
  // The line that a new form begins with said nothing.
  const [door = '', lamp = '', plain = ''] = idsIn(taken);
  expect(taken.fields).toMatchObject({
    version: '4.0.0',
    [`line.${door}.text`]: 'A door',
    [`line.${door}.stream`]: 'beta',
    [`line.${lamp}.category`]: 'mended',
    [`line.${door}.category`]: 'new',
  });
  expect(idsIn(taken)).toEqual([door, lamp, plain]);
  const more = await taken.send('editor.addLine');
  const removed = await more.send('', { line: `remove ${idsIn(more)[3]}` });
  expect(idsIn(removed)).toEqual([door, lamp, plain]);
  const first = await removed.send('editor.save');
  const moved = await first.send('', { line: `up ${plain}`, [`line.${door}.text`]: 'A better door' });
  expect(idsIn(moved)).toEqual([door, plain, lamp]);
  await moved.send('editor.save');
  const lines = async () => (await notesOf('levelhead-4.0.0')).map(({ id, text }) => `${id} ${text}`);
  expect(await lines()).toEqual([`${door} A better door`, `${plain} A plain line`, `${lamp} The lamp`]);
  const { itemId = '' } = (await itemOf('levelhead-4.0.0')) ?? {};
  const { html } = await open('staff', `/editor/releases/levelhead/${itemId}/versions`);
  const [, rev = ''] = /versions\?rev=(\d+)/.exec(html) ?? [];
  const compared = await open('staff', `/editor/releases/levelhead/${itemId}/versions?rev=${rev}`);
  expect(wordsOf(compared)).toMatch(/Changed Words: A door A better door Moved A plain line/);
  await compared.send('editor.restore', { rev });
  expect(await lines()).toEqual([`${door} A door`, `${lamp} The lamp`, `${plain} A plain line`]);
});

test('what is pasted and not taken yet is saved and published with the rest', async () => {
  const page = await open('staff', '/editor/releases/levelhead/new');
  const pasted = 'feat: a door\n- fixes the lamp';
  const out = await page.send('editor.publish', { version: '4.1.0', pasted });
  expect([out.response.status, wordsOf(out).includes('Everyone who may see it sees it now')]).toEqual([200, true]);
  const texts = async () => (await notesOf('levelhead-4.1.0')).map(({ text }) => text);
  expect(await texts()).toEqual(['A door', 'Fixes the lamp']);
  const saved = await out.send('editor.save', { pasted: '- one more' });
  expect(await texts()).toEqual(['A door', 'Fixes the lamp', 'One more']);
  const tooLong = await saved.send('editor.save', { pasted: `- ${'x'.repeat(1001)}` });
  const [, , , long = ''] = idsIn(tooLong);
  expect([tooLong.response.status, tooLong.fields['pasted'], tooLong.fields[`line.${long}.text`]?.length]).toEqual([
    400,
    '',
    1001,
  ]);
  expect(wordsOf(tooLong)).toContain('At most 1000 characters.');
  const tooMany = await saved.send('editor.save', { pasted: '- a line\n'.repeat(300) });
  expect([tooMany.response.status, await texts()]).toEqual([400, ['A door', 'Fixes the lamp', 'One more']]);
});

test('staff who read a release that cannot be shown are told of its lines as they count them', async () => {
  const parameters = {
    name: 'levelhead-4.2.0',
    tags: ['app:levelhead', 'stream:stable'],
    map: { version: '4.2.0', date: '2026-01-01' },
  };
  const notes = [
    { id: 'one', category: 'new', text: 'One' },
    { id: 'two', category: 'new', text: '' },
  ];
  await createItem(site, '/api/storage/crates/changelogs', 'staff', parameters, JSON.stringify({ notes }));
  const words = await (await site.ask('staff', `${PAGE}?version=4.2.0`)).text();
  expect(words).toContain('line 2, text: at least 1 character');
  expect(words).not.toContain('notes.1');
});

test('two who edit different lines both win, and of one line it is chosen', async () => {
  const page = await write('levelhead', '5.0.0');
  const [one = ''] = idsIn(page);
  const more = await page.send('editor.addLine');
  const two = idsIn(more)[1] ?? '';
  const mine = await more.send('editor.save', { [`line.${two}.text`]: 'The second' });
  const theirs = await open('admin', '/editor/releases/levelhead/5.0.0');
  await theirs.send('editor.save', { [`line.${two}.text`]: 'The second, theirs', title: 'Theirs' });
  const stale = await mine.send('editor.save', { [`line.${one}.text`]: 'The first, mine' });
  expect([stale.response.status, stale.html.includes('type="radio"')]).toEqual([412, false]);
  const merged = await stale.send('editor.merge');
  expect([merged.response.status, wordsOf(merged).includes('Both versions are one now')]).toEqual([200, true]);
  expect(merged.fields).toMatchObject({
    title: 'Theirs',
    [`line.${one}.text`]: 'The first, mine',
    [`line.${two}.text`]: 'The second, theirs',
  });
  const again = await open('admin', '/editor/releases/levelhead/5.0.0');
  await again.send('editor.save', { [`line.${one}.text`]: 'First of theirs' });
  const conflict = await merged.send('editor.save', { [`line.${one}.text`]: 'First of mine' });
  expect([conflict.response.status, conflict.html.includes('type="radio"')]).toEqual([412, true]);
  expect((await conflict.send('editor.merge')).response.status).toBe(400);
  const chosen = await conflict.send('editor.merge', { [`choice-line.${one}.text`]: 'mine' });
  expect(chosen.fields[`line.${one}.text`]).toBe('First of mine');
  expect(idsIn(chosen)).toEqual([one, two]);
});

test('nobody but staff opens or sends any form of releases, and visitors are led to the sign-in', async () => {
  const page = await write('levelhead', '6.0.0');
  const { etag } = (await itemOf('levelhead-6.0.0')) ?? {};
  const paths = ['', '/levelhead', '/levelhead/new', '/levelhead/6.0.0', '/levelhead/6.0.0/versions'];
  for (const path of paths.map((end) => `/editor/releases${end}`)) {
    expect((await site.ask(undefined, path)).headers.get('location')).toContain('/login?returnTo=');
    const answers = await Promise.all(
      (['player', 'staff', 'admin', 'super'] as const).map(async (who) => (await site.ask(who, path)).status),
    );
    expect([path, answers]).toEqual([path, [404, 200, 200, 200]]);
    for (const intent of ['save', 'publish', 'unpublish', 'delete', 'merge', 'restore', 'plan.publish']) {
      const form = { ...page.fields, title: 'Taken', intent: `editor.${intent}` };
      for (const who of [undefined, 'player'] as const) {
        expect([path, intent, (await site.submit(who, path, form)).status]).toEqual([path, intent, 404]);
      }
    }
  }
  expect((await itemOf('levelhead-6.0.0'))?.etag).toBe(etag);
});

test('each wrong field is refused with its sentence, and nothing that was typed is lost', async () => {
  const page = await open('staff', '/editor/releases/levelhead/new');
  const [id = ''] = idsIn(page);
  const cases: [fields: Record<string, string>, sentence: string][] = [
    [{ version: '' }, 'not a single version, such as 17.36.4.'],
    [{ version: `1.0.0-${'a'.repeat(256)}` }, 'A version has at most 256 characters.'],
    [{ stream: 'nightly' }, 'That is not a stream of releases'],
    [{ title: 'x'.repeat(129) }, 'At most 128 characters.'],
    [{ date: '2026-02-30' }, 'A day, such as 2026-11-01.'],
    [{ visibility: 'maybe' }, 'One of the three.'],
    [{ role: 'king' }, 'One of our roles.'],
    [{ role: 'super' }, 'You wouldn’t be able to see it yourself.'],
    [{ post: 'a,b' }, 'The name of a post'],
    [{ intro: 'x'.repeat(66_000) }, 'have at most 64 kB.'],
    [{ [`line.${id}.text`]: 'x'.repeat(1001) }, 'At most 1000 characters.'],
    [{ [`line.${id}.link`]: 'javascript:alert(1)' }, 'The address of a post or an entry of feedback'],
    [{ [`line.${id}.stream`]: 'nightly' }, 'That is not a stream of releases'],
    [{ 'line.A_B.id': 'A_B', 'line.A_B.text': 'Odd' }, 'The id of this line'],
  ];
  for (const [fields, sentence] of cases) {
    const typed = { version: '7.0.0', title: 'Kept', ...fields };
    const refused = await page.send('editor.save', typed);
    // A list holds no choice that it does not have.
    const kept = Object.fromEntries(
      Object.entries(typed).filter(([name]) => !/^visibility$|^line.*stream$/.test(name)),
    );
    expect([sentence, refused.response.status >= 400, refused.fields]).toMatchObject([sentence, true, kept]);
    expect([sentence, wordsOf(refused).includes(sentence)]).toEqual([sentence, true]);
    expect([sentence, refused.html.includes('aria-invalid="true"')]).toEqual([sentence, true]);
  }
  expect(await itemOf('levelhead-7.0.0')).toBeUndefined();
  await write('levelhead', '7.0.0');
  const twice = await write('levelhead', '7.0.0', { title: 'Kept' });
  expect([twice.response.status, twice.fields['title']]).toEqual([409, 'Kept']);
  expect(wordsOf(twice)).toContain('This app has that version already.');
  expect((await write('levelhead', '7.0.0', { role: 'staff' })).response.status).toBe(200);
  expect((await write('rumpus', '17.36.0')).response.status).toBe(409);
});

test('a release with an error stays hidden and says what is wrong; what is out is never saved with one', async () => {
  const draft = await write('levelhead', '8.0.0');
  const [id = ''] = idsIn(draft);
  const wrong = { [`line.${id}.text`]: '  ', [`line.${id}.category`]: 'shiny', [`line.${id}.link`]: '/post/nowhere' };
  const refused = await draft.send('editor.publish', wrong);
  expect(refused.response.status).toBe(400);
  for (const words of ['This line says nothing', 'We have no such kind', 'leads nowhere on our site']) {
    expect([words, wordsOf(refused).includes(words)]).toEqual([words, true]);
  }
  expect(refused.fields).toMatchObject({ [`line.${id}.category`]: 'shiny' });
  const right = { [`line.${id}.text`]: 'Right', [`line.${id}.category`]: 'new', [`line.${id}.link`]: '' };
  const out = await refused.send('editor.publish', right);
  expect(await seen(undefined, PAGE, 'v8.0.0')).toBe(true);
  const broken = await out.send('editor.save', { [`line.${id}.text`]: '' });
  expect([broken.response.status, await seen(undefined, PAGE, 'Right')]).toEqual([400, true]);
});

test('a plan publishes once though two workers run it, and can be taken back', async () => {
  const draft = await write('levelhead', '9.0.0');
  const at = new Date(site.parts.now().getTime() + 3_600_000);
  const local = wallTimeAt(at, 'Asia/Tokyo').slice(0, 16);
  const planned = await draft.send('editor.plan.publish', { local, zone: 'Asia/Tokyo' });
  expect(wordsOf(planned)).toContain('Saved and scheduled.');
  expect(wordsOf(await open('staff', '/editor/releases'))).toMatch(/9\.0\.0 .*Comes out/);
  const undone = await planned.send('editor.unplan.publish');
  expect(wordsOf(undone)).toContain('Nothing happens at that time anymore.');
  expect(wordsOf(await undone.undo())).toMatch(/Scheduled as before.*Comes out/);
  const { itemId = '' } = (await itemOf('levelhead-9.0.0')) ?? {};
  const task = { crateId: 'changelogs', itemId, action: 'publish' };
  const later = { ...systemCurrent(site.parts), now: () => new Date(at.getTime() + 1000) };
  const [job] = changelogJobs(() => later);
  await Promise.all([job?.run(task), job?.run(task)]);
  expect(await seen(undefined, PAGE, 'v9.0.0')).toBe(true);
  const versions = await site.ask('staff', `/api/storage/crates/changelogs/items/${itemId}/versions`);
  const { data } = (await versions.json()) as { data: unknown[] };
  expect(data).toHaveLength(2);
});

test('where an approval is needed nothing is out as soon as it is written', async () => {
  const system = systemCurrent(site.parts);
  await setApprovalRule(system, 'changelogs', true);
  const refused = await write('levelhead', '9.5.0', { visibility: 'public' });
  const kept = await refused.send('editor.save', { visibility: 'hidden' });
  const shown = await kept.send('editor.publish');
  await setApprovalRule(system, 'changelogs', false);
  expect([refused, kept, shown].map(({ response }) => response.status)).toEqual([409, 200, 409]);
  expect(await seen(undefined, PAGE, '9.5.0')).toBe(false);
});

test('words that are none of ours stay until somebody chooses others, and keep a release from coming out', async () => {
  const notes = [{ id: 'odd', category: 'new', text: 'Odd', stream: 'nightly', platforms: ['toaster', 'switch'] }];
  const parameters = {
    name: 'levelhead-11.0.0',
    tags: ['app:levelhead', 'stream:canary', 'hidden'],
    map: { version: '11.0.0', date: '2026-01-01', platforms: 'fridge' },
  };
  await createItem(site, '/api/storage/crates/changelogs', 'staff', parameters, JSON.stringify({ notes }));
  const path = '/editor/releases/levelhead/11.0.0';
  const page = await openWithMarks(path);
  const saved = await page.send('editor.save', { title: 'Renamed', ...page.marks });
  expect(wordsOf(saved)).toContain('Saved.');
  const kept = await openWithMarks(path);
  expect(kept.fields).toMatchObject({ title: 'Renamed', stream: 'canary', 'line.odd.stream': 'nightly' });
  expect(kept.marks).toEqual({ 'on.fridge': 'yes', 'line.odd.on.switch': 'yes', 'line.odd.on.toaster': 'yes' });
  const refused = await kept.send('editor.publish', kept.marks);
  expect([refused.response.status, (await itemOf('levelhead-11.0.0'))?.tags.includes('hidden')]).toEqual([400, true]);
  for (const words of ['We have no such stream', 'We don’t know that platform'])
    expect([words, wordsOf(refused).includes(words)]).toEqual([words, true]);
  const other = await kept.send('editor.save', { ...kept.marks, 'line.odd.stream': 'hourly' });
  expect([other.response.status, wordsOf(other).includes('That is not a stream of releases')]).toEqual([400, true]);
  const ours = { stream: 'beta', 'line.odd.stream': '', 'line.odd.on.switch': 'yes' };
  expect(wordsOf(await kept.send('editor.publish', ours))).toContain('Everyone who may see it sees it now');
});

/** With the boxes that are ticked. */
async function openWithMarks(path: string) {
  const page = await open('staff', path);
  const ticked = [...page.html.matchAll(/<input type="checkbox"[^>]*>/g)].filter(([tag]) => / checked=/.test(tag));
  const marks = Object.fromEntries(ticked.map(([tag]) => [/ name="([^"]+)"/.exec(tag)?.[1] ?? '', 'yes']));
  return { ...page, marks };
}

test('a version that ends as the router’s own addresses do is written, read and edited as any other', async () => {
  const draft = await write('levelhead', '12.0.0-beta.data');
  expect([draft.response.status, draft.fields['version']]).toEqual([200, '12.0.0-beta.data']);
  const [, to = ''] =
    /href="(\/editor\/releases\/levelhead\/12\.0\.0[^"]*)"/.exec(
      (await open('staff', '/editor/releases/levelhead')).html,
    ) ?? [];
  const page = await open('staff', to);
  expect(page.response.headers.get('content-type')).toContain('text/html');
  expect(page.fields['version']).toBe('12.0.0-beta.data');
  expect(wordsOf(await page.send('editor.publish'))).toContain('Everyone who may see it sees it now');
  expect(await seen(undefined, `${PAGE}?version=12.0.0-beta.data`, 'A line of 12.0.0-beta.data')).toBe(true);
});

test('what somebody typed and threw away comes back, of a release and of a new one', async () => {
  await write('levelhead', '13.0.0');
  const { itemId = '' } = (await itemOf('levelhead-13.0.0')) ?? {};
  for (const [place, path] of [
    [itemId, `/editor/releases/levelhead/${itemId}`],
    ['new:levelhead', '/editor/releases/levelhead/new'],
  ] as const) {
    const { fields } = await open('staff', path);
    const typed = { release: JSON.stringify({ version: '13.0.0', title: 'Typed', lines: [] }), intro: '' };
    const body = { etag: fields['etag'] ?? '', fields: typed };
    const kept = await site.ask('staff', `/api/editor/drafts/changelogs/${place}`, { method: 'PUT', body });
    expect(kept.status).toBe(204);
    const isOffered = async () => wordsOf(await open('staff', path)).includes('You typed something that');
    expect([path, await isOffered()]).toEqual([path, true]);
    const thrown = await site.submit('staff', path, { intent: 'editor.discard' });
    expect(await thrown.text()).toMatch(/Thrown away\.[\s\S]*value="editor.takeBack"/);
    expect(await isOffered()).toBe(false);
    // Nobody else’s.
    await site.submit('admin', path, { intent: 'editor.takeBack' });
    expect(await isOffered()).toBe(false);
    await site.submit('staff', path, { intent: 'editor.takeBack' });
    expect(await isOffered()).toBe(true);
    expect((await open('staff', `${path}?draft=yes`)).fields['title']).toBe('Typed');
  }
});

test('a link to a preview shows a hidden release to a stranger, counts, ends and is revoked', async () => {
  const draft = await write('how-many-dudes', '14.0.0', { intro: 'Some **words**.' });
  expect(draft.response.status).toBe(200);
  const path = '/editor/releases/how-many-dudes/14.0.0';
  const make = async (days: string) => {
    const form = { intent: 'editor.createPreview', days, label: 'For <b>Ada</b>' };
    const html = await (await site.submit('staff', path, form)).text();
    expect(html).not.toContain('<b>Ada');
    return /\/preview\/release\/preview_[0-9a-f]{64}/.exec(html)?.[0] ?? '';
  };
  const [day, week] = [await make('1'), await make('7')];
  const statuses = () => Promise.all([day, week].map(async (link) => (await site.ask(undefined, link)).status));
  const said = async () => wordsOf(await open('staff', path));
  for (const address of [week, `/ja-JP${week}`, `${week}.data`]) {
    const response = await site.ask(undefined, address);
    const html = await response.text();
    expect([response.status, html.includes('A line of 14.0.0'), html.includes('words')]).toEqual([200, true, true]);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
  }
  expect(await seen(undefined, '/games/how-many-dudes/patchnotes', '14.0.0')).toBe(false);
  expect(await said()).toContain('Not used yet.');
  const token = week.split('/').at(-1);
  for (const who of [undefined, 'player', 'staff'] as const) {
    await site.ask(who, '/api/editor/preview-uses', { method: 'POST', body: { token } });
  }
  expect(await said()).toContain('Used 2 times');
  // It shows what is saved now.
  await (await open('staff', path)).send('editor.save', { title: 'Renamed since' });
  expect(await seen(undefined, week, 'Renamed since')).toBe(true);
  const { now } = site.clock;
  site.clock.now = new Date(now.getTime() + 25 * 3_600_000);
  expect(await statuses()).toEqual([404, 200]);
  site.clock.now = now;
  const ids = [...(await open('staff', path)).html.matchAll(/name="previewId" value="([^"]+)"/g)];
  expect(ids).toHaveLength(2);
  for (const [, previewId = ''] of ids) {
    expect((await site.submit('player', path, { intent: 'editor.revokePreview', previewId })).status).toBe(404);
    expect((await site.submit('staff', path, { intent: 'editor.revokePreview', previewId })).status).toBe(200);
  }
  expect(await statuses()).toEqual([404, 404]);
  expect((await site.ask(undefined, '/preview/release/preview_x')).status).toBe(404);
});

test('hostile words are inert wherever a release is read or edited', async () => {
  const line = '<img src=x onerror=alert(1)>"\'</textarea><script>alert(2)</script>';
  const draft = await write('levelhead', '10.0.0', { title: line, intro: `[x](javascript:alert(3)) ${line}` });
  const [id = ''] = idsIn(draft);
  const out = await draft.send('editor.publish', { [`line.${id}.text`]: line });
  expect(out.fields[`line.${id}.text`]).toBe(line);
  for (const path of [PAGE, '/editor/releases/levelhead', '/editor/releases/levelhead/10.0.0']) {
    const html = await (await site.ask('staff', path)).text();
    expect([path, /<img src=x|<script>alert|href="javascript:/.test(html)]).toEqual([path, false]);
  }
});

test('the name of the page of releases is no name of a post', async () => {
  const post = await (await open('staff', '/editor')).send('editor.save', { title: 'Releases', text: 'Kept.' });
  expect([post.response.status, post.fields['text']]).toEqual([400, 'Kept.']);
  expect(wordsOf(post)).toContain('The editor has a page by that name.');
});
