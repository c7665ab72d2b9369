import { expect, test } from 'vitest';

import type { Merger, PersonalData } from '#app/current/personal-data.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { nouns } from '#app/nouns.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { dropChecks, fillTables } from '#test/people/filled-tables.ts';
import { tracesOf } from '#test/people/traces.ts';
import { useTestSite } from '#test/site.ts';

import { listMoves } from './columns.server.ts';
import { listMergeSteps, mergeDue } from './merging.server.ts';

const site = useTestSite();
const GONE = 'g7x9q2';
const KEPT = 'k4m8w1';

const VOTES = [
  ['feedbag_votes', 'subject_id', 'participant_id'],
  ['support_votes', 'answer_id', 'voter_id'],
] as const;

/** As two accounts whose beginning is over: the ways in have moved. */
async function begin(): Promise<void> {
  await site.parts.db.query(sql`insert into account_merges (merge_id, gone_user_id, kept_user_id, begun_at)
    values (${crypto.randomUUID()}, ${GONE}, ${KEPT}, now())`);
}

test('of a row in every table nothing is left under the lookup code that is gone, but in columns that say why, through a kill at every step', async () => {
  const { db } = site.parts;
  await dropChecks(site);
  await db.query(sql`insert into crates (crate_id, name, policy) values ('plain', 'Plain', '{}')`);
  const filled = await fillTables(site, { userId: GONE, address: 'gone@merged.example' });
  // What both have, by whatever unique index.
  await fillTables(site, { userId: KEPT, address: 'kept@merged.example' });
  expect(filled.length).toBeGreaterThan(80);
  await db.transaction(async (db) => {
    await db.query(sql`set local session_replication_role = 'replica'`);
    for (const [table, subject, voter] of VOTES) {
      const [at, by] = [sql.raw(subject), sql.raw(voter)];
      await db.query(sql`update ${sql.raw(table)} set ${at} = (
        select ${at} from ${sql.raw(table)} where ${by} = ${`user ${GONE}`}) where ${by} = ${`user ${KEPT}`}`);
    }
  });
  await begin();
  const system = systemCurrent(site.parts);
  const steps = listMergeSteps(nouns);
  let kills = 0;
  // Each step dies once, after its deed was committed and before it was noted.
  const dead = new Set<string>();
  const killing = (merger: Merger): Merger => ({
    ...merger,
    run: async (current, pair, place) => {
      const done = await merger.run(current, pair, place);
      if (dead.has(merger.name)) return done;
      dead.add(merger.name);
      kills += 1;
      throw new Error('killed');
    },
  });
  const forms = nouns.flatMap(({ toPersonKeys }) => (toPersonKeys === undefined ? [] : [{ toPersonKeys }]));
  const data: PersonalData[] = [{ mergers: steps.map(killing) }, ...forms];
  const failures: unknown[] = [];
  for (let run = 0; run <= steps.length; run += 1) {
    try {
      await mergeDue(system, data);
    } catch (error) {
      failures.push(...(error as AggregateError).errors.filter((one) => (one as Error).message !== 'killed'));
    }
  }
  expect(failures).toEqual([]);
  expect(kills).toBe(steps.length);
  const moves = listMoves(nouns);
  const stays = new Set(['signed', 'history', 'passing', 'nobody', 'ways', 'row']);
  const atOnce = /^(?:account_|accounts|passkeys|recovery_codes|security_events|delegation_keys|merged_accounts)/;
  const left = await tracesOf(site, nouns, { userId: GONE, addresses: [], names: [] });
  // A count follows its set, and this row has none.
  const isTold = (column: string) =>
    stays.has(moves.get(column) ?? '') || column === 'set_counts.id' || atOnce.test(column);
  const found = [...left].filter(([column]) => !isTold(column));
  expect(Object.fromEntries(found)).toEqual({});
});
