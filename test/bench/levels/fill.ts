import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Pool, PoolClient } from 'pg';

import { LEVEL_TAG_IDS } from '#app/levelhead/level-tags.ts';
import { WorldChance } from '#app/levelhead/world/chance.ts';
import { makeTitle } from '#app/levelhead/world/titles.ts';

/** On average. */
const LEVELS_OF_PLAYER = 5;
const LIKES_OF_LEVEL = 5;
const TITLES = 20_000;
/** What has the rows, of which only the primary keys are written row by row. */
const TABLES = [
  ...['items', 'item_tags', 'item_changes', 'item_stats', 'item_records', 'set_members', 'aliases', 'alias_names'],
  ...['accounts', 'levelhead_levels', 'levelhead_players', 'levelhead_records', 'levelhead_titles'],
  ...['levelhead_title_words', 'levelhead_record_history', 'levelhead_level_tags'],
];

/** Brings the levels of `fill.sql` to so many, past the site and the triggers. */
export async function fillLevels(pool: Pool, size: number): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from levelhead_levels where level_id ~ '^v[0-9a-f]{6}$' and user_id ~ '^p[0-9a-f]{5}$'`,
    );
    const first = Number(rows[0]?.count);
    if (first < size) await fill(client, first, size);
  } finally {
    client.release();
  }
}

async function fill(client: PoolClient, first: number, size: number): Promise<void> {
  const chance = new WorldChance(17);
  const titles = Array.from({ length: TITLES }, () => makeTitle(chance).title);
  const part = {
    ...{ first, levels: size - first, likes: (size - first) * LIKES_OF_LEVEL, titles, tags: LEVEL_TAG_IDS },
    ...{ first_player: first / LEVELS_OF_PLAYER, players: (size - first) / LEVELS_OF_PLAYER },
  };
  await client.query('begin');
  await client.query(`set local session_replication_role = replica; set local work_mem = '512MB';
    set local maintenance_work_mem = '1GB'; set local temp_buffers = '512MB'`);
  await client.query(`select set_config('fill.size', $1, true)`, [JSON.stringify(part)]);
  const restore = await dropIndexes(client);
  await client.query(readFileSync(join(import.meta.dirname, 'fill.sql'), 'utf8'));
  for (const index of restore) await client.query(index);
  await client.query('commit');
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}

/** @returns the statements that make them again */
async function dropIndexes(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = any($1::regclass[]) and not exists (select 1 from pg_constraint where conindid = indexrelid)
      order by indexrelid`,
    [TABLES],
  );
  await client.query(rows.map(({ name }) => `drop index ${name};`).join(''));
  return rows.map(({ definition }) => definition);
}
