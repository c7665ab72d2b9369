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

/** Which tables are filled beside which, each half by a connection of its own: as many as the machine has cores. */
const HALVES = [
  { file: 'fill-items.sql', tables: ['items', 'item_tags', 'item_changes', 'item_stats', 'item_records'] },
  {
    file: 'fill-game.sql',
    tables: [
      'accounts',
      'aliases',
      'alias_names',
      'set_members',
      'levelhead_levels',
      'levelhead_players',
      'levelhead_records',
      'levelhead_record_history',
      'levelhead_level_tags',
      'levelhead_title_words',
    ],
  },
] as const;

/** Brings the levels of `fill-world.sql` to so many, past the site and the triggers. */
export async function fillLevels(pool: Pool, size: number): Promise<void> {
  const { rows } = await pool.query<{ count: string }>(
    `select count(*) from levelhead_levels where level_id ~ '^v[0-9a-f]{6}$' and user_id ~ '^p[0-9a-f]{5}$'`,
  );
  const first = Number(rows[0]?.count);
  if (first >= size) return;
  await inTransaction(pool, (client) => makeWorld(client, first, size));
  await Promise.all(HALVES.map((half) => inTransaction(pool, (client) => fillHalf(client, half))));
  await pool.query('drop schema fill cascade');
  // Whoever reads a row first would write what the vacuum has noted.
  await Promise.all(HALVES.map(({ tables }) => pool.query(`vacuum analyze ${tables.join(', ')}`)));
  await pool.query('vacuum analyze set_counts, levelhead_daily');
  await pool.query('checkpoint');
}

async function inTransaction(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local session_replication_role = replica; set local work_mem = '512MB';
      set local maintenance_work_mem = '1GB'; set local jit = off`);
    await work(client);
    await client.query('commit');
  } finally {
    client.release(true);
  }
}

async function makeWorld(client: PoolClient, first: number, size: number): Promise<void> {
  const chance = new WorldChance(17);
  const titles = Array.from({ length: TITLES }, () => makeTitle(chance).title);
  const part = {
    first,
    levels: size - first,
    likes: (size - first) * LIKES_OF_LEVEL,
    titles,
    tags: LEVEL_TAG_IDS,
    first_player: first / LEVELS_OF_PLAYER,
    players: (size - first) / LEVELS_OF_PLAYER,
  };
  await client.query(`select set_config('fill.size', $1, true)`, [JSON.stringify(part)]);
  await client.query(statementsOf('fill-world.sql'));
}

async function fillHalf(client: PoolClient, { file, tables }: (typeof HALVES)[number]): Promise<void> {
  const restore = await dropIndexes(client, tables);
  await client.query(statementsOf(file));
  for (const index of restore) await client.query(index);
}

/** Only the primary keys are written row by row. @returns the statements that make the others again */
async function dropIndexes(client: PoolClient, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = any($1::regclass[]) and not exists (select 1 from pg_constraint where conindid = indexrelid)
      order by indexrelid`,
    [tables],
  );
  await client.query(rows.map(({ name }) => `drop index ${name};`).join(''));
  return rows.map(({ definition }) => definition);
}

function statementsOf(file: string): string {
  return readFileSync(join(import.meta.dirname, file), 'utf8');
}
