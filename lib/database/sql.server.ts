import { createHash } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';

import type { QueryConfig } from 'pg';

/** An array becomes an SQL array; for JSON columns use `JSON.stringify`, for `undefined` write `?? null`. */
export type SqlValue = string | number | bigint | boolean | Date | Uint8Array | null | readonly SqlValue[];

/** Registered, so that all module graphs of a process share it; no JSON from outside can hold it. */
const PART = Symbol.for('sql');

/** The keys of parts that keep the statement around them from being prepared. */
const RAW = '!';
const UNPREPARED = '~';

/** A statement or a part of one, made by `sql` alone. */
export interface Sql {
  readonly [PART]: true;
  readonly strings: readonly string[];
  readonly values: readonly (SqlValue | Sql)[];
  /** Equal for parts of the same strings; without it the identity of the array of strings decides. */
  readonly key?: string;
}

/** The one way to write SQL: what is inserted becomes a parameter, another `sql` becomes a part of the text. */
export function sql(strings: TemplateStringsArray, ...values: (SqlValue | Sql)[]): Sql {
  return { [PART]: true, strings, values };
}

sql.empty = sql``;

/** Joins values or parts by a constant text; empty for none. */
sql.join = (list: readonly (SqlValue | Sql)[], separator: string): Sql => {
  if (list.length === 0) return sql.empty;
  const strings = ['', ...Array<string>(list.length - 1).fill(separator), ''];
  return { [PART]: true, strings, values: list, key: `${list.length}${JSON.stringify(separator)}` };
};

/** SQL that varies, such as the name of a partition; not kept prepared. Never for input from outside. */
sql.raw = (text: string): Sql => ({ [PART]: true, strings: [text], values: [], key: RAW });

/** An empty part, for a statement that PostgreSQL shall plan each time for its values: it is not kept prepared. */
sql.unprepared = { [PART]: true, strings: [''], values: [], key: UNPREPARED } satisfies Sql;

/** Statements of one shape share a name, under which each connection prepares them once. */
export function toQuery(statement: Sql): Query {
  const values: SqlValue[] = [];
  const shape = flatten(statement, values);
  const { name, text, mayBlock } = queries.get(shape) ?? makeQuery(shape, statement);
  return { name, text, mayBlock, values };
}

interface Query extends QueryConfig<SqlValue[]> {
  /** Undefined for a statement that is not kept prepared. */
  name: string | undefined;
  values: SqlValue[];
  /** It writes or locks, so that it may have to wait for others. */
  mayBlock: boolean;
}

/** Equal for statements of the same text and values alone. Not by the name, which many statements do not have. */
export function statementKey(statement: Sql): string {
  const { text, values } = toQuery(statement);
  return JSON.stringify([text, ...values], (_, value: unknown) => {
    if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value)))
      return { number: `${value}` };
    return value;
  });
}

/** Published on `SQL_CHANNEL` for each new shape. */
export interface SqlMessage {
  readonly text: string;
  readonly templates: readonly (readonly string[])[];
  readonly isRaw: boolean;
}

export const SQL_CHANNEL = 'sql';

const MAX_VARIANTS = 512;
const sent = channel(SQL_CHANNEL);
/** By shape: building a text takes thirty times as long as finding it here. */
const queries = new Map<string, Omit<Query, 'values'>>();

const roots = new WeakSet<readonly string[]>();
let variants = 0;

/**
 * One shape of every statement is kept prepared. Beyond some hundred further ones, of conditions that vary, a text is sent
 * unprepared, so that connections do not fill up.
 */
function makeQuery(shape: string, statement: Sql): Omit<Query, 'values'> {
  const text = writeText(statement);
  const mayBlock = BLOCKING.test(text);
  const isRaw = shape.includes(RAW);
  if (sent.hasSubscribers) {
    sent.publish({ text, templates: listTemplates(statement), isRaw } satisfies SqlMessage);
  }
  const isVariant = statement.key !== undefined || roots.has(statement.strings);
  if (isRaw || shape.includes(UNPREPARED) || (isVariant && variants >= MAX_VARIANTS))
    return { name: undefined, text, mayBlock };
  if (isVariant) variants += 1;
  else roots.add(statement.strings);
  const query = { name: `sql_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`, text, mayBlock };
  queries.set(shape, query);
  return query;
}

const BLOCKING =
  /\b(?:(?:insert|merge)\s+into|update\s+\w+|delete\s+from|for\s+(?:no\s+key\s+)?update|for\s+(?:key\s+)?share|(?:create|alter|drop|truncate|lock)\s+\w+|pg_advisory\w*|pg_notify|graphile_worker|count_usage)\b/i;

/** Collects the values and answers the shape: the keys of all parts in order, and where the values stand. */
function flatten(part: Sql, values: SqlValue[]): string {
  let shape = part.key ?? keyFor(part.strings);
  for (const value of part.values) {
    if (isSql(value)) shape += flatten(value, values);
    else {
      values.push(value);
      shape += '$';
    }
  }
  return shape;
}

function writeText(statement: Sql): string {
  let count = 0;
  const write = ({ strings, values }: Sql): string =>
    strings.reduce((text, next, index) => {
      const value = values[index - 1] ?? null;
      return `${text}${isSql(value) ? write(value) : `$${(count += 1)}`}${next}`;
    });
  return write(statement);
}

function listTemplates({ strings, values, key }: Sql): (readonly string[])[] {
  return [...(key === undefined ? [strings] : []), ...values.filter(isSql).flatMap(listTemplates)];
}

function isSql(value: SqlValue | Sql): value is Sql {
  return typeof value === 'object' && value !== null && PART in value;
}

const keys = new WeakMap<readonly string[], string>();
let count = 0;

/** A template has the same array of strings whenever it runs. */
function keyFor(strings: readonly string[]): string {
  const known = keys.get(strings);
  if (known !== undefined) return known;
  const key = `${(count += 1)};`;
  keys.set(strings, key);
  return key;
}
