import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { toDay } from '../visitors.server.ts';
import { datasetAudit } from './audit-kinds.server.ts';
import { MAX_DATASETS } from './dataset.ts';
import type { Dataset, DatasetField, NewDataset } from './dataset.ts';
import { datasetTaken, noDataset, tooManyDatasets } from './problems.ts';

/** By their names. Needs staff. @throws Problem 401, 403 */
export async function listDatasets(current: Current): Promise<Dataset[]> {
  requireRole(current, 'staff');
  return findDatasets(current, sql`order by dataset_id limit ${MAX_DATASETS}`);
}

/** Needs staff. @throws Problem 401, 403, 404 */
export async function getDataset(current: Current, datasetId: string): Promise<Dataset> {
  requireRole(current, 'staff');
  return requireDataset(current, datasetId);
}

/** Permission is up to the caller. @throws Problem 404 */
export async function requireDataset(current: Current, datasetId: string): Promise<Dataset> {
  const [dataset] = await findDatasets(current, sql`where dataset_id = ${datasetId}`);
  if (dataset === undefined) throw new Problem(noDataset);
  return dataset;
}

type DatasetRow = Pick<Row<'telemetry_datasets'>, 'dataset_id' | 'app_id' | 'rows_per_day' | 'created_at'> & {
  readonly fields: DatasetField[];
} & Columns<'telemetry_dataset_days', { rows: number | null }>;

async function findDatasets({ db, now }: Current, clause: Sql): Promise<Dataset[]> {
  const rows = await db.query<DatasetRow>(sql`
    select dataset_id, app_id, fields, rows_per_day, created_at, days.rows
    from (select *, ${toDay(now())}::date as day from telemetry_datasets ${clause}) datasets
    left join telemetry_dataset_days days using (dataset_id, day)
    order by dataset_id`);
  return rows.map((row) => ({
    datasetId: row.dataset_id,
    appId: row.app_id,
    fields: row.fields,
    rowsPerDay: row.rows_per_day,
    createdAt: row.created_at.toISOString(),
    rowsToday: row.rows ?? 0,
  }));
}

/** Needs admin. @throws Problem 401, 403, 409 */
export async function createDataset(current: Current, wanted: NewDataset): Promise<void> {
  requireRole(current, 'admin');
  const { datasetId, appId, fields, rowsPerDay } = wanted;
  await inTransaction(current, async (current) => {
    const { db } = current;
    await db.query(sql`select pg_advisory_xact_lock(hashtext('telemetry datasets'))`);
    const [all] = await db.query<{ count: number }>(sql`select count(*)::int as count from telemetry_datasets`);
    if ((all?.count ?? 0) >= MAX_DATASETS) throw new Problem(tooManyDatasets);
    const [added] = await db.query(sql`
      insert into telemetry_datasets (dataset_id, app_id, fields, rows_per_day, created_at)
      values (${datasetId}, ${appId}, ${JSON.stringify(fields)}, ${rowsPerDay}, ${current.now()})
      on conflict do nothing returning dataset_id`);
    if (added === undefined) throw new Problem(datasetTaken);
    await recordAuditEntry(current, datasetAudit.create, { target: toDatasetTarget(datasetId), after: wanted });
  });
}

/** With all that was told. Needs admin. @throws Problem 401, 403, 404 */
export async function deleteDataset(current: Current, datasetId: string): Promise<void> {
  requireRole(current, 'admin');
  await inTransaction(current, async (current) => {
    const [row] = await current.db.query<Pick<Row<'telemetry_datasets'>, 'app_id' | 'fields'>>(sql`
      delete from telemetry_datasets where dataset_id = ${datasetId} returning app_id, fields`);
    if (row === undefined) throw new Problem(noDataset);
    const before = { appId: row.app_id, fields: row.fields };
    await recordAuditEntry(current, datasetAudit.delete, { target: toDatasetTarget(datasetId), before });
  });
}

function toDatasetTarget(datasetId: string): string {
  return `dataset/${datasetId}`;
}
