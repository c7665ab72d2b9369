import { globSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { CAST } from '../cast.ts';
import { KillableSite } from './killable-site.ts';

const KILLS = Math.min(40, Number(process.env.KILLS ?? 4));
const { userId, email } = CAST.player;
const DELETION = '00000000-0000-7000-8000-000000000132';

let site: KillableSite;

beforeAll(async () => {
  site = await KillableSite.open();
  await site.inDatabase(async (database) => {
    await database.query(`update accounts set deletion_due_at = now() where user_id = $1`, [userId]);
    await database.query(
      `insert into account_deletions (deletion_id, user_id, emails, kept, stand_in, asked_at, due_at)
      values ($1, $2, '{}', '{levels}', 'deleted0123456789ab', now(), now())`,
      [DELETION, userId],
    );
  });
});

afterAll(() => site.close());

/** What the clock does every five minutes. */
const begin = (database: pg.Client) => database.query(`select graphile_worker.add_job('deletions:eraseDue', '{}')`);

async function readStep(database: pg.Client): Promise<string | undefined> {
  const { rows } = await database.query<{ step: string }>(
    `select round || ' ' || coalesce(step, '') as step from account_deletions where deletion_id = $1 and begun_at is not null`,
    [DELETION],
  );
  return rows[0]?.step;
}

const isOver = async (database: pg.Client) =>
  (await database.query(`select from account_deletions where deletion_id = $1`, [DELETION])).rows.length === 0;

test(
  `somebody is deleted through ${KILLS} kills of the server, each at another step`,
  { timeout: 300_000 },
  async () => {
    const steps = new Set<string>();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const isDone = await site.inDatabase(async (database) => {
        await begin(database);
        for (;;) {
          if (await isOver(database)) return true;
          const step = await readStep(database);
          if (step !== undefined && !steps.has(step)) {
            steps.add(step);
            return false;
          }
          await pause(1);
        }
      });
      if (isDone) break;
      await site.killServer();
      await site.start();
    }
    expect(steps.size).toBeGreaterThanOrEqual(2);
    await site.inDatabase(async (database) => {
      await begin(database);
      while (!(await isOver(database))) await pause(50);
      expect(await findTraces(database)).toEqual([]);
    });
  },
);

/** The columns of which a noun says why they stay; the nouns themselves need what only the build has. */
function readKept(): Set<string> {
  const texts = globSync('app/*/erasure.server.ts').map((path) => readFileSync(path, 'utf8'));
  const found = texts.join('\n').matchAll(/'(\w+\.\w+)': '(?:nobody|others|passing|held|abuse)'/g);
  return new Set([...found].map(([, column = '']) => column));
}

async function findTraces(database: pg.Client): Promise<string[]> {
  const kept = readKept();
  const { rows: tables } = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await database.query<{ column: string }>(
      `select distinct one.key as column from ${name} t, jsonb_each_text(to_jsonb(t)) one where one.value ~ $1`,
      [`(^|[^A-Za-z0-9])(${userId}|${email.replaceAll('.', '\\.')})($|[^A-Za-z0-9])`],
    );
    for (const { column } of rows) found.add(`${name}.${column}`);
  }
  return [...found].filter((column) => !kept.has(column)).toSorted();
}
