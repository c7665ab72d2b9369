import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { CRATE } from '../level.ts';
import type { RecordName } from '../level.ts';

type HistoryRecordRow = Row<'levelhead_record_history'>;

export interface BestRecord {
  readonly userId: HistoryRecordRow['user_id'];
  readonly value: HistoryRecordRow['value'];
  readonly from: HistoryRecordRow['held_from'];
  /** Null: it still is. */
  readonly until: HistoryRecordRow['held_until'];
}

const SHOWN = 128;

/** The records that were the best of a level, the latest first. @param itemId as `findLevelItems` tells it */
export async function findBestRecords(current: Current, itemId: string, name: RecordName): Promise<BestRecord[]> {
  return current.db.query<BestRecord>(sql`
    select user_id as "userId", value, held_from as "from", held_until as "until" from levelhead_record_history
    where crate_id = ${CRATE} and item_id = ${itemId}::uuid and name = ${name}
    order by held_from desc, record_id desc limit ${SHOWN}::int`);
}

interface Best {
  readonly name: RecordName;
  readonly userId: string;
  readonly value: number;
  readonly at: Date;
}

export interface NewHolder {
  readonly name: RecordName;
  readonly userId: string;
  readonly formerId: string | null;
  readonly recordId: string;
}

/** Ends the best of a level, or begins it, in the transaction that wrote the record and has locked the level. */
export async function keepBestRecords(current: Current, itemId: string, bests: readonly Best[]): Promise<NewHolder[]> {
  const rows = bests.map(({ name, userId, value, at }) => ({
    name,
    value,
    at,
    user_id: userId,
    record_id: uuidv7(current.now().getTime()),
  }));
  const found = await current.db.query<BegunRecordRow>(sql`
    with best as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      b(name text, record_id uuid, user_id text, value float8, at timestamptz)
    ), ended as (
      update levelhead_record_history h set held_until = greatest(h.held_from, best.at) from best
      where h.crate_id = ${CRATE} and h.item_id = ${itemId}::uuid and h.name = best.name and h.held_until is null
        and (h.user_id, h.value) is distinct from (best.user_id, best.value)
      returning h.name, h.user_id
    ), begun as (
      insert into levelhead_record_history (crate_id, item_id, name, record_id, user_id, value, held_from)
      select ${CRATE}, ${itemId}::uuid, best.name, best.record_id, best.user_id, best.value, best.at
      from best left join ended on ended.name = best.name
      on conflict (crate_id, item_id, name) where held_until is null do nothing
      returning name, user_id, record_id
    )
    select begun.name, begun.user_id, begun.record_id, ended.user_id as former_id from begun left join ended on ended.name = begun.name`);
  return found.map(({ name, user_id: userId, former_id: formerId, record_id: recordId }) => ({
    name: name as RecordName,
    userId,
    formerId,
    recordId,
  }));
}

type BegunRecordRow = Pick<Row<'levelhead_record_history'>, 'name' | 'user_id' | 'record_id'> & {
  former_id: string | null;
};
