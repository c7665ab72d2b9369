import type { Current } from '#app/current/current.server.ts';

import { openInProcess, timesOf } from './in-process.ts';
import type { InProcess } from './in-process.ts';
import { FEW, MANY } from './measure.ts';
import { percentilesOf } from './people/percentiles.ts';
import type { Percentiles } from './people/percentiles.ts';
import type { BenchSetup } from './setup.ts';
import { tableOf } from './table.ts';

const ROUNDS = 4;
const HOLDERS = 1_000_000;
/** One code for many, of the site and of the plain SQL beside it. */
const CODES = { site: 'XXXX0FTHE51TE', floor: 'XXXX0FTHEF1' };

interface RedeemFigures {
  readonly callers: number;
  readonly site: Percentiles;
  readonly floor: Percentiles;
  /** In a second, of all callers together. */
  readonly rate: number;
  readonly floorRate: number;
}

interface PerkReport {
  readonly redeems: readonly RedeemFigures[];
  readonly lists: readonly { readonly name: string; readonly took: Percentiles }[];
}

/** Redemptions of one code by always another person, in turns with plain SQL, and the lists of a perk that many have. */
export async function measurePerks(ground: BenchSetup): Promise<PerkReport> {
  const site = await openInProcess(ground, { LIMITS: '1000000' });
  try {
    await fillPerks(ground);
    const redeems: RedeemFigures[] = [];
    for (const callers of [1, MANY]) redeems.push(await measureRedeems(site, ground, callers));
    return { redeems, lists: await measureLists(site) };
  } finally {
    await site.close();
  }
}

async function fillPerks({ pool }: BenchSetup): Promise<void> {
  const batch = '00000000-0000-7000-8000-000000000001';
  await pool.query(`
    insert into perks (perk_id, kind, name, about, per_person, given, held, created_by, created_at)
      select perk_id, 'entitlement', perk_id, '', 1, 0, 0, 'bench', now() from unnest('{site,floor,many}'::text[]) perk_id`);
  await pool.query(`
    insert into perk_batches (perk_id, batch_id, name, codes, max_uses, created_by, created_at)
      select perk_id, '${batch}', 'Bench', 1, 1000000000, 'bench', now() from unnest('{site,floor}'::text[]) perk_id`);
  await pool.query(
    `insert into perk_codes (code_key, code, perk_id, batch_id, max_uses)
      values ($1, $1, 'site', '${batch}', 1000000000), ($2, $2, 'floor', '${batch}', 1000000000)`,
    [CODES.site, CODES.floor],
  );
  await pool.query(`
    insert into perk_grants (user_id, grant_id, perk_id, ordinal, way, origin, granted_at, revoked_at, revoked_by, revoke_reason)
      select 'held' || n, uuidv7(n * interval '-1 second'), 'many', 1, 'code', 'C0DE' || n % 10000, now() - n * interval '1 second',
        case when n % 1000 = 0 then now() end, case when n % 1000 = 0 then 'bench' end, case when n % 1000 = 0 then 'No.' end
      from generate_series(1, ${HOLDERS}) n`);
  await pool.query('vacuum analyze perk_grants, perk_codes, perks');
}

async function measureRedeems({ load, current }: InProcess, { pool }: BenchSetup, callers: number) {
  const { redeemCode } = await load<typeof import('#app/perks/codes/redeem.server.ts')>(
    '/app/perks/codes/redeem.server.ts',
  );
  let people = 0;
  const nextPerson = () => `bench-${callers}-${(people += 1)}`;
  const asNext = (): Current => ({ ...current, actor: { ...current.actor, userId: nextPerson() } });
  const all = { site: [] as number[], floor: [] as number[] };
  const spent = { site: 0, floor: 0 };
  const works = { site: () => redeemCode(asNext(), CODES.site), floor: () => redeemPlainly(pool, nextPerson()) };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const kind of ['site', 'floor'] as const) {
      const start = performance.now();
      const times = await timesOf(works[kind], callers);
      if (round === 0) continue;
      spent[kind] += performance.now() - start;
      for (const time of times) all[kind].push(time);
    }
  }
  return {
    callers,
    site: percentilesOf(all.site),
    floor: percentilesOf(all.floor),
    rate: (all.site.length / spent.site) * 1000,
    floorRate: (all.floor.length / spent.floor) * 1000,
  };
}

/** The same rows, without a limit, a refusal, or what its owner is shown of it. */
async function redeemPlainly(pool: BenchSetup['pool'], userId: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({
      name: 'bench code',
      text: 'update perk_codes set uses = uses + 1 where code_key = $1 and uses < max_uses',
      values: [CODES.floor],
    });
    await client.query({
      name: 'bench perk',
      text: `update perks set given = given + 1, held = held + 1 where perk_id = 'floor'`,
    });
    await client.query({
      name: 'bench grant',
      text: `insert into perk_grants (user_id, grant_id, perk_id, ordinal, way, origin, granted_at)
        values ($1, uuidv7(), 'floor', 1, 'code', $2, now())`,
      values: [userId, CODES.floor],
    });
    await client.query({
      name: 'bench batch',
      text: `update perk_batches set uses = uses + 1 where perk_id = 'floor'`,
    });
    await client.query('commit');
  } finally {
    client.release();
  }
}

async function measureLists({ load, current }: InProcess): Promise<PerkReport['lists']> {
  const { listHolders } = await load<typeof import('#app/perks/giving/holders.server.ts')>(
    '/app/perks/giving/holders.server.ts',
  );
  const all = { list: 'all', text: '', after: undefined, limit: 50 } as const;
  const lists = [
    ['the latest', all],
    ['those it was taken back from', { ...all, list: 'revoked' }],
    ['who redeemed a code', { ...all, text: 'CODE 4711' }],
    ['a name that nobody has', { ...all, text: 'Nobody At All' }],
  ] as const;
  const figures: { name: string; took: Percentiles }[] = [];
  for (const [name, search] of lists) {
    const work = () => listHolders(current, 'many', search);
    await work();
    figures.push({ name, took: percentilesOf(await timesOf(work, FEW)) });
  }
  return figures;
}

export function perkSections({ redeems, lists }: PerkReport): string[] {
  const redeemTable = tableOf(
    ['who redeem one code, each once', 'p50 / p95', 'plain SQL', 'times', 'a second', 'plain SQL'],
    redeems.map(({ callers, site, floor, rate, floorRate }) => [
      callers === 1 ? 'one after the other' : `${callers} at once`,
      percentilesText(site),
      percentilesText(floor),
      `${number.format(site.p50 / floor.p50)} ×`,
      whole.format(rate),
      whole.format(floorRate),
    ]),
  );
  const listTable = tableOf(
    [`of ${whole.format(HOLDERS)} who have a perk`, 'p50 / p95'],
    lists.map(({ name, took }) => [name, percentilesText(took)]),
  );
  return [
    `## Perks\n\nThe deed in one process, with its limits, in turns with a transaction of four statements by the same driver that writes the same rows and checks nothing. All gifts of one perk lock its row. Then pages of 50 of the console, for two callers at once.\n\n${redeemTable}\n\n${listTable}`,
  ];
}

const percentilesText = ({ p50, p95 }: Percentiles) => `${number.format(p50)} / ${number.format(p95)} ms`;
const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
