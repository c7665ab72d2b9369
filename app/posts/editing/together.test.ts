import { isDeepStrictEqual } from 'node:util';

import { afterEach, beforeAll, expect, test } from 'vitest';

import { setAccount } from '#app/accounts/accounts.server.ts';
import type { Role } from '#app/current/role.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { jobs } from '#app/nouns.server.ts';
import type { Policy } from '#app/storage/crates/policy.ts';
import type { Item } from '#app/storage/item.ts';
import crates from '#database/needs/crates.json' with { type: 'json' };
import { sql } from '#lib/database/sql.server.ts';
import { wallTimeAt } from '#lib/locale/zone-time.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { runJobsAgain } from '#test/mail/jobs.ts';
import { openEditor } from '#test/posts/editor-page.ts';
import type { EditorTab } from '#test/posts/editor-page.ts';
import { useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';
import { createCrate, dataOf } from '#test/storage.ts';

const site = useTestSite();

beforeAll(async () => {
  for (const { crateId, policy } of crates) await createCrate(site, crateId, policy as Policy);
});

afterEach(() => {
  site.clock.now = new Date();
});

const open = (who: CastName | undefined, path: string) => openEditor(site, who, path);
const wordsOf = (html: string) =>
  html.replaceAll(/<script[^]*?<\/script>|<!-- -->|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

/** What has been out under a name, or has not, for staff. */
async function itemOf(kind: 'posts' | 'drafts', name: string): Promise<Item | undefined> {
  const items = await dataOf<Item[]>(await site.ask('staff', `/api/storage/crates/posts/items?names=${name}`));
  return items.find(({ tags }) => tags.includes('draft') === (kind === 'drafts'));
}

async function writeDraft(slug: string, fields: Record<string, string> = {}): Promise<EditorTab> {
  const page = await open('staff', '/editor');
  return page.send('editor.save', { title: `Title of ${slug}`, slug, text: 'Words of it.', ...fields });
}

/** A form beside the words, as a browser without scripts sends it. */
async function act(who: CastName, name: string, intent: string, fields: Record<string, string> = {}) {
  const response = await site.submit(who, `/editor/${name}`, {
    intent: `editor.${intent}`,
    of: 'review',
    ...fields,
  });
  return { status: response.status, html: await response.text() };
}

async function makeLink(name: string, days = '7'): Promise<string> {
  const { html } = await act('staff', name, 'createPreview', { days, label: 'For <b>Ada</b>' });
  const [, path = ''] = /http:\/\/localhost:8080(\/preview\/preview_[0-9a-f]{64})/.exec(html) ?? [];
  return path;
}

const pageOf = async (name: string) => wordsOf((await open('staff', `/editor/${name}`)).html);
const audit = async (action: string) =>
  (await dataOf<{ userId: string }[]>(await site.ask('admin', `/api/audit?action=${action}`))).length;

test('a link to a preview shows a draft to whoever has it, is in no index and no cache, and counts who reads it', async () => {
  await writeDraft('previewed', { text: 'Some **words**.\n\n## One\n\n## Two\n\n## Three', blurb: 'B' });
  const path = await makeLink('previewed');
  expect(path).not.toBe('');
  expect(await pageOf('previewed')).not.toContain(path.slice(9));
  for (const address of [path, `/ja-JP${path}`, `${path}.data`]) {
    const response = await site.ask(undefined, address);
    const html = await response.text();
    expect(response.status).toBe(200);
    for (const shown of ['Title of previewed', '<strong>words</strong>']) expect(html).toContain(shown);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    expect(html).not.toContain('rel="canonical"');
  }
  expect((await site.ask(undefined, '/post/previewed')).status).toBe(404);
  expect(await pageOf('previewed')).toContain('Not used yet.');
  const use = (who: CastName | undefined, token: string, query = '') =>
    site.ask(who, `/api/editor/preview-uses${query}`, { method: 'POST', body: { token } });
  const token = path.split('/').at(-1) ?? '';
  for (const who of [undefined, 'player', 'staff'] as const) expect((await use(who, token)).status).toBe(204);
  // Staff are no readers, whatever they look like.
  expect((await use('staff', token, '?masquerade=authenticated')).status).toBe(204);
  expect((await use(undefined, `${token.slice(0, -1)}x`)).status).toBe(204);
  expect(await pageOf('previewed')).toMatch(/Used 2 times, last .*ago|Used 2 times, last now/);
});

test('a link that is over, revoked, unknown or of somebody without rights is as unknown as any other', async () => {
  await writeDraft('ended');
  const [first, second, third] = [await makeLink('ended', '1'), await makeLink('ended'), await makeLink('ended')];
  const statuses = () =>
    Promise.all([first, second, third].map(async (path) => (await site.ask(undefined, path)).status));
  expect(await statuses()).toEqual([200, 200, 200]);
  const { html } = await open('staff', '/editor/ended');
  const ids = [...html.matchAll(/name="previewId" value="([^"]+)"/g)].map(([, id = '']) => id);
  expect(ids).toHaveLength(3);
  await writeDraft('other');
  // The link of another post, and what is no id at all.
  await act('staff', 'other', 'revokePreview', { previewId: ids[0] ?? '' });
  await act('staff', 'ended', 'revokePreview', { previewId: 'x' });
  expect(await statuses()).toEqual([200, 200, 200]);
  expect((await act('player', 'ended', 'revokePreview', { previewId: ids[0] ?? '' })).status).toBe(404);
  await act('staff', 'ended', 'revokePreview', { previewId: ids[0] ?? '' });
  expect(await statuses()).toEqual([200, 200, 404]);
  // By mistake: it works again, for whoever has it, but only at once.
  const revoked = await open('staff', '/editor/ended');
  const restore = () => act('staff', 'ended', 'restorePreview', { previewId: ids[0] ?? '' });
  expect((await act('staff', 'other', 'restorePreview', { previewId: ids[0] ?? '' })).status).toBe(409);
  expect((await act('staff', 'ended', 'restorePreview', { previewId: 'x' })).status).toBe(409);
  expect(revoked.html).toContain('Revoked');
  expect([(await restore()).status, await statuses(), (await restore()).status]).toEqual([200, [200, 200, 200], 409]);
  const again = await act('staff', 'ended', 'revokePreview', { previewId: ids[0] ?? '' });
  expect(again.html).toMatch(/<button value="editor\.restorePreview"/);
  site.advanceClock(11 * 60_000);
  expect([(await restore()).status, await statuses()]).toEqual([409, [200, 200, 404]]);
  // A link is worth no more than who made it.
  const setRole = (role: Role) => setAccount(systemCurrent(site.parts), CAST.staff.userId, role);
  await setRole('authenticated');
  expect(await statuses()).toEqual([404, 404, 404]);
  await setRole('staff');
  expect(await statuses()).toEqual([200, 200, 404]);
  const withoutId = async (path: string) =>
    wordsOf(await (await site.ask(undefined, path)).text()).replace(/mention \S+/, '');
  expect(await withoutId(third)).toBe(await withoutId(`/preview/preview_${'0'.repeat(64)}`));
  site.advanceClock(25 * 3_600_000);
  expect(await statuses()).toEqual([404, 200, 404]);
  expect(await pageOf('ended')).toMatch(/Revoked.*Active.*Expired/);
  expect([await audit('preview.create'), await audit('preview.revoke'), await audit('preview.restore')]).toEqual([
    4, 2, 1,
  ]);
  for (const path of ['/preview/x', '/preview/preview_', `/preview/${'a'.repeat(5000)}`, '/preview/%ff']) {
    expect([400, 404]).toContain((await site.ask(undefined, path)).status);
  }
  site.advanceClock(200 * 86_400_000);
  await jobs(site.parts)
    .find(({ name }) => name === 'editor:sweepTogether')
    ?.run({});
  expect(await site.parts.db.query(sql`select preview_id from editor_previews`)).toEqual([]);
});

test('a text has at most 20 open links, and each goes on with it when it is published', async () => {
  const draft = await writeDraft('many', { visibility: 'hidden' });
  const path = await makeLink('many');
  await site.parts.db.query(sql`
    insert into editor_previews (crate_id, preview_id, item_id, token_hash, label, created_by, created_at, expires_at)
    select crate_id, gen_random_uuid(), item_id, sha256(n::text::bytea), label, created_by, created_at, expires_at
    from editor_previews, generate_series(1, 19) n where item_id = ${(await itemOf('drafts', 'many'))?.itemId ?? ''}`);
  const refused = await act('staff', 'many', 'createPreview', { days: '7', label: '' });
  expect([refused.status, wordsOf(refused.html).includes('as many open links')]).toEqual([409, true]);
  expect((await act('staff', 'many', 'createPreview', { days: '8', label: '' })).status).toBe(400);
  await draft.send('editor.publish');
  expect((await itemOf('posts', 'many'))?.tags).toEqual(['hidden']);
  expect([(await site.ask(undefined, path)).status, (await site.ask(undefined, '/post/many')).status]).toEqual([
    200, 404,
  ]);
  await (await open('staff', '/editor/many')).send('editor.save', { visibility: 'unlisted' });
  const led = await site.ask(undefined, path);
  expect([led.status, led.headers.get('location')]).toEqual([302, '/post/many']);
});

test('an approval is of one state, by somebody who did not write it, and the next save makes it outdated', async () => {
  const page = await writeDraft('reviewed');
  const etag = page.fields['etag'] ?? '';
  expect((await act('staff', 'reviewed', 'requestReview', { etag, note: 'Please look.' })).status).toBe(200);
  expect(await pageOf('reviewed')).toMatch(/Waiting for somebody.*asked for a review.*Please look\./);
  const own = await act('staff', 'reviewed', 'verdict.approved', { etag, note: '' });
  expect([own.status, wordsOf(own.html).includes('Somebody else has to look')]).toEqual([403, true]);
  await writeDraft('shared-authors', { authors: `${CAST.staff.userId}, ${CAST.admin.userId}` });
  const shared = await itemOf('drafts', 'shared-authors');
  const asAuthor = await act('admin', 'shared-authors', 'verdict.approved', { etag: shared?.etag ?? '', note: '' });
  expect(asAuthor.status).toBe(403);
  const without = await act('admin', 'reviewed', 'verdict.changes', { etag, note: ' ' });
  expect([without.status, wordsOf(without.html).includes('Say in a few words')]).toEqual([400, true]);
  // Several at one time, and somebody twice: each has one verdict, and whoever wants changes outweighs an approval.
  const both = [act('admin', 'reviewed', 'verdict.approved', { etag, note: 'Good.' })];
  both.push(act('super', 'reviewed', 'verdict.changes', { etag, note: 'More!' }));
  both.push(act('admin', 'reviewed', 'verdict.approved', { etag, note: 'Good!' }));
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await pageOf('reviewed')).toMatch(/Changes wanted/);
  const held = await page.send('editor.publish');
  expect([held.response.status, wordsOf(held.html).includes('A review is under way')]).toEqual([409, true]);
  await act('super', 'reviewed', 'verdict.approved', { etag, note: '' });
  expect(await pageOf('reviewed')).toMatch(/Review Approved/);
  const same = await page.send('editor.save');
  expect([same.fields['etag'], (await pageOf('reviewed')).includes('Review Approved')]).toEqual([etag, true]);
  const changed = await same.send('editor.save', { blurb: 'Another.' });
  expect(await pageOf('reviewed')).toMatch(/Changed since.*about an earlier version/);
  expect((await act('admin', 'reviewed', 'verdict.approved', { etag, note: '' })).status).toBe(412);
  expect((await changed.send('editor.publish')).response.status).toBe(409);
  expect(wordsOf((await changed.send('editor.publish', { unapproved: 'yes' })).html)).toContain(
    'Everyone who may see it sees it now',
  );
  expect([await audit('review.override'), await audit('review.approved')]).toEqual([1, 3]);
});

test('where approvals are needed nothing comes out without: by hand, by a plan, or by showing what was hidden', async () => {
  const rule = (who: CastName, isNeeded: string) =>
    site.submit(who, '/editor', { intent: 'editor.setApprovalRule', isNeeded });
  expect([(await rule('staff', 'yes')).status, (await rule('admin', 'yes')).status]).toEqual([403, 200]);
  expect([
    (await open('admin', '/editor')).html.includes('Don’t require approval'),
    (await open('staff', '/editor')).html.includes('Don’t require approval'),
  ]).toEqual([true, false]);
  const page = await writeDraft('ruled');
  const refused = await page.send('editor.publish', { unapproved: 'yes' });
  expect([refused.response.status, wordsOf(refused.html).includes('it needs an approval')]).toEqual([409, true]);
  const plan = { local: wallTimeAt(new Date(site.parts.now().getTime() + 3_600_000), 'UTC'), zone: 'UTC' };
  const planned = await page.send('editor.plan.publish', plan);
  site.advanceClock(2 * 3_600_000);
  await runJobsAgain(site);
  expect([await itemOf('posts', 'ruled'), (await pageOf('ruled')).includes('editor.notApproved')]).toEqual([
    undefined,
    true,
  ]);
  const approve = async (crate: 'posts' | 'drafts') =>
    act('admin', 'ruled', 'verdict.approved', { etag: (await itemOf(crate, 'ruled'))?.etag ?? '', note: '' });
  await approve('drafts');
  await planned.send('editor.publish');
  const hidden = await (await open('staff', '/editor/ruled')).send('editor.unpublish');
  expect((await hidden.send('editor.save', { visibility: 'public' })).response.status).toBe(409);
  const versions = await open('staff', '/editor/ruled/versions');
  const [, rev = ''] = /versions\?rev=(\d+)/.exec(versions.html) ?? [];
  const restored = { rev, etag: hidden.fields['etag'] ?? '', intent: 'editor.restore' };
  expect((await site.submit('staff', '/editor/ruled/versions', restored)).status).toBe(409);
  await approve('posts');
  const own = await (
    await open('staff', '/editor/ruled')
  ).send('editor.save', { visibility: 'public', text: 'New words.' });
  expect(own.response.status).toBe(409);
  const shown = await (await open('staff', '/editor/ruled')).send('editor.save', { visibility: 'public' });
  expect([shown.response.status, (await itemOf('posts', 'ruled'))?.tags]).toEqual([200, []]);
  expect((await rule('admin', 'no')).status).toBe(200);
});

test('those who have a document open see each other, what they do, and that they have gone, in every process', async () => {
  await writeDraft('shared');
  const item = await itemOf('drafts', 'shared');
  const address = `/api/editor/presence/posts/${item?.itemId}`;
  const beside = await site.openBeside();
  const join = async (at: TestSite, who: CastName) =>
    peopleOf(await at.ask(who, address, { method: 'POST', headers: { accept: 'text/event-stream' } }));
  const first = await join(site, 'staff');
  const [ada, bob] = [CAST.staff.userId, CAST.admin.userId];
  await first.until({ [ada]: false });
  const second = await join(beside, 'admin');
  await second.until({ [ada]: false, [bob]: false });
  await first.until({ [ada]: false, [bob]: false });
  const fields = { etag: item?.etag, fields: { title: 'Typed' } };
  await beside.ask('admin', `/api/editor/drafts/posts/${item?.itemId}`, { method: 'PUT', body: fields });
  await first.until({ [ada]: false, [bob]: true });
  expect(await pageOf('shared')).toMatch(/started typing/);
  await beside.ask('admin', `/api/editor/drafts/posts/${item?.itemId}`, { method: 'DELETE' });
  await first.until({ [ada]: false, [bob]: false });
  await second.leave();
  await first.until({ [ada]: false });
  await first.leave();
  expect(await site.parts.db.query(sql`select tab_id from editor_presence`)).toEqual([]);
  // A process that was killed takes nobody along.
  await site.parts.db.query(sql`insert into editor_presence (crate_id, item_id, tab_id, user_id, since, seen_at)
    values ('posts', ${item?.itemId ?? ''}, ${item?.itemId ?? ''}, ${CAST.super.userId}, ${site.parts.now()}, ${site.parts.now()})`);
  expect(await pageOf('shared')).toContain(`${CAST.super.alias} opened it`);
  site.advanceClock(26_000);
  expect(await pageOf('shared')).not.toContain('opened it');
  await jobs(site.parts)
    .find(({ name }) => name === 'editor:sweepTogether')
    ?.run({});
  expect(await site.parts.db.query(sql`select tab_id from editor_presence`)).toEqual([]);
  await beside.close();
});

/** Who is there in the events of a stream, and whether they have typed something. */
function peopleOf(response: Response) {
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const until = async (wanted: Record<string, boolean>): Promise<void> => {
    for (let isThere = false; !isThere;) {
      const { value, done } = await reader.read();
      if (done) throw new Error('the stream has ended');
      const [, json = '[]'] = /^data: (.*)$/m.exec(new TextDecoder().decode(value)) ?? [];
      const people = JSON.parse(json) as { userId: string; writingSince: string | null }[];
      const present = Object.fromEntries(people.map(({ userId, writingSince }) => [userId, writingSince !== null]));
      isThere = isDeepStrictEqual(present, wanted);
    }
  };
  return { until, leave: () => reader.cancel() };
}
