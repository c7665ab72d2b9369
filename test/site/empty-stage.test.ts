import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { changeProject, getProjectSettings } from '#app/feedbag/projects.server.ts';
import { prepareDatabase } from '#app/process.server.ts';
import { changeCrate, listCrates } from '#app/storage/crates/crates.server.ts';
import { deleteCrate } from '#app/storage/crates/deletion.server.ts';
import crates from '#database/needs/crates.json' with { type: 'json' };
import { sql } from '#lib/database/sql.server.ts';

import { runJobs } from '../mail/jobs.ts';
import { newsletterReaders, wordsOf } from '../newsletters.ts';
import { openVisitor } from '../people/visitor.ts';
import { openEditor } from '../posts/editor-page.ts';
import { SCREENS } from '../screens.ts';
import { openEmptySite } from '../site.ts';
import type { TestSite } from '../site.ts';
import { openTestApp } from '../test-app.ts';

let site: TestSite;
beforeAll(async () => void (site = await openEmptySite({ STAGE: 'beta' }, prepareDatabase)));
afterAll(() => site.close());

const EMAIL = 'first@mail.example';
const pageOf = async (path: string) => {
  const page = await site.ask(undefined, path);
  return [page.status, await wordsOf(page)] as const;
};

test('a start makes what the site needs on every stage, each once, however many processes start', async () => {
  const made = await site.parts.db.query<{ target: string }>(sql`select target from audit
    where action in ('crate.create', 'feedback.project')`);
  const projects = ['crashlands-2', 'levelhead', 'rumpus'].map((id) => `feedback/${id}`);
  expect(made.map(({ target }) => target).toSorted()).toEqual(
    [...crates.map(({ crateId }) => `crate/${crateId}`), ...projects].toSorted(),
  );
  const found = await listCrates(systemCurrent(site.parts), 100, '');
  expect(Object.fromEntries(found.map(({ crateId, policy }) => [crateId, policy]))).toEqual(
    Object.fromEntries(crates.map(({ crateId, policy }) => [crateId, policy])),
  );
});

test('and nothing of the demo', async () => {
  expect(
    await site.parts.db.query(sql`select item_id::text as id from items
    union all select subject_id::text from feedbag_entries`),
  ).toEqual([]);
});

test.each(['/blog', '/podcast', '/support', '/patchnotes/levelhead', '/games/levelhead/tower', '/feedbag', '/contact'])(
  'the page %s is there',
  async (path) => expect(await pageOf(path)).toEqual([200, expect.anything()]),
);

const CONSOLE = SCREENS.filter(({ address }) => address.startsWith('/admin') && !address.includes('{'));

test.each(CONSOLE)('of the console $address opens where there is nothing yet', async ({ address, statuses }) => {
  expect((await site.ask('super', address)).status).toBe(statuses.at(-1));
});

test('and on production no address of it does, for nobody', async () => {
  const door = openTestApp(site, { STAGE: 'www', PUBLIC_URL: 'https://www.rumpus.example' });
  const { cookie } = await door.signIn('super');
  for (const { address } of CONSOLE) {
    const page = await door.sendRequest(address, { headers: { cookie } });
    expect([address, page.status]).toEqual([address, 404]);
  }
});

test('staff write a post and publish it', async () => {
  const fields = { title: 'The First Post', slug: 'the-first-post', text: 'Hello, beta.' };
  const draft = await (await openEditor(site, 'staff', '/editor')).send('editor.save', fields);
  await draft.send('editor.publish', fields);
  expect(await pageOf('/post/the-first-post')).toEqual([200, expect.stringContaining('Hello, beta.')]);
});

test('a visitor writes in, and staff read it', async () => {
  const about = { game: 'levelhead', platform: 'Linux' };
  const typed = { title: 'No sound', body: 'Since the update.', email: EMAIL, ...about };
  const sent = await openVisitor(site).post('/contact/topics/bug', { intent: 'contact.send', ...typed });
  expect(sent.status, await wordsOf(sent.clone())).toBe(303);
  await runJobs(site);
  const rows = await site.parts.db.query(sql`select title from contact_submissions`);
  expect(rows).toEqual([{ title: 'No sound' }]);
});

test('a player reports what is broken', async () => {
  const entry = { intent: 'feedbag.enter', title: 'It rains upwards', body: 'Everywhere.' };
  const sent = await site.submit('player', '/feedbag/crashlands-2/entries/new', entry);
  expect(sent.status, await wordsOf(sent.clone())).toBe(303);
  expect(await pageOf('/feedbag/crashlands-2/entries')).toEqual([200, expect.stringContaining('It rains upwards')]);
});

test('a visitor signs up for the newsletter and confirms it', async () => {
  const readers = newsletterReaders(site);
  await readers.join(EMAIL);
  expect(await readers.rows()).toMatchObject([{ email: EMAIL, state: 'confirmed' }]);
});

test('the calls of the level game answer', async () => {
  const found = await site.ask(undefined, '/api/levelhead/levels?limit=3');
  expect([found.status, await found.json()]).toEqual([200, { data: [] }]);
});

test('the next start leaves what staff have changed or removed as it is', async () => {
  const system = systemCurrent(site.parts);
  await changeCrate(system, 'support', { name: 'Answers', policy: { list: ['public'] } });
  await deleteCrate(system, 'changelogs');
  await changeProject(system, { ...(await getProjectSettings(system, 'levelhead')), name: 'Levels' });
  const state = async () => [
    await listCrates(system, 100, ''),
    await site.parts.db.query(sql`select project_id, name, rev from feedbag_projects order by project_id`),
  ];
  const before = await state();
  await prepareDatabase(site.parts, { connectionString: site.parts.config.DATABASE_URL ?? '' });
  expect(await state()).toEqual(before);
  expect((await site.ask('staff', '/api/storage/crates/changelogs/items')).status).toBe(404);
});
