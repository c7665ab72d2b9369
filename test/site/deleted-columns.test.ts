import { expect, test } from 'vitest';

import { CONSEQUENCES } from '#app/deletions/consequences.ts';
import { nouns } from '#app/nouns.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { CAST } from '../cast.ts';
import { compareFates, findUndeclaredIds } from '../people/personal-columns.ts';
import { useTestSite } from '../site.ts';

const site = useTestSite();

test('the nouns say of every column that may hold a person what becomes of it, and of nothing else', async () => {
  expect(await compareFates(site, nouns)).toEqual({ undeclared: [], unknown: [] });
});

test('a table that no noun knows is told by each of its columns that may hold a person', async () => {
  const { userId } = CAST.player;
  await site.parts.db.query(sql`
    create table strangers (
      stranger_id uuid primary key, friend_user_id uuid, noted_by text, watchers text[], rivals uuid[], said jsonb,
      contact_email text, picture_file text, whoever text references accounts, nickname text, bytes bigint
    )`);
  try {
    const { undeclared } = await compareFates(site, nouns);
    const columns = [
      'contact_email',
      'friend_user_id',
      'noted_by',
      'picture_file',
      'rivals',
      'said',
      'watchers',
      'whoever',
    ];
    expect(undeclared).toEqual(columns.map((column) => `strangers.${column}`));
    // One whose name says nothing is told by what stands in it.
    await site.parts.db.query(sql`insert into strangers (stranger_id, nickname)
      values ('00000000-0000-7000-8000-000000000001', ${`the ${userId}`})`);
    expect(await findUndeclaredIds(site, nouns, [userId])).toEqual(['strangers.nickname']);
  } finally {
    await site.parts.db.query(sql`drop table strangers`);
  }
});

test('no two nouns say what becomes of the same column', () => {
  const places = nouns.flatMap((noun) => Object.keys(noun.fates ?? {}));
  expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
});

test('the page about deletion tells of every noun that keeps something about people', () => {
  const told = new Set(CONSEQUENCES.flatMap(({ nouns: names }) => names));
  const keeping = nouns.filter(({ fates = {} }) => Object.keys(fates).length > 0).map(({ name }) => name);
  expect(keeping.filter((name) => !told.has(name))).toEqual([]);
});
