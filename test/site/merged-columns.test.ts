import { expect, test } from 'vitest';

import type { Fate } from '#app/current/personal-data.server.ts';
import { listMoves } from '#app/merges/columns.server.ts';
import { listMergeSteps } from '#app/merges/merging.server.ts';
import { COUNTED_PARTS } from '#app/merges/preview.server.ts';
import { nouns } from '#app/nouns.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { useTestSite } from '../site.ts';

const site = useTestSite();
const moves = listMoves(nouns);

test('the nouns say of every column with people what becomes of it when two accounts become one', async () => {
  const linked = await site.parts.db.query<{ place: string }>(sql`
    select k.conrelid::regclass || '.' || a.attname as place from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
    where k.contype = 'f' and k.confrelid = 'accounts'::regclass`);
  const listed = nouns.flatMap(({ userIds = {}, addresses = {} }) =>
    [userIds, addresses].flatMap((tables) =>
      Object.entries(tables).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`)),
    ),
  );
  const fates = nouns.flatMap(({ fates: own = {} }) => Object.keys(own));
  const all = new Set([...linked.map(({ place }) => place), ...listed, ...fates]);
  expect([...all].filter((place) => moves.get(place) === undefined)).toEqual([]);
});

test('no column with the id of somebody is taken for one that holds nobody', () => {
  const ids = nouns.flatMap(({ userIds = {} }) =>
    Object.entries(userIds).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`)),
  );
  const fates = new Map(nouns.flatMap(({ fates: own = {} }) => Object.entries<Fate>(own)));
  expect(
    ids.filter((place) => moves.get(place) === 'nobody' || (moves.get(place) === 'row' && fates.get(place) !== 'row')),
  ).toEqual([]);
});

test('what is said stands in the database, and each step has a name of its own', async () => {
  const rows = await site.parts.db.query<{ place: string }>(sql`
    select table_name || '.' || column_name as place from information_schema.columns where table_schema = 'public'`);
  const known = new Set(rows.map(({ place }) => place));
  expect([...moves.keys(), ...COUNTED_PARTS.map(([, column]) => column)].filter((place) => !known.has(place))).toEqual(
    [],
  );
  const names = listMergeSteps(nouns).map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
