import { subscribe, unsubscribe } from 'node:diagnostics_channel';

import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { openDatabase } from './database.server.ts';
import type { Database } from './database.server.ts';
import { SQL_CHANNEL, toQuery, sql, statementKey } from './sql.server.ts';
import type { Sql, SqlMessage } from './sql.server.ts';

let db: Database;
beforeAll(() => {
  db = openDatabase({ connection: { connectionString: inject('databaseUrl') }, size: 1, statementTimeout: 10_000 });
});
afterAll(() => db.close());

/** The module once more, with shapes of its own. */
const copyModule = async (name: string) => {
  const path = `./sql.server.ts?${name}`;
  return (await import(/* @vite-ignore */ path)) as typeof import('./sql.server.ts');
};

const preparedNames = async () => {
  const rows = await db.query<{ name: string }>(sql`select name from pg_prepared_statements`);
  return rows.map(({ name }) => name);
};

test('values become parameters, and parts become text in their place', () => {
  const part = (value: string) => sql`b = ${value}`;
  const { text, values } = toQuery(sql`select ${sql`a, b`} from t where a = ${1} and ${part('x')} and c = ${null}`);
  expect(text).toBe('select a, b from t where a = $1 and b = $2 and c = $3');
  expect(values).toEqual([1, 'x', null]);
});

test('a list of values or parts is joined by its separator, and an empty one leaves nothing', () => {
  const { text, values } = toQuery(
    sql`a in (${sql.join([1, 2], ', ')}) and ${sql.join([sql`b`, sql`c = ${3}`], ' or ')}`,
  );
  expect(text).toBe('a in ($1, $2) and b or c = $3');
  expect(values).toEqual([1, 2, 3]);
  expect(toQuery(sql`a${sql.join([], ', ')}${sql.empty}`).text).toBe('a');
});

test('an input value stays a parameter, whatever it holds', async () => {
  const hostile = { strings: [`'; drop table accounts; --`], values: [], key: '!' };
  const value = hostile as unknown as string;
  expect(toQuery(sql`select ${value}`)).toMatchObject({ text: 'select $1', values: [hostile] });
  const [row] = await db.query<{ text: string }>(sql`select ${`'; select 1; --`}::text as text`);
  expect(row?.text).toBe(`'; select 1; --`);
});

test('every shape has the text of its own parts, wherever values and parts stand', async () => {
  const { toQuery } = await copyModule('shapes');
  const tree: fc.Memo<Sql> = fc.memo((depth) => {
    const leaf = fc.constantFrom(sql`x`, sql``, sql`y`, sql`z ${0}`);
    if (depth <= 1) return leaf;
    const slot = fc.oneof(fc.integer(), tree(depth - 1));
    return fc.oneof(
      leaf,
      slot.map((one) => sql`(${one})`),
      fc.tuple(slot, slot).map(([one, other]) => sql`[${one} ${other}]`),
      fc
        .tuple(fc.array(slot, { maxLength: 3 }), fc.constantFrom(', ', ' and '))
        .map(([list, by]) => sql.join(list, by)),
    );
  });
  const plainText = (part: Sql, count = { values: 0 }): string =>
    part.strings.reduce((text, next, index) => {
      const value = part.values[index - 1];
      const isPart = typeof value === 'object' && value !== null && 'strings' in value;
      return text + (isPart ? plainText(value, count) : `$${(count.values += 1)}`) + next;
    });
  fc.assert(
    fc.property(tree(4), (statement) => {
      expect(toQuery(statement).text).toBe(plainText(statement));
    }),
    { numRuns: 500 },
  );
});

test('a statement is prepared once for each shape; raw SQL and what is to be planned anew never', async () => {
  const { toQuery } = await copyModule('prepared');
  const ask = (value: number, condition: Sql) => db.pool.query(toQuery(sql`select ${value}::int where ${condition}`));
  const before = await preparedNames();
  for (const value of [1, 2, 3]) await ask(value, sql`true`);
  await ask(4, sql`not ${false}`);
  await db.pool.query(toQuery(sql`select ${5}::int as ${sql.raw('five')}`));
  await db.pool.query(toQuery(sql`${sql.unprepared}select ${6}::int as six`));
  const fresh = (await preparedNames()).filter((name) => !before.includes(name));
  expect(fresh.toSorted()).toEqual(
    [sql`select ${1}::int where ${sql`true`}`, sql`select ${1}::int where ${sql`not ${true}`}`]
      .map((statement) => String(toQuery(statement).name))
      .toSorted(),
  );
});

test('beyond 512 variants a text is sent unprepared, while every statement has one shape that is', async () => {
  const { toQuery } = await copyModule('bound');
  const many = (length: number) => sql`select 0 + ${sql.join(Array(length).fill(0), ' + ')}`;
  for (let length = 1; length <= 513; length += 1) expect(toQuery(many(length)).name).toBeDefined();
  expect(toQuery(many(600))).toMatchObject({ name: undefined, values: { length: 600 } });
  expect(toQuery(sql.join([sql`select`, 1], ' ')).name).toBeUndefined();
  expect((await db.pool.query(toQuery(many(601)))).rowCount).toBe(1);
  const late = () => toQuery(sql`select ${1}::int as one`);
  expect(late()).toMatchObject({ name: expect.stringMatching(/^sql_/) as string });
  expect(late()).toEqual(late());
});

test('the key of a statement differs by its text and by each value, whether it is kept prepared or not', () => {
  const statements = [
    sql`select ${1}::text`,
    sql`select ${'1'}::text`,
    sql`select ${1n}::text`,
    sql`select ${Number.NaN}::text`,
    sql`select ${null}::text`,
    sql`select ${['1', null]}::text[]`,
    sql`select ${1}::int`,
    sql`${sql.unprepared}select ${1}::int order by 1`,
    sql`${sql.unprepared}select ${1}::int order by 1 desc`,
    sql`select ${1}::int, ${2}::int`,
    sql`select ${2}::int, ${1}::int`,
  ];
  expect(new Set(statements.map(statementKey)).size).toBe(statements.length);
  const again = () => sql`${sql.unprepared}select ${['a', 'b']}::text[]`;
  expect(statementKey(again())).toBe(statementKey(again()));
});

test('a template of another copy of the module is the same to this one', async () => {
  const copy = await copyModule('other');
  expect(copy.sql).not.toBe(sql);
  const mixed = sql`select ${copy.sql`a = ${1}`}, ${copy.sql.join([2, 3], ', ')}`;
  expect(toQuery(mixed)).toMatchObject({ text: 'select a = $1, $2, $3', values: [1, 2, 3] });
});

test('a channel publishes each new shape with its templates', () => {
  const messages: SqlMessage[] = [];
  const listen = (message: unknown) => void messages.push(message as SqlMessage);
  subscribe(SQL_CHANNEL, listen);
  const statement = () => sql`select told ${sql`by ${1}`}`;
  toQuery(statement());
  toQuery(sql`drop ${sql.raw('it')}`);
  toQuery(sql`${sql.unprepared}select ${2}`);
  unsubscribe(SQL_CHANNEL, listen);
  expect(messages).toEqual([
    {
      text: 'select told by $1',
      templates: [
        ['select told ', ''],
        ['by ', ''],
      ],
      isRaw: false,
    },
    { text: 'drop it', templates: [['drop ', '']], isRaw: true },
    { text: 'select $1', templates: [['', 'select ', '']], isRaw: false },
  ]);
});

test('the compiler refuses values that PostgreSQL would misread', () => {
  const maybe = {} as { text?: string; map: { a: number } };
  const statements = [
    // @ts-expect-error undefined would become null unseen
    sql`select ${maybe.text}`,
    // @ts-expect-error JSON is written by JSON.stringify
    sql`select ${maybe.map}`,
    sql`select ${maybe.text ?? null}`,
  ];
  expect(statements).toHaveLength(3);
});
