import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireGameServer } from '#app/current/permission.ts';
import { invalidBody } from '#lib/calls/problems.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { toDay } from '../visitors.server.ts';
import { MAX_NUMBER, MAX_TAG } from './dataset.ts';
import type { Dataset, DatasetField } from './dataset.ts';
import { requireDataset } from './datasets.server.ts';
import { datasetFull, noDataset } from './problems.ts';

type GivenRow = Readonly<Record<string, unknown>>;

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * On disk when it returns, all of them or none; one with an `@id` that was told in the last two days is there already. Needs a key
 * of the app of the data set, or staff. @throws Problem 400 that names the field, 401, 403, 404 also for another app's, 429 beyond
 * the rows of a day
 */
export async function addRows(current: Current, datasetId: string, given: readonly GivenRow[]): Promise<void> {
  requireGameServer(current);
  const dataset = await requireDataset(current, datasetId);
  const { app } = current.actor;
  if (app !== undefined && app !== dataset.appId) throw new Problem(noDataset);
  const now = current.now();
  const rows = given.map((row, at) => {
    requireShape(dataset.fields, row, `data.${at}`);
    const { '@id': eventId = null, ...values } = row;
    return { id: uuidv7(now.getTime()), event_id: eventId, values };
  });
  await inTransaction(current, (current) => insertRows(current, dataset, rows));
}

async function insertRows(
  { db, now }: Current,
  { datasetId, rowsPerDay }: Dataset,
  rows: readonly object[],
): Promise<void> {
  const at = now();
  const [added] = await db.query<{ rows: number }>(sql`
    with sent as (select * from json_to_recordset(${JSON.stringify(rows)}::json) as sent (id uuid, event_id uuid, values jsonb)),
    known as (insert into telemetry_event_ids (data_set, event_id, received_at)
      select distinct ${`game:${datasetId}`}::text, event_id, ${at}::timestamptz from sent where event_id is not null
      order by event_id on conflict do nothing returning event_id),
    added as (insert into telemetry_dataset_rows (dataset_id, received_at, id, values)
      select distinct on (coalesce(event_id, id)) ${datasetId}::text, ${at}::timestamptz, id, values from sent
      where event_id is null or event_id in (select event_id from known) order by coalesce(event_id, id)
      returning id)
    select count(*)::int as rows from added`);
  const count = added?.rows ?? 0;
  if (count === 0) return;
  const counted = await db.query(sql`
    insert into telemetry_dataset_days as kept (dataset_id, day, rows)
    select ${datasetId}::text, ${toDay(at)}::date, ${count}::int where ${count}::int <= ${rowsPerDay}::int
    on conflict (dataset_id, day) do update set rows = kept.rows + excluded.rows, is_final = false
    where kept.rows + excluded.rows <= ${rowsPerDay}::int
    returning rows`);
  if (counted.length === 0) throw new Problem(datasetFull, { headers: { 'retry-after': '3600' } });
}

/** Each field may be missing. @throws Problem 400 */
function requireShape(fields: readonly DatasetField[], row: GivenRow, path: string): void {
  for (const [name, value] of Object.entries(row)) {
    if (name === '@id') {
      if (typeof value !== 'string' || !ID.test(value)) refuseField(`${path}.@id`, 'a UUID');
      continue;
    }
    const kind = fields.find((field) => field.name === name)?.kind;
    if (kind === undefined) refuseField(`${path}.${name.slice(0, MAX_TAG)}`, 'a field that the data set has');
    if (kind === 'number' && !isNumber(value)) refuseField(`${path}.${name}`, `a number of at most ${MAX_NUMBER}`);
    if (kind === 'tag' && !isTag(value)) refuseField(`${path}.${name}`, `text of at most ${MAX_TAG} characters`);
  }
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= MAX_NUMBER;
}

function isTag(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_TAG && value.isWellFormed() && !value.includes('\0');
}

function refuseField(path: string, words: string): never {
  throw new Problem(invalidBody, { fields: { [path]: words } });
}
