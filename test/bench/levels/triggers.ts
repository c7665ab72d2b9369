import type { Pool } from 'pg';

import { requestBytes } from '../http-connection.ts';
import { load } from '../load.ts';
import { MANY } from '../measure.ts';
import type { LevelsGround } from './measure.ts';

/** Answers a second with the triggers of this game, and without them. */
export interface TriggerFigures {
  readonly name: string;
  readonly crate: string;
  readonly with: number;
  readonly without: number;
  /** The middle of what they cost in each round, as a share: 0.05 is that it takes 5 % longer. */
  readonly cost: number;
}

/** In turns, and many of them: what a trigger costs is less than what the machine does meanwhile. */
const ROUNDS = 40;
const SECONDS = 0.5;
const ITEMS = 1000;
const EVERYONE = ['authenticated'];

/** Writes in a crate that no trigger of the game is for, and in the game's own. */
export async function measureTriggers(ground: LevelsGround, pool: Pool): Promise<TriggerFigures[]> {
  const { writer, port } = ground;
  const json = { ...writer, 'content-type': 'application/json' };
  const policy = {
    list: ['public'],
    read: ['public'],
    create: EVERYONE,
    update: EVERYONE,
    tag: EVERYONE,
    stat: EVERYONE,
  };
  const created = await fetch(`http://localhost:${port}/api/storage/crates`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ crateId: 'other', policy }),
  });
  if (created.status !== 201) throw new Error(await created.text());
  const figures: TriggerFigures[] = [];
  for (const [crate, crateId] of [
    ['another crate', 'other'],
    ['its own crate', 'levelhead'],
  ] as const) {
    let names = 0;
    const create = () => {
      const name = `bench-${(names += 1)}`;
      const parameters = { name, tags: ['level', 'tower', 'ltag_boss'], map: { title: `Trigger ${names % 100}` } };
      const headers = { ...json, 'rumpus-item-parameters': encodeURIComponent(JSON.stringify(parameters)) };
      return requestBytes('POST', `/api/storage/crates/${crateId}/items`, headers, '{}');
    };
    figures.push({ name: 'create', crate, ...(await inTurns(pool, () => ask(port, 201, create))) });
    const { rows } = await pool.query<{ item_id: string }>(
      `select item_id from items where crate_id = $1 and name like 'bench-%' order by name limit $2`,
      [crateId, ITEMS],
    );
    const add = (turn: number) => {
      const path = `/api/storage/crates/${crateId}/items/${rows[(turn * 7) % rows.length]?.item_id}/stats`;
      return requestBytes('PATCH', path, json, JSON.stringify({ changeStats: { PlayTime: 1 } }));
    };
    figures.push({ name: '+1', crate, ...(await inTurns(pool, () => ask(port, 200, add))) });
  }
  return figures;
}

async function ask(port: number, status: number, request: (turn: number) => Buffer): Promise<number> {
  const options = {
    port,
    connections: MANY,
    seconds: SECONDS,
    status,
    request: ({ turn }: { turn: number }) => request(turn),
  };
  return (await load(options)).perSecond;
}

async function inTurns(pool: Pool, rate: () => Promise<number>): Promise<Omit<TriggerFigures, 'name' | 'crate'>> {
  const rounds: { with: number; without: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const rates = { with: 0, without: 0 };
    for (const side of round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      await switchTriggers(pool, side === 'with');
      rates[side] = await rate();
    }
    // The first only warms up.
    if (round > 0) rounds.push(rates);
  }
  await switchTriggers(pool, true);
  return {
    with: middle(rounds.map((rates) => rates.with)),
    without: middle(rounds.map((rates) => rates.without)),
    // Each against its neighbour: within a minute the machine changes by more than they cost.
    cost: middle(rounds.map((rates) => rates.without / rates.with - 1)),
  };
}

async function switchTriggers(pool: Pool, isOn: boolean): Promise<void> {
  const { rows } = await pool.query<{ table: string; name: string }>(
    `select tgrelid::regclass::text as table, tgname as name from pg_trigger where tgname like 'levelhead%'`,
  );
  for (const { table, name } of rows)
    await pool.query(`alter table ${table} ${isOn ? 'enable' : 'disable'} trigger ${name}`);
}

function middle(rates: readonly number[]): number {
  return rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)] ?? 0;
}
