import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { CAST } from '../cast.ts';
import { KillableSite } from './killable-site.ts';

const PEOPLE = ['player', 'creator', 'collaborator'] as const;
const KILLS = Math.min(20, Number(process.env.KILLS ?? 2));
const VICTIMS = ['server', 'database'] as const;
/** Of each person, so that nobody is at an end before the last kill. */
const CODES = 2000;

/** By which their sessions are known. */
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

type Session = Record<string, string>;

let site: KillableSite;
let sessions: readonly Session[];
const heard = { signIns: 0, keys: 0 };
const end = new AbortController();

/** As `toCodeKey` has it, so that they are found by what is typed. */
const recoveryCode = (at: number, number: number) => `K000000000${at}${10_000 + number}`;

beforeAll(async () => {
  site = await KillableSite.open();
  sessions = await site.signIn(...PEOPLE);
  await site.inDatabase(async (database) => {
    for (const [at, name] of PEOPLE.entries()) {
      const { userId } = CAST[name];
      const hashes = Array.from({ length: CODES }, (_none, number) =>
        createHash('sha256').update(recoveryCode(at, number)).digest(),
      );
      await database.query(
        `insert into recovery_codes (user_id, code_hash, created_at) select $1, hash, now() from unnest($2::bytea[]) hash`,
        [userId, hashes],
      );
    }
  });
});

afterAll(() => site.close());

const idsOf = () => PEOPLE.map((name) => CAST[name].userId);

/** Undefined while nothing answers. */
async function send(path: string, init: RequestInit): Promise<{ status: number; text: string } | undefined> {
  try {
    const response = await fetch(`${site.address}${path}`, { redirect: 'manual', ...init });
    const text = await response.text();
    return response.status >= 500 ? undefined : { status: response.status, text };
  } catch {
    await pause(5);
    return undefined;
  }
}

const form = (path: string, fields: Record<string, string>, session: Session = {}) =>
  send(path, { method: 'POST', headers: { ...session, origin: site.address }, body: new URLSearchParams(fields) });
const call = (path: string, body: object) =>
  send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

async function useCodes(at: number, userId: string): Promise<void> {
  for (let number = 0; number < CODES && !end.signal.aborted;) {
    const fields = { intent: 'recovery.signIn', who: `@${userId}`, code: recoveryCode(at, number) };
    const answer = await form('/login/recovery', fields, { 'user-agent': FIREFOX });
    if (answer === undefined) continue;
    // One whose answer was lost is used up.
    expect([302, 400]).toContain(answer.status);
    if (answer.status === 302) heard.signIns += 1;
    number += 1;
    await pause(20);
  }
}

async function useDevices(session: Session): Promise<void> {
  while (!end.signal.aborted) {
    const made = await call('/api/login/device/codes', { appId: 'levelhead', platform: 'switch' });
    if (made === undefined) continue;
    expect([made.status, made.text]).toEqual([201, made.text]);
    const { userCode, deviceCode } = (JSON.parse(made.text) as { data: { userCode: string; deviceCode: string } }).data;
    const yes = { intent: 'devices.approve', userCode };
    const said = await untilAnswered(() => form('/login/device', yes, session));
    expect([200, 409]).toContain(said?.status ?? 200);
    const got = await untilAnswered(() => call('/api/login/device/keys', { deviceCode }));
    if (got?.status === 200) {
      heard.keys += 1;
      const { passId } = (JSON.parse(got.text) as { data: { passId: string } }).data;
      const headers = { ...session, origin: site.address };
      await untilAnswered(() => send(`/api/delegation/keys/${passId}`, { method: 'DELETE', headers }));
    } else expect([202, 410]).toContain(got?.status ?? 410);
  }
}

async function untilAnswered<Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined || end.signal.aborted) return answer;
  }
}

test(`people sign in by codes through ${KILLS} kills of server and database: a recovery code and its session, and a device code and its key, are both there or neither`, async () => {
  const work = Promise.all([
    ...PEOPLE.map((name, at) => useCodes(at, CAST[name].userId)),
    ...sessions.map((session) => useDevices(session)),
  ]);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = { ...heard };
    while (heard.signIns < before.signIns + 10 || heard.keys < before.keys + 10) await pause(5);
    await pause((kill * 53) % 60);
    if (VICTIMS[kill % 2] === 'server') {
      await site.killServer();
      await site.start();
    } else await site.untilRestarted(site.killDatabase());
    expect(await faults()).toEqual([]);
  }
  end.abort();
  await work;
  expect(await faults()).toEqual([]);
});

/** What does not fit together, in one look at all of it: the log is written with each of them. */
async function faults(): Promise<unknown[]> {
  return site.inDatabase(async (database) => {
    const { rows } = await database.query(
      `with events as (select user_id, kind, count(*)::int as n from security_events group by user_id, kind)
      select u as of, used, begun, noted, keys, ended, let_in, codes from unnest($1::text[]) u,
        lateral (select count(*)::int as used from recovery_codes where user_id = u and used_at is not null) a,
        lateral (select count(*)::int as begun from sessions where user_id = u and browser = 'Firefox') b,
        lateral (select coalesce(max(n), 0) as noted from events where user_id = u and kind = 'recoveryCodeUsed') c,
        lateral (select count(*)::int as keys from delegation_keys where user_id = u and device_hash is not null) d,
        lateral (select coalesce(max(n), 0) as ended from events where user_id = u and kind = 'keyRevoked') e,
        lateral (select coalesce(max(n), 0) as let_in from events where user_id = u and kind = 'deviceSignIn') f,
        lateral (select count(*)::int as codes from device_codes where user_id = u and state = 'used') g
      where used <> noted or used <> begun or let_in <> codes or let_in <> keys + ended`,
      [idsOf()],
    );
    return rows;
  });
}
