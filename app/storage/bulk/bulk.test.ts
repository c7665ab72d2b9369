import { describe, expect, test } from 'vitest';

import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { countCases } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';
import { strayTagRows } from '#test/storage-state.ts';
import { OPEN_POLICY, createCrate } from '#test/storage.ts';

import type { Policy } from '../crates/policy.ts';
import { getBulkAct, listBulkRows, runBulkAct, stopBulkAct, sweepBulkActs, undoBulkAct } from './acts.server.ts';
import type { BulkAct, BulkDeed, RowList } from './bulk.ts';
import { previewBulk } from './freeze.server.ts';
import { runBulkActs, takeStep } from './steps.server.ts';

const site = useTestSite();
const ADMIN = CAST.admin.userId;
const OTHER = CAST.collaborator.userId;

const system = () => systemCurrent(site.parts);
function as(role: 'staff' | 'admin' | 'super', masquerade?: 'staff' | 'admin'): Current {
  const { userId } = CAST[role];
  const actor = { ...system().actor, userId, ownRole: role, role: masquerade ?? role, masquerade };
  return { ...system(), actor };
}

let crates = 0;
/** With so many items, of which each has the tag `all`, its number in its map, and a body. */
async function fillCrate(count: number, policy: Partial<Policy> = {}): Promise<string> {
  const crateId = `bulk-${(crates += 1)}`;
  await createCrate(site, crateId, { ...OPEN_POLICY, ...policy });
  await site.parts.db.query(sql`
    with item as (
      insert into items (crate_id, item_id, rev, name, user_id, collaborators, tags, map, note, mimetype, bytes, body, digest,
        created_at, updated_at, updated_by)
      select ${crateId}, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 1700000000000 + n, 'item-' || n,
        ${CAST.player.userId}::text, array[${CAST.player.userId}::text], array['all', 'n' || n % 10], jsonb_build_object('n', n), 'note', 'text/plain',
        5, 'hello', sha256('hello'), '2026-01-01Z'::timestamptz + n * interval '1 second', '2026-01-02Z', null
      from generate_series(1, ${count}::int) n returning *
    ), tagged as (
      insert into item_tags select crate_id, tag, created_at, item_id, ordinal from item cross join lateral unnest(tags) tag)
    insert into item_stats (crate_id, item_id, name, value) select crate_id, item_id, 'plays', 7 from item`);
  return crateId;
}

const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** All that makes an item, but for its revision and the time of that. */
function contentOf(crateId: string) {
  return site.parts.db.query(sql`
    select i.item_id, i.name, i.user_id, i.collaborators, i.tags, i.map, i.note, i.mimetype, i.bytes, i.body, i.file_key,
      i.digest, i.created_at,
      (select jsonb_object_agg(s.name, s.value) from item_stats s where s.crate_id = i.crate_id and s.item_id = i.item_id) as stats,
      array(select t.tag from unnest(i.tags) x(tag) join item_tags t on t.crate_id = i.crate_id and t.tag = x.tag
        and t.created_at = i.created_at and t.item_id = i.item_id order by 1) as tag_rows,
      array(select s.user_id from unnest(i.collaborators) x(user_id) join item_shares s on s.crate_id = i.crate_id
        and s.user_id = x.user_id and s.created_at = i.created_at and s.item_id = i.item_id order by 1) as share_rows
    from items i where i.crate_id = ${crateId} order by i.item_id`);
}

const search = { search: { tags: { included: ['all'], excluded: [] } }, address: 'tags=all' };
const preview = (
  crateId: string,
  deed: BulkDeed,
  of: Parameters<typeof previewBulk>[2]['of'] = search,
  who = as('admin'),
) => previewBulk(who, crateId, { deed, of });

async function runAll(act: BulkAct, who = as('admin')): Promise<BulkAct> {
  await runBulkAct(who, act);
  await runBulkActs(system());
  return getBulkAct(who, act);
}

async function undoAll(act: BulkAct, who = as('admin')): Promise<BulkAct> {
  await undoBulkAct(who, act);
  await runBulkActs(system());
  return getBulkAct(who, act);
}

async function listed(act: BulkAct, list: RowList) {
  const { rows } = await listBulkRows(as('admin'), act, { list, limit: 100 });
  return rows.map(({ itemId, outcome, undo }) => [Number(itemId.slice(-12)), list === 'kept' ? undo : outcome]);
}

/** What somebody else does at the same time. */
async function retag(crateId: string, n: number): Promise<void> {
  const path = `/api/storage/crates/${crateId}/items/${idOf(n)}/metadata`;
  const response = await site.ask('player', path, { method: 'PATCH', body: { tags: ['theirs'] } });
  expect(response.status).toBe(200);
}

const DEEDS: readonly BulkDeed[] = [
  { kind: 'tags', add: ['seen', 'more'], remove: ['n3', 'all'] },
  { kind: 'collaborators', add: [OTHER, ADMIN], remove: [] },
  { kind: 'stats', set: { plays: 9, likes: 1 } },
  { kind: 'delete' },
];

describe.each(DEEDS.map((deed) => [deed.kind, deed] as const))('a bulk act of %s', (_, deed) => {
  test('does what its preview tells, and its undo restores every item byte for byte', async () => {
    const crateId = await fillCrate(120);
    const before = await contentOf(crateId);
    const act = await preview(crateId, deed);
    expect([act.state, act.counts]).toEqual(['previewed', { waiting: 120 }]);
    expect(await contentOf(crateId)).toEqual(before);
    const done = await runAll(act);
    expect([done.state, done.counts]).toEqual(['done', { waiting: 0, changed: 120 }]);
    expect(await contentOf(crateId)).not.toEqual(before);
    const undone = await undoAll(act);
    expect([undone.state, undone.undoCounts]).toEqual(['undone', { waiting: 0, changed: 120 }]);
    expect(await contentOf(crateId)).toEqual(before);
    expect(await strayTagRows(site)).toEqual([]);
  });

  test('leaves what has changed since its preview, and its undo what has changed since', async () => {
    const crateId = await fillCrate(8);
    const act = await preview(crateId, deed);
    await retag(crateId, 2);
    await site.ask('player', `/api/storage/crates/${crateId}/items/${idOf(5)}`, { method: 'DELETE' });
    const done = await runAll(act);
    expect(done.counts).toEqual({ waiting: 0, changed: 6, changedMeanwhile: 1, gone: 1 });
    expect(await listed(act, 'skipped')).toEqual([
      [2, 'changedMeanwhile'],
      [5, 'gone'],
    ]);
    if (deed.kind === 'delete' || deed.kind === 'stats') return;
    await retag(crateId, 7);
    const undone = await undoAll(act);
    expect(undone.undoCounts).toEqual({ waiting: 0, changed: 5, changedMeanwhile: 1 });
    expect(await listed(act, 'kept')).toEqual([[7, 'changedMeanwhile']]);
  });
});

test('an act of restoring takes items out of the trash, and its undo puts them back', async () => {
  const crateId = await fillCrate(20);
  const before = await contentOf(crateId);
  await runAll(await preview(crateId, { kind: 'delete' }));
  const act = await preview(crateId, { kind: 'restore' }, { search: {}, address: 'trash=true' });
  await site.ask('player', `/api/storage/crates/${crateId}/trash/${idOf(4)}`, { method: 'POST' });
  await site.parts.db.query(sql`delete from trashed_items where crate_id = ${crateId} and item_id = ${idOf(9)}`);
  const done = await runAll(act);
  expect(done.counts['gone']).toBe(1);
  expect((await contentOf(crateId)).length).toBe(19);
  expect(await contentOf(crateId)).toEqual(before.filter((_, at) => at !== 8));
  const { undoCounts } = await undoAll(act);
  expect(undoCounts).toEqual({ waiting: 0, changed: done.counts['changed'] });
});

test('chosen items are taken out of the trash by their ids, and what is not there is told', async () => {
  const crateId = await fillCrate(3);
  await runAll(await preview(crateId, { kind: 'delete' }));
  const act = await preview(crateId, { kind: 'restore' }, { itemIds: [idOf(2), idOf(2), idOf(9), 'none'] });
  expect(act.counts).toEqual({ waiting: 1, gone: 1 });
  expect((await runAll(act)).counts).toEqual({ waiting: 0, changed: 1, gone: 1 });
  expect(await contentOf(crateId)).toHaveLength(1);
});

const BIG = countCases(10_000);

test(`${BIG} items are changed as the preview tells beside writers, each once, and come back byte for byte`, async () => {
  const crateId = await fillCrate(BIG);
  const before = await contentOf(crateId);
  const act = await preview(crateId, { kind: 'tags', add: ['seen'], remove: ['n3'] });
  expect(act.counts).toEqual({ waiting: BIG });
  await runBulkAct(as('admin'), act);
  const theirs = Array.from({ length: 60 }, (_, at) => 1 + Math.floor((at * BIG) / 60));
  const beside = await site.openBeside();
  // Two processes take turns, while somebody writes.
  await Promise.all([
    runBulkActs(system()),
    runBulkActs(systemCurrent(beside.parts)),
    (async () => {
      for (const n of theirs) await retag(crateId, n);
    })(),
  ]);
  const done = await getBulkAct(as('admin'), act);
  const { changed = 0, changedMeanwhile = 0 } = done.counts;
  expect([done.state, changed + changedMeanwhile, done.counts.waiting]).toEqual(['done', BIG, 0]);
  const changes = await site.parts.db.query<{ count: string }>(sql`
    select count(*) as count from item_changes where crate_id = ${crateId} and user_id = ${ADMIN} group by item_id`);
  expect([changes.length, changes.every(({ count }) => count === '1')]).toEqual([changed, true]);
  const skipped = await listed(act, 'skipped');
  expect(skipped).toHaveLength(changedMeanwhile);
  for (const [n, outcome] of skipped) expect([theirs.includes(Number(n)), outcome]).toEqual([true, 'changedMeanwhile']);
  const undone = await undoAll(act);
  // Whom the writer came after the act, the undo leaves to them.
  const left = 60 - changedMeanwhile;
  expect(undone.undoCounts).toEqual({ waiting: 0, changed: BIG - 60, ...(left > 0 && { changedMeanwhile: left }) });
  const others = (rows: { item_id: string }[]) =>
    rows.filter(({ item_id }) => !theirs.includes(Number(item_id.slice(-12))));
  const after = await contentOf(crateId);
  expect(others(after as never)).toEqual(others(before as never));
  await beside.close();
}, 60_000);

test('steps and their undo scan no table, nor all rows of their act, also among heavy work while tables are small', async () => {
  const act = await preview(await fillCrate(400), { kind: 'tags', add: ['seen'], remove: [] });
  const readsOf = ({ db }: Current) =>
    db.query<{ relname: string; scans: number; rows: number }>(sql`
      select relname, seq_scan::int as scans, coalesce(idx_tup_fetch, 0)::int as rows from pg_stat_xact_user_tables
      where relname ~ '^(item|bulk_rows|trashed_items)'`);
  const findFar = () =>
    inTransaction(withHeavyPool(system()), async (inside) => {
      const before = new Map((await readsOf(inside)).map((table) => [table.relname, table]));
      expect(await takeStep(inside, act, 12)).toBe(true);
      return (await readsOf(inside)).filter(({ relname, scans, rows }) => {
        const { scans: past, rows: read } = before.get(relname) ?? { scans: 0, rows: 0 };
        return scans > past || (relname === 'bulk_rows' && rows - read > 100);
      });
    });
  await runBulkAct(as('admin'), act);
  expect([await findFar(), await findFar()]).toEqual([[], []]);
  await runBulkActs(system());
  await undoBulkAct(as('admin'), act);
  expect([await findFar(), await findFar()]).toEqual([[], []]);
});

test('a process that dies in a step leaves nothing of it, and the next one goes on where it was', async () => {
  const crateId = await fillCrate(40);
  const act = await preview(crateId, { kind: 'tags', add: ['seen'], remove: [] });
  await runBulkAct(as('admin'), act);
  expect(await takeStep(system(), act, 15)).toBe(true);
  const dying = {
    ...system(),
    now: () => {
      throw new Error('killed');
    },
  };
  await expect(takeStep(dying, act, 15)).rejects.toThrow('killed');
  const seen = () =>
    site.parts.db
      .query(sql`select from items where crate_id = ${crateId} and tags @> array['seen'] and rev = 1700000000001 +
      substr(item_id::text, 25)::bigint`);
  expect(await seen()).toHaveLength(15);
  await runBulkActs(system());
  expect(await seen()).toHaveLength(40);
  expect((await getBulkAct(as('admin'), act)).counts).toEqual({ waiting: 0, changed: 40 });
});

test('an act is stopped between two steps, goes on, and is undone as far as it came', async () => {
  const crateId = await fillCrate(30);
  const before = await contentOf(crateId);
  const act = await preview(crateId, { kind: 'tags', add: ['seen'], remove: [] });
  await runBulkAct(as('admin'), act);
  await takeStep(system(), act, 10);
  await stopBulkAct(as('admin'), act);
  expect(await takeStep(system(), act, 10)).toBe(false);
  await runBulkActs(system());
  expect((await getBulkAct(as('admin'), act)).counts).toEqual({ waiting: 20, changed: 10 });
  await expect(stopBulkAct(as('admin'), act)).rejects.toThrow('That is no longer possible');
  await runBulkAct(as('admin'), act);
  await takeStep(system(), act, 10);
  await stopBulkAct(as('admin'), act);
  const undone = await undoAll(act);
  expect([undone.state, undone.undoCounts]).toEqual(['undone', { waiting: 0, changed: 20 }]);
  expect(await contentOf(crateId)).toEqual(before);
  await expect(runBulkAct(as('admin'), act)).rejects.toThrow('That is no longer possible');
});

test('what is so already, protected, full or against the rules of a stat is told before anything happens', async () => {
  const crateId = await fillCrate(10, { protect: { n3: 'super', crown: 'super' }, stats: { plays: { max: 20 } } });
  const counts = async (deed: BulkDeed, who = as('admin')) => (await preview(crateId, deed, search, who)).counts;
  expect(await counts({ kind: 'tags', add: ['n4'], remove: ['n3'] })).toEqual({
    waiting: 8,
    unchanged: 1,
    tagProtected: 1,
  });
  expect(await counts({ kind: 'tags', add: ['crown'], remove: [] })).toEqual({ tagProtected: 10 });
  expect(await counts({ kind: 'tags', add: ['crown'], remove: [] }, as('super'))).toEqual({ waiting: 10 });
  expect(await counts({ kind: 'tags', add: ['crown'], remove: [] }, as('super', 'admin'))).toEqual({
    tagProtected: 10,
  });
  const many = Array.from({ length: 63 }, (_, at) => `m${at}`);
  expect(await counts({ kind: 'tags', add: many, remove: [] })).toEqual({ full: 10 });
  expect(await counts({ kind: 'stats', set: { plays: 21 } })).toEqual({ refused: 10 });
  expect(await counts({ kind: 'stats', set: { plays: 7 } })).toEqual({ unchanged: 10 });
});

test('a quota that is full leaves those items for which there is no room, and no other', async () => {
  const crateId = await fillCrate(6);
  const act = await preview(crateId, { kind: 'tags', add: ['seen'], remove: [] });
  // Bodies of five bytes: four more versions fit.
  const policy = { ...OPEN_POLICY, quotas: { crate: { bytes: 50 } } };
  const response = await site.ask('admin', `/api/storage/crates/${crateId}`, { method: 'PUT', body: { policy } });
  expect(response.status).toBe(200);
  const done = await runAll(act);
  expect([done.state, done.counts]).toEqual(['done', { waiting: 0, changed: 4, quota: 2 }]);
});

test('a stat that others have changed meanwhile is left, also where there was none', async () => {
  const crateId = await fillCrate(3);
  const act = await preview(crateId, { kind: 'stats', set: { plays: 9, likes: 1 } });
  const add = (n: number, changeStats: object) =>
    site.ask('player', `/api/storage/crates/${crateId}/items/${idOf(n)}/stats`, {
      method: 'PATCH',
      body: { changeStats },
    });
  await add(1, { plays: 1 });
  await add(2, { likes: 5 });
  expect((await runAll(act)).counts).toEqual({ waiting: 0, changed: 1, changedMeanwhile: 2 });
  await add(3, { likes: 1 });
  expect((await undoAll(act)).undoCounts).toEqual({ waiting: 0, changedMeanwhile: 1 });
});

test('items that a crate keeps no versions of cannot be given back, and are listed', async () => {
  const crateId = await fillCrate(3, { keep: { versions: 0 } });
  const act = await preview(crateId, { kind: 'tags', add: ['seen'], remove: [] });
  await runAll(act);
  expect((await undoAll(act)).undoCounts).toEqual({ waiting: 0, notKept: 3 });
});

test('the audit has who began, stopped and undid an act, and its end, with the masquerade', async () => {
  const crateId = await fillCrate(3);
  const who = as('super', 'admin');
  const act = await preview(crateId, { kind: 'tags', add: ['seen'], remove: [] }, search, who);
  await runAll(act, who);
  await undoAll(act, who);
  const entries = await site.parts.db.query(sql`
    select action, user_id, role, masquerade, after->'bulkId' as bulk from audit where target = ${`crate/${crateId}`}
      and action like '%Bulk%' order by audit_id`);
  const actions = ['crate.runBulk', 'crate.finishBulk', 'crate.undoBulk', 'crate.finishBulkUndo'];
  expect(entries).toEqual(
    actions.map((action) => ({
      action,
      user_id: CAST.super.userId,
      role: 'super',
      masquerade: 'admin',
      bulk: act.bulkId,
    })),
  );
});

const DEMOTED = [sql`role = 'staff'`, sql`role = 'admin'`] as const;
const BANNED = [
  sql`banned_at = now(), ban_reason = 'a lost laptop'`,
  sql`banned_at = null, ban_reason = null`,
] as const;

/** By a process that has not heard of it before. */
async function takeStepWhile([change, back]: readonly [Sql, Sql], act: BulkAct): Promise<boolean> {
  const set = (columns: Sql) => site.parts.db.query(sql`update accounts set ${columns} where user_id = ${ADMIN}`);
  await set(change);
  const later = await site.openBeside();
  const isMore = await takeStep(systemCurrent(later.parts), act);
  await later.close();
  await set(back);
  return isMore;
}

test.each([
  ['no admin any more', DEMOTED],
  ['banned', BANNED],
] as const)('who is %s when it is their turn does nothing more', async (_, change) => {
  const crateId = await fillCrate(3);
  const act = await preview(crateId, { kind: 'tags', add: ['seen'], remove: [] });
  await runBulkAct(as('admin'), act);
  expect(await takeStepWhile(change, act)).toBe(false);
  const { state, counts } = await getBulkAct(as('admin'), act);
  expect([state, counts]).toEqual(['stopped', { waiting: 3 }]);
});

test('an undo of somebody who may not go on is gone on with by another admin', async () => {
  const crateId = await fillCrate(20);
  const before = await contentOf(crateId);
  const act = await preview(crateId, { kind: 'tags', add: ['seen'], remove: [] });
  await runAll(act);
  await undoBulkAct(as('admin'), act);
  await takeStep(system(), act, 15);
  expect(await takeStepWhile(DEMOTED, act)).toBe(false);
  const { state, undoCounts } = await getBulkAct(as('super'), act);
  expect([state, undoCounts]).toEqual(['stopped', { waiting: 5, changed: 15 }]);
  const undone = await undoAll(act, as('super'));
  expect([undone.state, undone.undoCounts]).toEqual(['undone', { waiting: 0, changed: 20 }]);
  expect(await contentOf(crateId)).toEqual(before);
});

test('an undo has the rights of whoever undoes, and leaves stats that they may not write', async () => {
  const crateId = await fillCrate(2, { stats: { plays: { write: ['super'] } } });
  const act = await preview(crateId, { kind: 'stats', set: { plays: 9 } }, search, as('super'));
  expect((await runAll(act, as('super'))).counts).toEqual({ waiting: 0, changed: 2 });
  const changed = await contentOf(crateId);
  expect((await undoAll(act, as('admin'))).undoCounts).toEqual({ waiting: 0, forbidden: 2 });
  expect(await contentOf(crateId)).toEqual(changed);
});

test('nobody below admin previews, sees or runs an act', async () => {
  const crateId = await fillCrate(1);
  const deed: BulkDeed = { kind: 'delete' };
  const act = await preview(crateId, deed);
  for (const who of [as('staff'), as('super', 'staff')]) {
    for (const work of [
      () => preview(crateId, deed, search, who),
      () => getBulkAct(who, act),
      () => listBulkRows(who, act, { list: 'all', limit: 1 }),
      () => runBulkAct(who, act),
      () => stopBulkAct(who, act),
      () => undoBulkAct(who, act),
    ]) {
      await expect(work()).rejects.toThrow("You aren't allowed in here.");
    }
  }
});

test('previews of a week ago are swept with their rows, and what may still be undone is not', async () => {
  const crateId = await fillCrate(2);
  const deed: BulkDeed = { kind: 'tags', add: ['seen'], remove: [] };
  const [old, done] = [await preview(crateId, deed), await preview(crateId, deed)];
  await runAll(done);
  await sweepBulkActs({ ...system(), now: () => new Date(Date.now() + 8 * 86_400_000) });
  await expect(getBulkAct(as('admin'), old)).rejects.toThrow('There is no such change');
  expect((await getBulkAct(as('admin'), done)).state).toBe('done');
});
