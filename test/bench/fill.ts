import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Pool, PoolClient } from 'pg';

import { ROOT } from '#bin/run.js';

const SAMPLE = 50_000;

/**
 * Puts items into the crate until so many were put in, past the site and the triggers that only charge quotas, and the
 * same into the tables of the thin server.
 * @returns the ids of some of them, spread over all
 */
export async function createItems(pool: Pool, size: number): Promise<string[]> {
  const client = await pool.connect();
  try {
    const first = await countFilled(client);
    if (first < size) await fill(client, first, size - 1);
    const { rows } = await client.query<{ item_id: string }>(
      `select item_id from (select item_id, row_number() over (order by created_at) as n from items
        where crate_id = 'bench' and user_id = 'maker') numbered
      where n % $1 = 0 order by n`,
      [Math.ceil(size / SAMPLE)],
    );
    return rows.map((row) => row.item_id);
  } finally {
    client.release();
  }
}

/** What the measuring itself has created belongs to somebody else. */
async function countFilled(client: PoolClient): Promise<number> {
  const text = `select count(*) from items where crate_id = 'bench' and user_id = 'maker'`;
  const { rows } = await client.query<{ count: string }>(text);
  return Number(rows[0]?.count);
}

async function fill(client: PoolClient, first: number, last: number): Promise<void> {
  await client.query('begin');
  await client.query(`set local session_replication_role = replica; set local work_mem = '256MB'`);
  await client.query(`select set_config('fill.first', $1, true), set_config('fill.last', $2, true)`, [first, last]);
  await client.query(readFileSync(join(ROOT, 'test', 'bench', 'fill.sql'), 'utf8'));
  await client.query('commit');
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}
