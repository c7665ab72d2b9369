import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { ERASURE_STEP } from '#app/current/personal-data.server.ts';
import type { ErasedPerson, ErasureStep, Fate } from '#app/current/personal-data.server.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

/** Rows that one statement looks at for mentions. */
const WINDOW = 20_000;
/** Milliseconds: without an index it reads the whole table. */
const PATIENCE_MS = 600_000;

type ColumnFate = Extract<Fate, 'gone' | 'unnamed' | 'cleared' | 'mentions'>;

export function isColumnFate(fate: Fate): fate is ColumnFate {
  return ['gone', 'unnamed', 'cleared', 'mentions'].includes(fate);
}

/** A bounded part of what becomes of one column, in a transaction of its own. @param place from where mentions are looked for */
export async function eraseColumn(
  current: Current,
  column: string,
  fate: ColumnFate,
  person: ErasedPerson,
  place?: string,
): Promise<ErasureStep> {
  const shape = await describeColumn(current, column);
  return retryAfterDeadlock(current.db, () =>
    inTransaction(current, async (current) => {
      await current.db.extendTimeout(PATIENCE_MS);
      if (fate === 'mentions') return replaceMentions(current, shape, person, place);
      const [row] = await current.db.query<{ changed: number }>(STATEMENTS[fate](shape, person));
      const changed = row?.changed ?? 0;
      return { changed, next: changed < ERASURE_STEP ? undefined : 'more' };
    }),
  );
}

export interface ColumnShape {
  readonly table: Sql;
  readonly column: Sql;
  readonly isArray: boolean;
  readonly type: Sql;
  /** Of the primary key, in its order. */
  readonly keys: readonly { readonly name: string; readonly type: string }[];
}

interface CatalogRow {
  readonly name: string;
  readonly type: string;
  readonly place: number | null;
}

/** From the catalogue of the database. @param place `table.column` */
export async function describeColumn({ db }: Current, place: string): Promise<ColumnShape> {
  const [table = '', column = ''] = place.split('.');
  const rows = await db.query<CatalogRow>(sql`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      array_position(i.indkey::int2[], a.attnum)::int as place
    from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
    where a.attrelid = to_regclass(${`public.${table}`}) and a.attnum > 0 and not a.attisdropped`);
  const own = rows.find(({ name }) => name === column);
  if (own === undefined) throw new Error(`there is no column ${place}`);
  const keys = rows
    .filter((row): row is CatalogRow & { place: number } => row.place !== null)
    .toSorted((one, other) => one.place - other.place);
  return {
    table: sql.raw(table),
    column: sql.raw(`"${column}"`),
    isArray: own.type.endsWith('[]'),
    type: sql.raw(own.type),
    keys,
  };
}

/** The primary key, for a list of columns. */
export function keyList({ keys }: ColumnShape, alias = ''): Sql {
  return sql.raw(keys.map(({ name }) => `${alias}"${name}"`).join(', '));
}

function holdsSql({ column, isArray }: ColumnShape, { keys }: ErasedPerson): Sql {
  const forms = keys.map(([from]) => from);
  return isArray ? sql`${column} && ${forms}::text[]` : sql`${column} = any(${forms}::text[])`;
}

/** The rows of a step. */
function chosenSql(shape: ColumnShape, person: ErasedPerson): Sql {
  return sql`(${keyList(shape)}) in (select ${keyList(shape)} from ${shape.table} where ${holdsSql(shape, person)}
    limit ${ERASURE_STEP}::int)`;
}

function pairsSql({ keys }: ErasedPerson): Sql {
  return sql`unnest(${keys.map(([from]) => from)}::text[], ${keys.map(([, to]) => to)}::text[])`;
}

const STATEMENTS: Record<Exclude<ColumnFate, 'mentions'>, (shape: ColumnShape, person: ErasedPerson) => Sql> = {
  gone: (shape, person) => sql`
    with done as (delete from ${shape.table} where ${chosenSql(shape, person)} returning 1)
    select count(*)::int as changed from done`,
  cleared: (shape, person) => sql`
    with done as (update ${shape.table} set ${shape.column} = null where ${chosenSql(shape, person)} returning 1)
    select count(*)::int as changed from done`,
  unnamed: (shape, person) => {
    const { table, column, isArray } = shape;
    const renamed = isArray
      ? sql`(select array_agg(coalesce(p.stand_in, one.value) order by one.place)
          from unnest(${column}) with ordinality one(value, place)
          left join ${pairsSql(person)} p(form, stand_in) on p.form = one.value)`
      : sql`(select p.stand_in from ${pairsSql(person)} p(form, stand_in) where p.form = ${column})`;
    return sql`
      with done as (update ${table} set ${column} = ${renamed} where ${chosenSql(shape, person)} returning 1)
      select count(*)::int as changed from done`;
  },
};

/** By the primary key, a window at a time, whatever is found in it. */
async function replaceMentions(
  { db }: Current,
  shape: ColumnShape,
  person: ErasedPerson,
  place: string | undefined,
): Promise<ErasureStep> {
  const { table, column, type, keys } = shape;
  const after = place === undefined ? undefined : (JSON.parse(place) as string[]);
  const from =
    after === undefined
      ? sql`true`
      : sql`(${keyList(shape)}) > (${sql.join(
          after.map((value, at) => sql`${value}::text::${sql.raw(keys[at]?.type ?? 'text')}`),
          ', ',
        )})`;
  const mentioned = listMentioned(person);
  const patterns = mentioned.map(([form]) => `%${form.replaceAll(/[\\%_]/g, '\\$&')}%`);
  const renamed = mentioned.reduce(
    (text, [form, to]) => sql`regexp_replace(${text}, ${mentionPattern(form)}::text, ${to}::text, 'gi')`,
    sql`x.${column}::text`,
  );
  const same = sql.raw(keys.map(({ name }) => `x."${name}" = page."${name}"`).join(' and '));
  const last = sql.raw(keys.map(({ name }) => `"${name}"::text`).join(', '));
  const reversed = sql.raw(keys.map(({ name }) => `"${name}" desc`).join(', '));
  const [row] = await db.query<{ changed: number; seen: number; last: string[] | null }>(sql`
    with page as (
      select ${keyList(shape)}, ${column}::text ilike any(${patterns}::text[]) as is_hit from ${table} where ${from}
      order by ${keyList(shape)} limit ${WINDOW}::int
    ), done as (
      update ${table} x set ${column} = (${renamed})::${type} from page where page.is_hit and ${same}
        and x.${column}::text <> ${renamed} returning 1
    )
    select (select count(*)::int from done) as changed, (select count(*)::int from page) as seen,
      (select array[${last}] from page order by ${reversed} limit 1) as last`);
  if (row === undefined) return { changed: 0, next: undefined };
  return { changed: row.changed, next: row.seen < WINDOW ? undefined : JSON.stringify(row.last) };
}

/** Names are words, and may be those of others: only ids and addresses are looked for inside of a text. */
function listMentioned({ userId, keys }: ErasedPerson): (readonly [string, string])[] {
  return keys.filter(([form]) => form === userId || /^[^ ]+@[^ ]+$/.test(form));
}

/** It stands alone, or between marks. */
function mentionPattern(form: string): string {
  return `(?<![A-Za-z0-9])${form.replaceAll(/[^A-Za-z0-9]/g, '\\$&')}(?![A-Za-z0-9])`;
}
