import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { ERASURE_STEP } from '#app/current/personal-data.server.ts';
import type { ErasureStep, Fate, MergedPair, Move, PersonalData } from '#app/current/personal-data.server.ts';
import { describeColumn, eraseColumn, keyList } from '#app/deletions/columns.server.ts';
import type { ColumnShape } from '#app/deletions/columns.server.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

/** Milliseconds: without an index it reads the whole table. */
const PATIENCE_MS = 600_000;

const BY_FATE: Partial<Record<Fate, Move>> = {
  gone: 'moved',
  unnamed: 'moved',
  cleared: 'moved',
  mentions: 'mentions',
  row: 'row',
  nobody: 'nobody',
  others: 'history',
  passing: 'passing',
  held: 'history',
};

/** What becomes of each column: as its noun says, or as follows from what becomes of it in a deletion. */
export function listMoves(data: readonly PersonalData[]): ReadonlyMap<string, Move | undefined> {
  const byFate = data.flatMap(({ fates = {} }) =>
    Object.entries<Fate>(fates).map(([column, fate]) => [column, BY_FATE[fate]] as const),
  );
  return new Map([...byFate, ...data.flatMap(({ moves = {} }) => Object.entries<Move>(moves))]);
}

type ColumnMove = Extract<Move, 'moved' | 'mentions' | 'dropped'>;

export function isColumnMove(move: Move | undefined): move is ColumnMove {
  return move === 'moved' || move === 'mentions' || move === 'dropped';
}

/** A bounded part of what becomes of one column, in a transaction of its own. */
export async function moveColumn(
  current: Current,
  column: string,
  move: ColumnMove,
  pair: MergedPair,
  place?: string,
): Promise<ErasureStep> {
  if (move === 'mentions') return eraseColumn(current, column, 'mentions', toErased(pair), place);
  const shape = await describeColumn(current, column);
  const uniques = move === 'moved' ? await findUniques(current, column) : [];
  return retryAfterDeadlock(current.db, () =>
    inTransaction(current, async (current) => {
      await current.db.extendTimeout(PATIENCE_MS);
      const statements =
        move === 'dropped'
          ? [dropSql(shape, pair)]
          : [...uniques.map((one) => dropTwiceSql(shape, one, pair)), moveSql(shape, pair)];
      let changed = 0;
      for (const statement of statements) {
        const [row] = await current.db.query<{ changed: number }>(statement);
        changed += row?.changed ?? 0;
        // What was not looked at yet could stand in the way of what follows.
        if ((row?.changed ?? 0) >= ERASURE_STEP) return { changed, next: 'more' };
      }
      return { changed, next: undefined };
    }),
  );
}

/** How many rows of the one there are, no more than `most`, and how many of them the other has already. */
export async function countColumn(
  current: Current,
  column: string,
  pair: MergedPair,
  most: number,
): Promise<{ count: number; twice: number }> {
  const shape = await describeColumn(current, column);
  const uniques = await findUniques(current, column);
  const twice = uniques.map((one) => sql`(select count(*)::int from (${twiceSql(shape, one, pair, most)}) x)`);
  const [row] = await current.db.query<{ count: number; twice: number }>(sql`
    select (select count(*)::int from (select from ${shape.table} where ${holdsSql(shape, pair)} limit ${most}::int) x) as count,
      greatest(0, ${sql.join([sql`0`, ...twice], ', ')}) as twice`);
  return row ?? { count: 0, twice: 0 };
}

function toErased({ goneId, keptId, keys }: MergedPair) {
  return {
    userId: goneId,
    emails: [],
    names: [],
    standIn: keptId,
    keys,
    keptItems: [],
    goneItems: [],
    at: new Date(0),
  };
}

/** Its other columns, and the rows that it is about. */
interface Unique {
  readonly others: readonly string[];
  readonly predicate: string | null;
}

/** The unique indexes in which a column stands that is no list; none has expressions. */
async function findUniques({ db }: Current, place: string): Promise<Unique[]> {
  const [table = '', column = ''] = place.split('.');
  const rows = await db.query<{ columns: string[]; predicate: string | null }>(sql`
    select array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality k(num, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.num where k.place <= i.indnkeyatts) as columns,
      pg_get_expr(i.indpred, i.indrelid) as predicate
    from pg_index i where i.indrelid = to_regclass(${`public.${table}`}) and i.indisunique`);
  return rows
    .filter(({ columns }) => columns.includes(column))
    .map(({ columns, predicate }) => ({ others: columns.filter((name) => name !== column), predicate }));
}

function holdsSql({ column, isArray }: ColumnShape, { keys }: MergedPair): Sql {
  const forms = keys.map(([from]) => from);
  return isArray ? sql`${column} && ${forms}::text[]` : sql`${column} = any(${forms}::text[])`;
}

function pairsSql({ keys }: MergedPair): Sql {
  return sql`unnest(${keys.map(([from]) => from)}::text[], ${keys.map(([, to]) => to)}::text[])`;
}

/** The primary keys of rows that the kept account has too. */
function twiceSql(shape: ColumnShape, { others, predicate }: Unique, pair: MergedPair, most: number): Sql {
  const { table, column } = shape;
  const rows = (values: Sql) =>
    sql`(select * from ${table} where ${column} = any(${values}) ${predicate === null ? sql.empty : sql.raw(`and (${predicate})`)})`;
  const same = [sql`k.${column} = p.kept`, ...others.map((name) => sql.raw(`k."${name}" = g."${name}"`))];
  return sql`select ${keyList(shape, 'g.')} from ${rows(sql`${pair.keys.map(([from]) => from)}::text[]`)} g
    join ${pairsSql(pair)} p(gone, kept) on p.gone = g.${column}
    join ${rows(sql`${pair.keys.map(([, to]) => to)}::text[]`)} k on ${sql.join(same, ' and ')} limit ${most}::int`;
}

function dropTwiceSql(shape: ColumnShape, unique: Unique, pair: MergedPair): Sql {
  return sql`with done as (delete from ${shape.table} where (${keyList(shape)}) in (${twiceSql(shape, unique, pair, ERASURE_STEP)})
    returning 1) select count(*)::int as changed from done`;
}

function chosenSql(shape: ColumnShape, pair: MergedPair): Sql {
  return sql`(${keyList(shape)}) in (select ${keyList(shape)} from ${shape.table} where ${holdsSql(shape, pair)}
    limit ${ERASURE_STEP}::int)`;
}

function dropSql(shape: ColumnShape, pair: MergedPair): Sql {
  return sql`with done as (delete from ${shape.table} where ${chosenSql(shape, pair)} returning 1)
    select count(*)::int as changed from done`;
}

/** A list names nobody twice. */
function moveSql(shape: ColumnShape, pair: MergedPair): Sql {
  const { table, column, isArray } = shape;
  const renamed = isArray
    ? sql`(select array_agg(who order by place) from (
        select coalesce(p.kept, one.value) as who, min(one.place) as place
        from unnest(${column}) with ordinality one(value, place)
        left join ${pairsSql(pair)} p(gone, kept) on p.gone = one.value group by 1) once)`
    : sql`(select p.kept from ${pairsSql(pair)} p(gone, kept) where p.gone = ${column})`;
  return sql`with done as (update ${table} set ${column} = ${renamed} where ${chosenSql(shape, pair)} returning 1)
    select count(*)::int as changed from done`;
}
