import { performance } from 'node:perf_hooks';

import type { Pool } from 'pg';

import type { Current } from '#app/current/current.server.ts';
import type { BulkDeed } from '#app/storage/bulk/bulk.ts';

import { openInProcess } from '../in-process.ts';
import type { BenchSetup } from '../setup.ts';
import type { BulkFigures, BulkReport } from './report.ts';

const ITEMS = 10_000;
const CRATE = 'bench-bulk';
const STEP = 96;

/** Preview, run and undo of an act on all items of a crate, and the rows that its writes come to in SQL alone, in as many steps. */
export async function measureBulk(ground: BenchSetup): Promise<BulkReport> {
  const inside = await openInProcess(ground);
  const { previewBulk } = await inside.load<typeof import('#app/storage/bulk/freeze.server.ts')>(
    '/app/storage/bulk/freeze.server.ts',
  );
  const { runBulkAct, undoBulkAct } = await inside.load<typeof import('#app/storage/bulk/acts.server.ts')>(
    '/app/storage/bulk/acts.server.ts',
  );
  const { runBulkActs } = await inside.load<typeof import('#app/storage/bulk/steps.server.ts')>(
    '/app/storage/bulk/steps.server.ts',
  );
  const current: Current = { ...inside.current, actor: { ...inside.current.actor, userId: 'bulk' } };
  await ground.pool.query(`insert into accounts (user_id, role) values ('bulk', 'super') on conflict do nothing`);
  const figures: BulkFigures[] = [];
  for (const deed of DEEDS) {
    await fill(ground.pool);
    const of = { search: {}, address: '' };
    const preview = await timed(() => previewBulk(current, CRATE, { deed, of }));
    const run = await timed(async () => {
      await runBulkAct(current, preview.result);
      await runBulkActs(inside.current);
    });
    const undo = await timed(async () => {
      await undoBulkAct(current, preview.result);
      await runBulkActs(inside.current);
    });
    figures.push({ deed: deed.kind, preview: preview.ms, run: run.ms, undo: undo.ms });
  }
  await fill(ground.pool);
  const { ms: bare } = await timed(() => retagInSql(ground.pool));
  await inside.close();
  return { items: ITEMS, bare, figures };
}

const DEEDS: readonly BulkDeed[] = [
  { kind: 'tags', add: ['new'], remove: ['old'] },
  { kind: 'stats', set: { plays: 9 } },
  { kind: 'delete' },
];

async function timed<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, result };
}

async function fill(pool: Pool): Promise<void> {
  for (const table of ['items', 'item_tags', 'item_versions', 'trashed_items', 'item_stats', 'item_changes'])
    await pool.query(`delete from ${table} where crate_id = $1`, [CRATE]);
  await pool.query(
    `insert into crates (crate_id, name, policy, max_bytes, created_at, updated_at)
      values ($1, 'Bulk', '{"list":["public"],"read":["public"]}', 100000, now(), now()) on conflict do nothing`,
    [CRATE],
  );
  await pool.query(
    `with item as (
      insert into items (crate_id, item_id, rev, user_id, collaborators, tags, mimetype, bytes, body, digest, created_at, updated_at)
      select $1, gen_random_uuid(), 1000, 'maker', '{maker}', '{kind:level,old}', 'text/plain', 5, 'hello', sha256('hello'),
        now() - n * interval '1 second', now() from generate_series(1, $2::int) n returning *
    ) insert into item_tags select crate_id, tag, created_at, item_id, ordinal from item cross join lateral unnest(tags) tag`,
    [CRATE, ITEMS],
  );
  await pool.query('vacuum analyze items, item_tags, item_versions, item_stats');
}

/** What PostgreSQL alone takes for the same rows: the items, their versions, tags and changes, a commit for each step. */
async function retagInSql(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ item_id: string }>(
    'select item_id from items where crate_id = $1 order by item_id',
    [CRATE],
  );
  for (let from = 0; from < rows.length; from += STEP) {
    const itemIds = rows.slice(from, from + STEP).map(({ item_id }) => item_id);
    await pool.query({ name: 'bulk', text: RETAG, values: [CRATE, itemIds] });
  }
}

const RETAG = `with seen as (select * from items where crate_id = $1 and item_id = any($2::uuid[]) order by item_id for no key update),
  item as (
    update items i set rev = i.rev + 1, tags = array_append(array_remove(i.tags, 'old'), 'new'), updated_at = now() from seen
    where i.crate_id = $1 and i.item_id = seen.item_id returning i.*),
  kept as (
    insert into item_versions (crate_id, item_id, rev, name, user_id, collaborators, tags, map, note, mimetype, bytes, body, file_key,
      digest, updated_at, updated_by, ended_at)
    select crate_id, item_id, rev, name, user_id, collaborators, tags, map, note, mimetype, bytes, body, file_key, digest, updated_at,
      updated_by, now() from seen),
  untagged as (
    delete from item_tags t using seen
    where t.crate_id = $1 and t.tag = 'old' and t.created_at = seen.created_at and t.item_id = seen.item_id),
  tagged as (insert into item_tags select crate_id, 'new', created_at, item_id, ordinal from item)
  insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators)
  select crate_id, item_id, ordinal, rev, 'update', now(), 'bulk', tags, collaborators from item`;
