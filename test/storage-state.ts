import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { TestSite } from './site.ts';

const TABLES = ['crates', 'items', 'item_tags', 'item_stats', 'item_records', 'audit'];

/** All that storage remembers: every row of every table, and the names of the files. Two equal states are the same. */
export async function storageState(site: TestSite): Promise<Record<string, string>> {
  const state: Record<string, string> = { files: (await filesOf(site)).join(' ') };
  for (const table of TABLES) {
    const [row] = await site.parts.db.run<{ rows: string | null }>(
      `select string_agg(to_jsonb(t)::text, '\n' order by to_jsonb(t)::text) as rows from ${table} t`,
    );
    state[table] = row?.rows ?? '';
  }
  return state;
}

/** The names of the stored files, unfinished ones (`….part`) among them. */
export async function filesOf({ parts }: TestSite): Promise<string[]> {
  const entries = await readdir(join(parts.config.DATA_DIR, 'files'), { recursive: true }).catch(() => []);
  return entries
    .map((entry) => entry.split('/'))
    .filter((path) => path.length === 3)
    .map((path) => path.at(-1) ?? '')
    .sort();
}

/** Checks that every tag row belongs to an item with that tag, and every tag of an item has its row. */
export async function strayTagRows({ parts }: TestSite): Promise<unknown[]> {
  return parts.db.run(
    `(select crate_id, item_id, tag, created_at from item_tags
        except select crate_id, item_id, unnest(tags), created_at from items)
      union all
      (select crate_id, item_id, unnest(tags), created_at from items
        except select crate_id, item_id, tag, created_at from item_tags)`,
  );
}
