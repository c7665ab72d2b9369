import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { KillableSite } from './killable-site.ts';

const PEOPLE = ['player', 'creator', 'collaborator', 'staff', 'admin', 'super'] as const;
/** As many as each may have, so that nobody is at an end before the last kill. */
const CODES = PEOPLE.length * 100;
const KILLS = Math.min(20, Number(process.env.KILLS ?? 2));
const OURS = `perk_id in ('keys', 'items')`;
const VICTIMS = ['server', 'database'] as const;

let site: KillableSite;
let sessions: readonly Record<string, string>[];
const acknowledged = new Set<string>();
const end = new AbortController();

beforeAll(async () => {
  site = await KillableSite.open();
  sessions = await site.signIn(...PEOPLE);
  await makeCrate();
  await site.inDatabase(async (database) => {
    await database.query(`insert into perks (perk_id, kind, name, about, details, per_person, stock, low_at, created_by, created_at) values
      ('keys', 'key', 'Keys', '', '{"store":"Steam"}', 50, ${CODES / 2}, 0, 'x', now()),
      ('items', 'item', 'Items', '', '{"crateId":"kills","tags":["given"],"body":"{}"}', 50, 0, 0, 'x', now())`);
    await database.query(`insert into perk_batches (perk_id, batch_id, name, codes, max_uses, created_by, created_at)
      select perk_id, '00000000-0000-7000-8000-000000000001', 'Kills', ${CODES / 2}, 1, 'x', now() from perks where ${OURS}`);
    // Of each person every second code is for a key, and the others for an item.
    await database.query(`insert into perk_codes (code_key, code, perk_id, batch_id, max_uses)
      select 'K111' || n, 'K111' || n, case n % 2 when 0 then 'keys' else 'items' end, '00000000-0000-7000-8000-000000000001', 1
      from generate_series(1000, ${999 + CODES}) n`);
    await database.query(`insert into perk_keys (perk_id, key_id, sealed, digest, state, added_by, added_at, state_at)
      select 'keys', ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'sealed', sha256(n::text::bytea), 'free', 'x', now(), now()
      from generate_series(1, ${CODES / 2}) n`);
  });
});

async function makeCrate(): Promise<void> {
  const headers = { ...sessions[PEOPLE.indexOf('admin')], origin: site.address, 'content-type': 'application/json' };
  const body = JSON.stringify({ crateId: 'kills', policy: { create: ['admin'], read: ['owner'] } });
  const response = await fetch(`${site.address}/api/storage/crates`, { method: 'POST', headers, body });
  if (response.status !== 201) throw new Error(`The crate is not made: ${response.status}\n${await response.text()}`);
}

afterAll(() => site.close());

/** The codes of one person, one after the other, each until its answer is heard. */
async function redeemAll(session: Record<string, string>, at: number): Promise<void> {
  for (let number = 0; number < 100 && !end.signal.aborted;) {
    // The letters of the key, as `toCodeKey` makes it.
    const code = `K111${1000 + at * 100 + number}`;
    const status = await redeem(session, code);
    if (status === undefined) {
      await pause(5);
      continue;
    }
    // A lost answer was a success: the code is theirs already.
    expect([200, 409]).toContain(status);
    acknowledged.add(code);
    number += 1;
  }
}

async function redeem(session: Record<string, string>, code: string): Promise<number | undefined> {
  const body = new URLSearchParams({ intent: 'perks.redeem', perkCode: code });
  try {
    const response = await fetch(`${site.address}/redeem.data`, {
      method: 'POST',
      headers: { ...session, origin: site.address },
      body,
    });
    await response.text();
    return response.status >= 500 ? undefined : response.status;
  } catch {
    return undefined;
  }
}

test(`people redeem codes through ${KILLS} kills of server and database: of a code, its grant, and its key or item there are all or none`, async () => {
  const work = Promise.all(sessions.map(redeemAll));
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = acknowledged.size;
    while (acknowledged.size < before + 20 && acknowledged.size < CODES) await pause(5);
    await pause((kill * 53) % 60);
    if (VICTIMS[kill % 2] === 'server') {
      await site.killServer();
      await site.start();
    } else await site.untilRestarted(site.killDatabase());
    expect(await faults()).toEqual([]);
  }
  end.abort();
  await work;
  expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS * 20);
  expect(await faults()).toEqual([]);
});

/** What does not fit together, in one look at all of it. */
async function faults(): Promise<unknown[]> {
  const heard = [...acknowledged];
  return site.inDatabase(async (database) => {
    const { rows } = await database.query(
      `with heard as (select unnest($1::text[]) as code), grants as (select * from perk_grants where ${OURS})
      select 'a code without its grant' as fault, code_key as of from perk_codes c where ${OURS}
        and uses <> (select count(*) from grants g where g.perk_id = c.perk_id and g.origin = c.code_key)
      union all select 'a grant without its key', origin from grants g where perk_id = 'keys'
        and 1 <> (select count(*) from perk_keys k where k.grant_id = g.grant_id and k.user_id = g.user_id)
      union all select 'a key without its grant', key_id::text from perk_keys k where perk_id = 'keys'
        and (state = 'given') <> exists (select from grants g where g.grant_id = k.grant_id)
      union all select 'a grant without its item', origin from grants g where perk_id = 'items'
        and not exists (select from items i where i.crate_id = 'kills' and i.item_id = g.item_id and i.collaborators @> array[g.user_id])
      union all select 'an item without its grant', item_id::text from items i where crate_id = 'kills'
        and not exists (select from grants g where g.crate_id = 'kills' and g.item_id = i.item_id)
      union all select 'an answer without its grant', code from heard where not exists (select from grants where origin = code)
      union all select 'a count', perk_id from perks p, lateral (select count(*) as n from grants g where g.perk_id = p.perk_id) counted
        where ${OURS} and (given <> n or held <> n or (kind = 'key' and $2 - stock <> n))
      union all select 'the uses of the batch', perk_id from perk_batches b where ${OURS}
        and uses <> (select count(*) from grants g where g.perk_id = b.perk_id)`,
      [heard, CODES / 2],
    );
    return rows;
  });
}
