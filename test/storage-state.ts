import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { sql } from '#lib/database/sql.server.ts';

import type { TestSite } from './site.ts';

const TABLES = [
  'crates',
  'items',
  'item_tags',
  'item_shares',
  'item_stats',
  'item_records',
  'item_stat_turns',
  'item_versions',
  'trashed_items',
  'item_changes',
  'usage',
  'idempotency_keys',
  'audit',
];

/** All that storage remembers: every row of every table, and the names of the files. Two equal states are the same. */
export async function storageState(site: TestSite): Promise<Record<string, string>> {
  const state: Record<string, string> = { files: (await filesOf(site)).join(' ') };
  for (const table of TABLES) {
    const [row] = await site.parts.db.query<{ rows: string | null }>(
      sql`select string_agg(to_jsonb(t)::text, '\n' order by to_jsonb(t)::text) as rows from ${sql.raw(table)} t`,
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
  return parts.db.query(sql`(select crate_id, item_id, tag, created_at, ordinal from item_tags
        except select crate_id, item_id, unnest(tags), created_at, ordinal from items)
      union all
      (select crate_id, item_id, unnest(tags), created_at, ordinal from items
        except select crate_id, item_id, tag, created_at, ordinal from item_tags)`);
}

/**
 * Checks that history, feed and shares are true to the items: the last change of an item tells its state, its changes and
 * versions follow each other without a gap, and what is in the trash has its last version there.
 */
export async function historyFaults({ parts }: TestSite): Promise<unknown[]> {
  const problems = await Promise.all(Object.entries(UNTRUE).map(([name, text]) => findUntrue(parts, name, text)));
  return problems.flat();
}

async function findUntrue({ db }: TestSite['parts'], problem: string, text: string): Promise<unknown[]> {
  const rows = await db.query(sql.raw(text));
  return rows.map((row) => [problem, row]);
}

const LAST = `(select distinct on (crate_id, item_id) * from item_changes order by crate_id, item_id, rev desc)`;

const UNTRUE: Record<string, string> = {
  'the last change is not the state': `select i.item_id, i.rev, l.rev as told from items i left join ${LAST} l using (crate_id, item_id)
    where l.rev is distinct from i.rev or l.tags <> i.tags or l.collaborators <> i.collaborators or l.kind = 'delete'`,
  'the last change tells of an item that is not there': `select l.item_id from ${LAST} l
    where l.kind <> 'delete' and not exists (select from items i where (i.crate_id, i.item_id) = (l.crate_id, l.item_id))`,
  'a change has no predecessor': `select c.item_id, c.rev from item_changes c where c.kind <> 'create' and not exists (
    select from item_changes p where (p.crate_id, p.item_id, p.rev) = (c.crate_id, c.item_id, c.rev - 1))`,
  'a change does not tell what was before': `select c.item_id, c.rev from item_changes c
    join item_changes p on (p.crate_id, p.item_id, p.rev) = (c.crate_id, c.item_id, c.rev - 1)
    where c.kind <> 'create' and (coalesce(c.was_tags, c.tags) <> p.tags or coalesce(c.was_collaborators, c.collaborators) <> p.collaborators)`,
  'the trash names no version': `select t.item_id from trashed_items t where not exists (
    select from item_versions v where (v.crate_id, v.item_id, v.rev) = (t.crate_id, t.item_id, t.rev) and v.trashed)`,
  'an item is both there and in the trash': `select item_id from trashed_items join items using (crate_id, item_id)`,
  'the shares are not those of the items': `(select crate_id, item_id, user_id, created_at, ordinal from item_shares
      except select crate_id, item_id, unnest(collaborators[2:]), created_at, ordinal from items)
    union all
    (select crate_id, item_id, unnest(collaborators[2:]), created_at, ordinal from items
      except select crate_id, item_id, user_id, created_at, ordinal from item_shares)`,
};
