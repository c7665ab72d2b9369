import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { accessSql } from '../crates/access.server.ts';
import { getCrate } from '../crates/crates.server.ts';
import { accessTo } from '../crates/policy.ts';
import type { Item } from '../item.ts';
import { ITEM_METADATA, toItem } from '../rows.server.ts';
import type { ItemRow } from '../rows.server.ts';
import type { BulkAct, BulkSample, ImportDeed } from './bulk.ts';
import type { ImportContent } from './import-judge.server.ts';

const SAMPLES = 8;

type SampleRow = Pick<Row<'bulk_imports'>, 'item_id' | 'mimetype'> &
  Columns<'bulk_imports', { wanted: ImportContent }> & { bytes: number | null };

/** Some that wait, new ones and such that change, each field in words. Needs admin. */
export async function findImportSamples(
  current: Current,
  { crateId, bulkId }: Pick<BulkAct, 'crateId' | 'bulkId'>,
  { toCreate, toChange }: ImportDeed,
): Promise<BulkSample[]> {
  requireRole(current, 'admin');
  const ofKind = (kind: ImportContent['kind']) =>
    current.db.query<SampleRow>(sql`
      select w.item_id, w.wanted, w.mimetype, length(w.body) as bytes
      from bulk_imports w where w.crate_id = ${crateId} and w.bulk_id = ${bulkId} and w.wanted->>'kind' = ${kind}
      order by w.item_id limit ${SAMPLES / 2}::int`);
  const rows = [...(toCreate > 0 ? await ofKind('create') : []), ...(toChange > 0 ? await ofKind('change') : [])];
  const crate = await getCrate(current, crateId);
  const read = accessSql(accessTo(crate.policy, 'read', current.actor, true));
  const itemIds = rows.map(({ item_id }) => item_id);
  const now = await current.db.query<ItemRow>(sql`
    select ${ITEM_METADATA} from items i
    where i.crate_id = ${crateId} and i.item_id = any((select ${itemIds}::uuid[])::uuid[]) and ${read}`);
  const items = new Map(now.map((row) => [row.item_id, toItem(crateId, row, 0)]));
  return rows.map((row) => toSample(row, items.get(row.item_id)));
}

function toSample({ item_id: itemId, wanted, mimetype, bytes }: SampleRow, item: Item | undefined): BulkSample {
  const fields = wanted.kind === 'create' ? wanted.parameters : wanted.change;
  const shown = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  const names = shown.map(([name]) => name as keyof typeof fields);
  const after = names.map((name) => `${name}: ${inWords(fields[name])}`);
  const before = item === undefined ? [] : names.map((name) => `${name}: ${inWords(item[name as keyof Item])}`);
  const toBody = (of: string | null, size: number | null) => `body: ${of} (${size} B)`;
  return {
    itemId,
    name: item?.name ?? fields.name ?? null,
    before: item !== undefined && mimetype !== null ? [...before, toBody(item.mimetype, item.bytes)] : before,
    after: mimetype === null ? after : [...after, toBody(mimetype, bytes)],
  };
}

/** As long as a line of a table takes. */
const LONGEST = 120;

function inWords(value: unknown): string {
  const words =
    typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : JSON.stringify(value ?? null);
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
}
