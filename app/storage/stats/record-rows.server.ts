import type { Current } from '#app/current/current.server.ts';

import type { Values } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { leastRecords } from './rules.ts';
import { list } from './stat-rows.server.ts';
import type { StatementParts } from './stat-rows.server.ts';
import type { ItemUpdate } from './stats-merge.ts';
import type { StatsWritten } from './stats.ts';

export type HeldRecord = StatsWritten['records'][string] & { name: string };

/**
 * Submits to records: of each holder the best value stays, and of equal ones the earliest.
 * @param sql the placeholder of the crate's id, and which items of `present` are to be written
 */
export function insertRecords(
  { now }: Current,
  { policy }: Crate,
  updates: readonly ItemUpdate[],
  { crateId, judged }: { crateId: string; judged: string },
  values: Values,
): StatementParts {
  const rows = updates.flatMap(({ itemId, records }) => records.map((record) => ({ itemId, ...record })));
  type Row = (typeof rows)[number];
  const column = (valueOf: (row: Row) => unknown, type: string) => list(values, rows.map(valueOf), type);
  const columns = [
    column(({ itemId }) => itemId, 'uuid'),
    column(({ name }) => name, 'text'),
    column(({ userId }) => userId, 'text'),
    column(({ value }) => value, 'float8'),
  ];
  const source = `unnest(${columns.join(', ')})`;
  const isLeast = `r.name = any(${list(values, leastRecords(policy), 'text')}::text[])`;
  const isBetter = `case when ${isLeast} then excluded.value < r.value else excluded.value > r.value end`;
  const insert = `insert into item_records as r (crate_id, item_id, name, user_id, value, created_at)
    select ${crateId}, n.item_id, n.name, n.user_id, n.value, ${values.add(now(), 'timestamptz')}
    from ${source} n(item_id, name, user_id, value) join present using (item_id) where ${judged}
    order by n.item_id, n.name, n.user_id
    on conflict (crate_id, item_id, name, user_id) do update set
      value = case when ${isBetter} then excluded.value else r.value end,
      created_at = case when ${isBetter} then excluded.created_at else r.created_at end
    returning item_id, name, value, user_id, created_at`;
  const answer = 'select item_id, name, value, user_id, created_at, null::text as broken from records';
  return { source, before: [], written: [`records as (${insert})`], answers: [answer] };
}
