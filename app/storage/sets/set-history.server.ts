import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { getCrate } from '../crates/crates.server.ts';
import { requireSetRight } from './rights.server.ts';
import type { SetChange } from './set.ts';
import { readOwner } from './sets.server.ts';
import type { SetKey } from './sets.server.ts';

/** Newest first, for those who may write to the set; empty without a history. @throws Problem 400, 401, 403, 404 */
export async function findSetHistory(
  current: Current,
  crateId: string,
  wanted: SetKey & { readonly beforeId?: string | undefined; readonly limit: number },
): Promise<{ changes: SetChange[]; hasMore: boolean }> {
  const crate = await getCrate(current, crateId);
  const { set, beforeId, limit } = wanted;
  const owner = readOwner(current, wanted.owner);
  requireSetRight(current, crate, set, 'write', owner);
  const rows = await current.db.query<SetHistoryRow>(sql`
    select change_id, owner, member, kind, at, user_id from set_history
    where crate_id = ${crateId} and set_name = ${set} and owner = ${owner}
      ${beforeId === undefined ? sql.empty : sql`and change_id < ${beforeId}`}
    order by change_id desc limit ${limit + 1}`);
  return { changes: rows.slice(0, limit).map(toChange), hasMore: rows.length > limit };
}

type SetHistoryRow = Omit<Row<'set_history'>, 'crate_id' | 'set_name'>;

function toChange({ change_id: _id, owner, member, kind, at, user_id: userId }: SetHistoryRow): SetChange {
  return { _id, owner, member, kind: kind === 'add' ? 'add' : 'remove', at: at.toISOString(), userId };
}
