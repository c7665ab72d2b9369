import fc from 'fast-check';
import { expect, test } from 'vitest';

import { setAlias } from '#app/aliases/aliases.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { insertFollows } from '#app/following/follows.server.ts';
import { CRATE } from '#app/levelhead/level.ts';
import { nouns } from '#app/nouns.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { openOldAccount } from '#test/people/old-accounts.ts';
import type { TestOwner } from '#test/people/owners.ts';
import { readCounts } from '#test/sets.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate } from '#test/storage.ts';

import { beginMoving } from './merges.server.ts';
import { mergeDue } from './merging.server.ts';

const site = useTestSite();
const THINGS = 'things';
const system = () => systemCurrent(site.parts);

/** Of an account itself, of what a merge ends, sums or has once, and what is signed. */
const OWN_PARTS = new Set(
  [
    'account',
    'emails',
    'aliases',
    'alias-history',
    'alias-names',
    'security-log',
    'sessions',
    'keys',
    'exports',
    'deeds',
  ].concat('usage', 'newsletter', 'newsletter-subscriptions'),
);
/** A changed row says so, and a name is the kept account's. */
const CHANGING = new Set([
  'rev',
  'etag',
  'updatedAt',
  'updatedBy',
  'owner',
  'userId',
  'collaborators',
  'ordinal',
  'slot',
]);

/** Everything that an export of somebody has, in any order. */
async function exportOf(userId: string): Promise<string[]> {
  const found: string[] = [];
  for (const part of nouns.flatMap(({ personalRows = [] }) => personalRows)) {
    if (OWN_PARTS.has(part.name)) continue;
    for await (const { data } of part.find(system(), { userId, emails: [] })) {
      const said = Object.entries(data).filter(([field]) => !CHANGING.has(field));
      found.push(`${part.name} ${JSON.stringify(Object.fromEntries(said))}`);
    }
  }
  return found.toSorted();
}

const insertItem = (owner: string) =>
  site.parts.db.query(sql`insert into items (crate_id, item_id, rev, user_id, collaborators, mimetype, bytes, body,
      created_at, updated_at, updated_by)
    values (${THINGS}, ${crypto.randomUUID()}, 1, ${owner}, ${[owner]}, 'text/plain', 1, 'x', now(), now(), ${owner})`);

const DEEDS: Record<string, (owner: TestOwner, at: number) => Promise<unknown>> = {
  letter: ({ visitor }) =>
    visitor.post('/contact', {
      intent: 'contact.send',
      title: 'It crashes',
      body: 'On load.',
      game: 'levelhead',
      platform: 'Linux',
    }),
  newsletter: ({ visitor }) =>
    visitor.post('/telegrams?subscribe=ballyhoo', { intent: 'telegrams.join', ballyhoo: 'on' }),
  item: ({ userId }) => insertItem(userId),
  items: async ({ userId }) => {
    for (let n = 0; n < 3; n += 1) await insertItem(userId);
  },
  purchase: ({ userId }) =>
    site.parts.db.query(sql`insert into perk_purchases (purchase_id, app_id, perk_id, user_id, bought_at)
      values (${crypto.randomUUID()}, 'levelhead', ${crypto.randomUUID()}, ${userId}, now())`),
  grant: ({ userId }) =>
    site.parts.db.query(sql`insert into perk_grants (user_id, grant_id, perk_id, ordinal, way, granted_at)
      values (${userId}, ${crypto.randomUUID()}, 'hat', 1, 'staff', now())`),
  follow: ({ userId }, at) => insertFollows(system(), userId, [`levelhead.player:other${at}`]),
  place: ({ userId }) =>
    site.parts.db.query(sql`insert into account_choices (user_id, name, value) values (${userId}, ${userId}, 'x')`),
};

test('whatever both have done, the export of the account that is left is those of both', async () => {
  await createCrate(site, THINGS, OPEN_POLICY);
  let round = 0;
  const deeds = fc.subarray(Object.keys(DEEDS), { minLength: 3 });
  await fc.assert(
    fc.asyncProperty(deeds, deeds, async (ofGone, ofKept) => {
      round += 1;
      const gone = await openOldAccount(site, `gone@union${round}.example`);
      const kept = await openOldAccount(site, `kept@union${round}.example`);
      await setAlias(system(), 'rumpus', kept.userId, `Union ${round} Comet`);
      for (const name of ofGone) await DEEDS[name]?.(gone, round * 2);
      for (const name of ofKept) await DEEDS[name]?.(kept, round * 2 + 1);
      const both = [...(await exportOf(gone.userId)), ...(await exportOf(kept.userId))].toSorted();
      const pair = { goneId: gone.userId, keptId: kept.userId };
      await site.parts.db.transaction(async (db) =>
        beginMoving({ ...system(), db, sessions: site.parts.sessions.within(db) }, pair),
      );
      expect(await mergeDue(system(), nouns)).toBe(1);
      const [left, sought] = [new Set(await exportOf(kept.userId)), new Set(both)];
      expect([...sought].filter((one) => !left.has(one))).toEqual([]);
      expect([...left].filter((one) => !sought.has(one))).toEqual([]);
      expect(await exportOf(gone.userId)).toEqual([]);
    }),
    { numRuns: 4, endOnFailure: true },
  );
});

test('of two players one is left, who has done what both have, and whom sets count once', async () => {
  await seedSmallWorld(site);
  const [first, second, idle] = [
    CAST.collaborator.userId,
    CAST.creator.userId,
    await openOldAccount(site, 'idle@union.example'),
  ];
  const read = async (userIds: readonly string[]) => {
    const [row] = await site.parts.db.query<{ players: number; levels: number; plays: number }>(sql`
      select (select count(*)::int from levelhead_players where user_id = any(${[...userIds]}::text[])) as players,
        (select count(*)::int from levelhead_levels where user_id = any(${[...userIds]}::text[])) as levels,
        (select sum(value)::float8 from item_stats s join items i using (crate_id, item_id)
          where crate_id = ${CRATE} and i.name = any(${[...userIds]}::text[]) and s.name = 'Plays') as plays`);
    return row;
  };
  const before = await read([first, second]);
  expect(before?.players).toBe(2);
  // Then that one into somebody who has never played.
  for (const pair of [
    { goneId: first, keptId: second },
    { goneId: second, keptId: idle.userId },
  ]) {
    await site.parts.db.query(sql`update accounts set role = 'authenticated' where user_id = ${pair.goneId}`);
    await site.parts.db.transaction(async (db) =>
      beginMoving({ ...system(), db, sessions: site.parts.sessions.within(db) }, pair),
    );
    expect(await mergeDue(system(), nouns)).toBe(1);
    expect(await read([pair.keptId])).toEqual({ ...before, players: 1 });
    expect(await read([pair.goneId])).toEqual({ players: 0, levels: 0, plays: null });
  }
  expect((await readCounts(site, CRATE)).drifted).toEqual([]);
});
