import { afterAll, beforeAll, expect, test } from 'vitest';

import type { SiteParts } from '#app/door/parts.server.ts';
import type { Item } from '#app/storage/item.ts';
import { migrations } from '#database/migrations.ts';
import { migrate } from '#lib/database/migrate.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { migrateJobs } from '#lib/jobs/jobs.server.ts';
import { runJobsAgain } from '#test/mail/jobs.ts';
import before from '#test/posts/drafts-in-their-crate.json' with { type: 'json' };
import { openEditor, wordsOf } from '#test/posts/editor-page.ts';
import { openEmptySite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';

let site: TestSite;

beforeAll(async () => {
  let prepared: Promise<void> | undefined;
  site = await openEmptySite({}, (parts) => (prepared ??= upgrade(parts)));
});

afterAll(() => site.close());

/** Rows of the demo and drafts in every state, as they were while drafts had a crate of their own. */
async function upgrade({ db, log }: SiteParts): Promise<void> {
  const former = Object.entries(migrations).filter(([name]) => name < '0080');
  await migrate(db.pool, Object.fromEntries(former));
  await migrateJobs(db.pool, log);
  const { token: _, jobs, ...tables } = before;
  for (const [table, rows] of Object.entries(tables)) {
    const columns = Object.keys(rows[0] ?? {}).join(', ');
    const load = `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`;
    await db.pool.query(load, [JSON.stringify(rows)]);
  }
  for (const { identifier, key, payload, run_at: runAt } of jobs) {
    await db.query(sql`select graphile_worker.add_job(${identifier}, ${JSON.stringify(payload)}::json,
      run_at => ${runAt}::timestamptz, job_key => ${key})`);
  }
  await migrate(db.pool, migrations);
}

const open = (path: string) => openEditor(site, 'staff', path);
const formerDraft = (name: string) => before.items.find((one) => one.crate_id === 'drafts' && one.name === name);
const itemOf = async (name: string) =>
  (await dataOf<Item[]>(await site.ask('staff', `/api/storage/crates/posts/items?names=${name}`)))[0];

test('every draft is there with its words, its visibility, its authors and its etag, and for staff alone', async () => {
  const items = before.items.filter((one) => one.crate_id === 'drafts');
  for (const { item_id: itemId, rev, collaborators, map } of items) {
    const { fields } = await open(`/editor/${itemId}`);
    expect([fields['etag'], fields['title'], fields['authors']]).toEqual([
      `"${rev}"`,
      map.title,
      collaborators.join(', '),
    ]);
    expect((await site.ask(undefined, `/api/storage/crates/posts/items/${itemId}`)).status).toBe(404);
  }
  const visibilities = ['plain', 'for-links', 'for-staff'].map(
    async (name) => (await open(`/editor/${name}`)).fields['visibility'],
  );
  expect(await Promise.all(visibilities)).toEqual(['public', 'unlisted', 'hidden']);
  expect((await open('/editor/plain')).fields).toMatchObject({
    text: 'Third version.',
    blurb: 'A blurb.',
    topics: 'news, lore',
    game: 'crashlands',
  });
  expect((await site.ask('admin', '/api/storage/crates/drafts')).status).toBe(404);
  const listed = await site.ask(undefined, '/api/storage/crates/posts/items?limit=128');
  expect((await dataOf<Item[]>(listed)).map(({ name }) => String(name)).toSorted((a, b) => a.localeCompare(b))).toEqual(
    before.items
      .flatMap((one) => (one.crate_id === 'posts' ? [String(one.name)] : []))
      .toSorted((a, b) => a.localeCompare(b)),
  );
});

test('who follows the changes of posts learns of drafts as of what is hidden', async () => {
  const told = await site.parts.db.query(sql`select distinct kind, 'hidden' = any(tags) as is_hidden from item_changes
    where crate_id = 'posts' and item_id in (select item_id from items where crate_id = 'posts' and 'draft' = any(tags))`);
  expect(told).toEqual([{ kind: 'create', is_hidden: true }]);
});

test('its versions, what is in the trash, and what somebody typed and did not save are there', async () => {
  const versions = await open('/editor/plain/versions');
  expect(versions.html.match(/versions\?rev=\d+/g)?.length).toBeGreaterThanOrEqual(2);
  const [trashed] = before.trashed_items;
  const list = await open(`/editor?done=deleted&item=${trashed?.item_id}`);
  expect((await list.undo()).fields['title']).toBe('Title of thrown-away');
  expect(wordsOf(await open('/editor/typed'))).toContain('only you have it');
  expect((await open('/editor/typed?draft=yes')).fields['title']).toBe('Typed, not saved');
  expect((await openEditor(site, 'admin', '/editor?draft=yes')).fields['title']).toBe('Begun, not saved');
});

test('an approval is still of the same state, and a link still leads to the preview', async () => {
  expect(wordsOf(await open('/editor/approved'))).toContain('Fine.');
  expect(await (await site.ask(undefined, `/preview/${before.token}`)).text()).toContain('Title of linked');
});

test('a draft whose name a post has taken keeps it until somebody chooses another', async () => {
  const taken = await open(`/editor/${formerDraft('taken')?.item_id}`);
  expect(taken.fields).toMatchObject({ slug: 'taken', text: 'First.\n\nSecond.\n\nThird.' });
  expect((await taken.send('editor.save', { slug: 'taken-too' })).response.status).toBe(200);
  expect((await itemOf('taken-too'))?.map).toEqual({ title: 'Title of taken' });
});

test('what was killed between both steps of a publication is a newer draft of what came out', async () => {
  const half = await open(`/editor/${formerDraft('half-out')?.item_id}`);
  const published = await half.send('editor.publish', { title: 'Whole' });
  expect([published.response.status, (await itemOf('half-out'))?.map['title']]).toEqual([200, 'Whole']);
  const feeling = await itemOf('changelog-of-a-feeling');
  const draft = await itemOf(`newer:${feeling?.itemId}`);
  const out = await (await open(`/editor/${draft?.itemId}`)).send('editor.publish');
  expect([out.response.status, (await itemOf('changelog-of-a-feeling'))?.map['title']]).toEqual([200, 'Halfway']);
});

test('what was planned comes out at its time, newer drafts too, each with its visibility', async () => {
  site.advanceClock(3 * 3_600_000);
  await runJobsAgain(site);
  const planned = await itemOf('planned');
  expect([planned?.tags, (await site.ask(undefined, '/post/planned')).status]).toEqual([[], 200]);
  expect(wordsOf(await open('/editor/planned'))).toMatch(/2099/);
  const newer = await itemOf('crashlands-gets-more-buttons');
  expect(newer).toMatchObject({ map: { title: 'Crashlands gets more buttons' } });
  expect(newer?.tags).toContain('unlisted');
  const former = await site.ask(undefined, '/post/crashlands-gets-buttons');
  expect([former.status, await itemOf(`newer:${newer?.itemId}`)]).toEqual([404, undefined]);
});
