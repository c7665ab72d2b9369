import { describe, expect, test } from 'vitest';

import type { ErasedPerson } from '#app/current/personal-data.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { CRATE } from '#app/levelhead/level.ts';
import { nouns } from '#app/nouns.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { dropChecks, fillTables } from '#test/people/filled-tables.ts';
import { listKept, tracesOf } from '#test/people/traces.ts';
import { readCounts } from '#test/sets.ts';
import { useTestSite } from '#test/site.ts';

import { eraseColumn } from './columns.server.ts';
import { eraseDue } from './erasing.server.ts';

const site = useTestSite();
const DAY_MS = 86_400_000;

describe('levels', () => {
  const levelsOf = async (userId: string) => {
    const rows = await site.parts.db.query<{ level_id: string }>(sql`
      select level_id from levelhead_levels where user_id = ${userId} order by level_id`);
    return rows.map((row) => row.level_id);
  };
  const leave = async (userId: string, kept: string[], standIn: string) => {
    await site.parts.db.query(sql`update accounts set deletion_due_at = now() where user_id = ${userId}`);
    await site.parts.db
      .query(sql`insert into account_deletions (deletion_id, user_id, emails, kept, stand_in, asked_at, due_at)
      values (${crypto.randomUUID()}, ${userId}, '{}', ${kept}, ${standIn}, now(), now() - interval '1 minute')`);
    expect(await eraseDue(systemCurrent(site.parts), nouns)).toBe(1);
  };
  const tracesOfCast = async ({ userId, email, alias }: (typeof CAST)['player']) => {
    const found = await tracesOf(site, nouns, { userId, addresses: [email], names: [alias] });
    const kept = listKept(nouns);
    return Object.fromEntries([...found].filter(([column]) => !kept.has(column)));
  };

  test('stay as those of a deleted player, or go with who has built them, and their words and counts follow', async () => {
    await seedSmallWorld(site);
    // Of the world's levels some are by nobody of the cast: these two get some of their own.
    await site.parts.db.query(sql`update items set user_id = case when name < 'm' then ${CAST.creator.userId}
        else ${CAST.collaborator.userId} end, collaborators = array[case when name < 'm' then ${CAST.creator.userId}
        else ${CAST.collaborator.userId} end], rev = rev + 1 where crate_id = ${CRATE} and 'level' = any (tags)
      and item_id in (select item_id from levelhead_levels order by item_id limit 20)`);
    const [stays, goes] = [await levelsOf(CAST.creator.userId), await levelsOf(CAST.collaborator.userId)];
    expect(Math.min(stays.length, goes.length)).toBeGreaterThan(0);
    const standIn = 'deletedbbbbbbbbbbbb';
    await leave(CAST.creator.userId, ['levels'], standIn);
    await leave(CAST.collaborator.userId, [], 'deletedcccccccccccc');
    expect(await levelsOf(standIn)).toEqual(stays);
    expect(await levelsOf('deletedcccccccccccc')).toEqual([]);
    const page = await site.ask(undefined, `/games/levelhead/levels/${stays[0]}`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Deleted player')]);
    expect((await site.ask(undefined, `/games/levelhead/levels/${goes[0]}`)).status).toBe(404);
    expect((await site.ask(undefined, `/games/levelhead/players/${CAST.creator.userId}`)).status).toBe(404);
    expect(await tracesOfCast(CAST.creator)).toEqual({});
    expect(await tracesOfCast(CAST.collaborator)).toEqual({});
    expect((await readCounts(site, CRATE)).drifted).toEqual([]);
  });
});

test('of a row in every table nothing is left but in columns that say why', async () => {
  const figure = { userId: 'z7x9q2', address: 'zoe.figure@left.example' };
  await dropChecks(site);
  const { db } = site.parts;
  await db.query(sql`insert into crates (crate_id, name, policy) values ('plain', 'Plain', '{}')`);
  const filled = await fillTables(site, figure);
  expect(filled.length).toBeGreaterThan(80);
  await db.query(
    sql`insert into accounts (user_id, role, created_at, deletion_due_at)
      values (${figure.userId}, 'authenticated', now(), now())`,
  );
  await db.query(
    sql`update account_emails set is_primary = true, verified_at = now() where user_id = ${figure.userId}`,
  );
  const before = await tracesOf(site, nouns, { ...figure, addresses: [figure.address], names: [] });
  expect(before.size).toBeGreaterThan(100);
  await db.query(sql`insert into account_deletions (deletion_id, user_id, emails, kept, stand_in, asked_at, due_at)
    values (${crypto.randomUUID()}, ${figure.userId}, '{}', '{levels,posts}', 'deleted0123456789ab', now(), now())`);
  const system = systemCurrent(site.parts);
  site.advanceClock(DAY_MS);
  expect(await eraseDue(system, nouns)).toBe(1);
  const left = await tracesOf(site, nouns, { ...figure, addresses: [figure.address], names: [] });
  const kept = listKept(nouns);
  expect(Object.fromEntries([...left].filter(([column]) => !kept.has(column)))).toEqual({});
});

test('a look for mentions goes on after the row where the last one stopped', async () => {
  const system = systemCurrent(site.parts);
  const ids = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b'];
  for (const id of ids) {
    await site.parts.db
      .query(sql`insert into approvals (approval_id, kind, target, payload, shown, reason, asked_by, asked_at,
        expires_at)
      values (${id}, 'x', 'account/m9n8b7', '{"userId":"m9n8b7","other":"xm9n8b7"}', '{}', '', 'x', now(), now())`);
  }
  const person: ErasedPerson = {
    userId: 'm9n8b7',
    emails: [],
    names: [],
    standIn: 'deletedaaaaaaaaaaaa',
    keys: [['m9n8b7', 'deletedaaaaaaaaaaaa']],
    keptItems: [],
    goneItems: [],
    at: new Date(),
  };
  const from = JSON.stringify(ids.slice(0, 1));
  const step = await eraseColumn(system, 'approvals.payload', 'mentions', person, from);
  expect(step).toEqual({ changed: 1, next: undefined });
  const rows = await site.parts.db.query<{ payload: object }>(sql`
    select payload from approvals where approval_id = any(${ids}::uuid[]) order by approval_id`);
  expect(rows.map(({ payload }) => payload)).toEqual([
    { userId: 'm9n8b7', other: 'xm9n8b7' },
    { userId: 'deletedaaaaaaaaaaaa', other: 'xm9n8b7' },
  ]);
});
