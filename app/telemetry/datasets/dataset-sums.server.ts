import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import type { Database } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { toDay } from '../visitors.server.ts';
import { isByMonth, stepsOf } from './dataset.ts';
import type { ChartSpan, Dataset, DatasetField, FieldChart, FieldSums } from './dataset.ts';

const DAY_MS = 86_400_000;
const RAW_DAYS = 90;
/** Of a tag, in the sums of a day and in a chart; the rest is summed up together. */
const SHOWN_VALUES = 20;

/**
 * Sums up each day that is over, of each data set, in a transaction of its own: whoever is killed has done it or not at all, and
 * a day that gets a row afterwards is summed up again.
 */
export async function sumUpDatasets({ db, now }: Pick<Current, 'db' | 'now'>): Promise<void> {
  const today = toDay(now());
  while (await db.heavy.transaction((transaction) => sumUpNext(transaction, today))) continue;
}

/** Another process takes another day. @returns whether there was one */
async function sumUpNext(db: Database, today: string): Promise<boolean> {
  const [due] = await db.query<Pick<Row<'telemetry_datasets'>, 'dataset_id'> & { fields: DatasetField[]; day: string }>(
    sql`
    select days.dataset_id, to_char(day, 'YYYY-MM-DD') as day, fields
    from telemetry_dataset_days days join telemetry_datasets sets using (dataset_id)
    where day < ${today}::date and not is_final order by day, days.dataset_id limit 1
    for update of days skip locked for key share of sets skip locked`,
  );
  if (due === undefined) return false;
  const { dataset_id: datasetId, day, fields } = due;
  const namesOf = (kind: DatasetField['kind']) => [
    '',
    ...fields.filter((field) => field.kind === kind).map(({ name }) => name),
  ];
  await db.extendTimeout(300_000);
  await db.query(sql`delete from telemetry_dataset_sums where dataset_id = ${datasetId} and day = ${day}::date`);
  await db.query(sql`
    with told as (select tag, number, coalesce(raw.values ->> tag, '') as value, (raw.values ->> number)::float8 as amount
      from telemetry_dataset_rows raw cross join unnest(${namesOf('tag')}::text[]) tag
      cross join unnest(${namesOf('number')}::text[]) number
      where dataset_id = ${datasetId} and ${isOfDay(sql`${day}::date`)}
        and (tag = '' or raw.values ? tag) and (number = '' or raw.values ? number)),
    ranked as (select tag, value, row_number() over (partition by tag order by count(*) desc, value) > ${SHOWN_VALUES} as is_rest
      from told where number = '' group by tag, value),
    named as (select told.tag, number, case when is_rest then '' else told.value end as value, is_rest, amount
      from told join ranked on ranked.tag = told.tag and ranked.value = told.value)
    insert into telemetry_dataset_sums (dataset_id, tag, number, day, value, is_rest, rows, sum, least, most, middle, p95)
    select ${datasetId}::text, tag, number, ${day}::date, value, is_rest, ${SUMS} from named group by tag, number, value, is_rest`);
  await db.query(sql`
    update telemetry_dataset_days set is_final = true where dataset_id = ${datasetId} and day = ${day}::date`);
  return true;
}

/** Of `amount`. */
const SUMS = sql`count(*)::int as rows, sum(amount) as sum, min(amount) as least, max(amount) as most,
  percentile_cont(0.5) within group (order by amount) as middle, percentile_cont(0.95) within group (order by amount) as p95`;

function isOfDay(day: Sql): Sql {
  return sql`received_at >= ${day}::timestamp at time zone 'UTC' and received_at < (${day} + 1)::timestamp at time zone 'UTC'`;
}

interface ChartQuery {
  readonly span: ChartSpan;
  /** A number of its fields; without one rows are counted alone. */
  readonly field: string | undefined;
  readonly tag: string | undefined;
}

/** By the time at which rows arrived: of the sums of days that are over, and the rows of the others. Needs staff. @throws Problem 401, 403 */
export async function findChart(
  current: Current,
  { datasetId }: Pick<Dataset, 'datasetId'>,
  { span, field = '', tag }: ChartQuery,
): Promise<FieldChart> {
  requireRole(current, 'staff');
  const { db } = withHeavyPool(current);
  const [first = ''] = stepsOf(span, current.now().getTime());
  const step = isByMonth(span) ? sql`date_trunc('month', day::timestamp)` : sql`day`;
  const ofDays = isByMonth(span)
    ? sql`null::float8 as middle, null::float8 as p95`
    : sql`max(middle) as middle, max(p95) as p95`;
  const steps = await db.query<FieldChart['steps'][number]>(sql`
    with ${cells({ datasetId, first, tag: '', number: field })}
    select to_char(${step}, 'YYYY-MM-DD') as step, ${TOTALS}, ${ofDays} from cells group by 1 order by 1`);
  const values =
    tag === undefined
      ? []
      : await db.query<FieldSums & { value: string | null }>(sql`
        with ${cells({ datasetId, first, tag, number: field })},
        ranked as (select value, is_rest or row_number() over (order by is_rest, sum(rows) desc, value) > ${SHOWN_VALUES} as is_rest,
            sum(rows) as rows, sum(sum) as sum, min(least) as least, max(most) as most
          from cells group by value, is_rest)
        select case when is_rest then null else value end as value, ${TOTALS} from ranked
        group by 1 order by bool_or(is_rest), sum(rows) desc, 1`);
  return { steps, values };
}

const TOTALS = sql`sum(rows)::float8 as count, sum(sum) as sum, min(least) as least, max(most) as most`;

interface CellsQuery {
  readonly datasetId: string;
  /** The first day. */
  readonly first: string;
  readonly tag: string;
  readonly number: string;
}

/** In one statement, so that a day that is summed up meanwhile is there once. */
function cells({ datasetId, first, tag, number }: CellsQuery): Sql {
  return sql`days as (select day, is_final from telemetry_dataset_days where dataset_id = ${datasetId} and day >= ${first}::date),
    told as (select day, coalesce(raw.values ->> ${tag}::text, '') as value, (raw.values ->> ${number}::text)::float8 as amount
      from days join telemetry_dataset_rows raw on ${isOfDay(sql`day`)}
      where not is_final and dataset_id = ${datasetId} and (${tag}::text = '' or raw.values ? ${tag}::text)
        and (${number}::text = '' or raw.values ? ${number}::text)),
    cells as (select day, value, is_rest, rows, sum, least, most, middle, p95
      from telemetry_dataset_sums join days using (day)
      where is_final and dataset_id = ${datasetId} and tag = ${tag} and number = ${number} and day >= ${first}::date
      union all select day, value, false, ${SUMS} from told group by day, value)`;
}

/** Rows are kept for 90 days, and longer where they are not summed up yet. */
export async function dropDatasetRows({ db, now }: Pick<Current, 'db' | 'now'>): Promise<void> {
  const first = toDay(new Date(now().getTime() - RAW_DAYS * DAY_MS));
  await db.heavy.query(sql`
    delete from telemetry_dataset_rows raw using telemetry_dataset_days days
    where received_at < ${first}::timestamp at time zone 'UTC' and days.dataset_id = raw.dataset_id
      and days.day = (received_at at time zone 'UTC')::date and is_final`);
}
