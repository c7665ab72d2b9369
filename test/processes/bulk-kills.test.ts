import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { BULK_TOPIC } from '#app/storage/bulk/acts.server.ts';
import { startSite } from '#bin/site.js';

import { createDatabase } from '../database.ts';

type Process = Awaited<ReturnType<typeof startSite>>;

const ITEMS = 5000;
/** What all processes of a database listen to. */
const CHANNEL = 'changed';
const ACT = '00000000-0000-7000-8000-0000000000b1';

let database: pg.Client;
let settings: Record<string, string>;
let victim: Process;

beforeAll(async () => {
  const url = await createDatabase(inject('databaseUrl'), 'bulk_kills');
  settings = {
    DATABASE_URL: url,
    SECRET: 'of processes that are killed, it guards nothing',
    LOG_LEVEL: 'warn',
    LIMITS: '0',
    // Which fills no database.
    STAGE: 'dev',
  };
  victim = await startSite(settings);
  expect(victim.failure).toBeUndefined();
  database = new pg.Client(url);
  await database.connect();
  await writeAct();
});

afterAll(async () => {
  await victim.stop();
  await database.end();
});

test(`each of ${ITEMS} items changes once, through three kills of the process that does it, and comes back through another`, async () => {
  const before = await contents();
  await setState('running');
  for (const part of [0.1, 0.4, 0.7]) await killAt(part, 'counts');
  await untilState('done');
  const { rows } = await database.query<{ wrong: number }>(
    `select count(*)::int as wrong from items i where crate_id = 'many'
      and (not tags @> '{new}' or rev <> 1001 or 1 <> (
        select count(*) from item_changes c where c.crate_id = 'many' and c.item_id = i.item_id))`,
  );
  expect(rows).toEqual([{ wrong: 0 }]);
  expect(await countsOf('counts')).toEqual({ waiting: 0, changed: ITEMS });
  await database.query(
    `update bulk_acts set undo_counts = jsonb_build_object('waiting', $1::int),
    place = '00000000-0000-0000-0000-000000000000'`,
    [ITEMS],
  );
  await setState('undoing');
  await killAt(0.5, 'undo_counts');
  await untilState('undone');
  expect(await countsOf('undo_counts')).toEqual({ waiting: 0, changed: ITEMS });
  expect(await contents()).toEqual(before);
});

async function writeAct(): Promise<void> {
  const policy = JSON.stringify({ list: ['public'], read: ['public'], tag: ['admin'] });
  await database.query(`insert into accounts (user_id, role, created_at) values ('b0ss', 'admin', now())`);
  await database.query(
    `insert into crates (crate_id, name, policy, max_bytes, created_at, updated_at) values ('many', 'Many', $1, 100000, now(), now())`,
    [policy],
  );
  await database.query(
    `with item as (
      insert into items (crate_id, item_id, rev, user_id, collaborators, tags, mimetype, bytes, body, digest, created_at, updated_at)
      select 'many', ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 1000, 'maker', '{maker}', '{old}', 'text/plain', 2,
        'hi', sha256('hi'), now(), now() from generate_series(1, $1::int) n returning *
    ) insert into item_tags select crate_id, tag, created_at, item_id, ordinal from item cross join lateral unnest(tags) tag`,
    [ITEMS],
  );
  await database.query(
    `insert into bulk_acts (crate_id, bulk_id, state, deed, counts, created_by, created_at, user_id, own_role)
      values ('many', $1, 'previewed', $2, jsonb_build_object('waiting', $3::int), 'b0ss', now(), 'b0ss', 'admin')`,
    [ACT, JSON.stringify({ kind: 'tags', add: ['new'], remove: ['old'] }), ITEMS],
  );
  await database.query(
    `insert into bulk_rows (crate_id, bulk_id, item_id, rev) select 'many', $1, item_id, rev from items
    where crate_id = 'many'`,
    [ACT],
  );
}

/** As a button of the act's page does, with the message to those who do it. */
async function setState(state: string): Promise<void> {
  await database.query(`update bulk_acts set state = $1`, [state]);
  await database.query(`select pg_notify($1, $2)`, [CHANNEL, BULK_TOPIC]);
}

async function killAt(part: number, column: 'counts' | 'undo_counts'): Promise<void> {
  while (((await countsOf(column))['waiting'] ?? 0) > ITEMS * (1 - part)) await pause(5);
  process.kill(victim.pid ?? 0, 'SIGKILL');
  // Told as a failure, which this one is.
  await victim.stop();
  // It finds by itself what runs.
  victim = await startSite(settings);
  expect(victim.failure).toBeUndefined();
}

async function untilState(state: string): Promise<void> {
  const end = performance.now() + 60_000;
  while ((await stateOf()) !== state && performance.now() < end) await pause(50);
  expect(await stateOf()).toBe(state);
}

async function stateOf(): Promise<string | undefined> {
  const { rows } = await database.query<{ state: string }>(`select state from bulk_acts`);
  return rows[0]?.state;
}

async function countsOf(column: 'counts' | 'undo_counts'): Promise<Record<string, number>> {
  const { rows } = await database.query<{ found: Record<string, number> }>(`select ${column} as found from bulk_acts`);
  return rows[0]?.found ?? {};
}

async function contents(): Promise<unknown> {
  const { rows } = await database.query(
    `select md5(string_agg(item_id::text || tags::text || collaborators::text || map::text || body::text, ',' order by item_id)) as all
      from items where crate_id = 'many'`,
  );
  return rows;
}
