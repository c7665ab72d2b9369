import { beforeEach, describe, expect, test } from 'vitest';

import { accountAudit } from '#app/accounts/audit-kinds.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';

import { recordAuditEntry } from '../audit.server.ts';
import { describeChain } from './chain-report.server.ts';
import { chainAuditEntries } from './chain.server.ts';
import { checkAuditChain, getChainStatus } from './check.server.ts';
import { eraseAuditValues } from './erasure.server.ts';
import { verifyChain } from './verify.server.ts';

const site = useTestSite();
const system = (): Current => systemCurrent(site.parts);
const query = <Found extends object>(statement: string) =>
  site.parts.db.query<Found & Record<string, unknown>>(sql.raw(statement));

const record = (current: Current, reason: string, target = `account/${CAST.player.userId}`) =>
  recordAuditEntry(current, accountAudit.ban, {
    target,
    before: { isOn: false },
    after: { isOn: true, until: '2036-01-01T00:00:00.000Z', who: [CAST.player.userId, { mail: 'pip@mail.example' }] },
    reason,
  });

/** Without the triggers that refuse it, as somebody with the database in hand. */
async function tamper(...statements: string[]): Promise<void> {
  await inTransaction(system(), async ({ db }) => {
    await db.query(sql`set local session_replication_role = 'replica'`);
    for (const statement of statements) await db.query(sql.raw(statement));
  });
}

/** Somebody else's transaction in the same PostgreSQL may hold the horizon for a while. */
async function chainAll(current = system(), size?: number): Promise<void> {
  const left = async () => {
    await chainAuditEntries(current, size);
    return query('select audit_id from audit_queue');
  };
  await expect.poll(left, { timeout: 20_000 }).toEqual([]);
}

const verify = (current = system()) => verifyChain(current, undefined, undefined, 4);
const faultOf = async () => (await verify()).fault;

/** A chain of ten entries and what was there before them, of three days. */
async function chain(): Promise<string[]> {
  await tamper('truncate audit', 'truncate audit_queue', 'truncate audit_links', 'truncate audit_days');
  await query(`update audit_chain set checked_position = 0, checked_audit_id = 0, checked_at = null, walked_position = 0,
    walked_audit_id = 0, walked_at = null, fault = null`);
  for (const [day, many] of [3, 4, 3].entries()) {
    const current = { ...system(), now: () => new Date(`2026-11-2${day + 1}T12:00:00.123Z`) };
    for (let index = 0; index < many; index += 1) await record(current, `for ${day}-${index}`);
    await chainAll(current, 2);
  }
  const rows = await query<{ audit_id: string }>('select audit_id from audit order by audit_id');
  return rows.map(({ audit_id }) => audit_id);
}

let ids: string[];
beforeEach(async () => {
  ids = await chain();
});

describe('the chain', () => {
  test('holds each entry once, in the order of transactions, and each day has its head', async () => {
    expect(await verify()).toMatchObject({ links: 10, days: 3, unknownDays: [], isEnd: true });
    expect((await verify()).fault).toBeUndefined();
    const days = await query('select day::text, position::int from audit_days order by day');
    expect(days).toEqual([
      { day: '2026-11-21', position: 3 },
      { day: '2026-11-22', position: 7 },
      { day: '2026-11-23', position: 10 },
    ]);
    expect(describeChain(await verify())).toEqual({
      text: 'The audit is whole: 10 entries and 3 signed days.',
      exitCode: 0,
    });
  });

  test('leaves out what is not committed, and all that came after it began', async () => {
    let end = () => {};
    const held = new Promise<void>((done) => (end = done));
    let began = () => {};
    const isWritten = new Promise<void>((done) => (began = done));
    const late = inTransaction(system(), async (current) => {
      await record(current, 'late');
      began();
      await held;
    });
    await isWritten;
    await record(system(), 'soon');
    expect(await chainAuditEntries(system())).toBe(0);
    end();
    await late;
    await chainAll();
    const order = await query(`select a.reason from audit_links l join audit a using (audit_id)
      where l.position > 10 order by l.position`);
    expect(order).toEqual([{ reason: 'late' }, { reason: 'soon' }]);
    expect(await faultOf()).toBeUndefined();
  });

  test('has no fork and no gap when two processes chain while many write', async () => {
    const beside = await site.openBeside();
    const writers = Array.from({ length: 40 }, (_, at) => record(system(), `at once ${at}`));
    const chaining = [site, beside, site, beside].map(({ parts }) => chainAuditEntries(systemCurrent(parts), 7));
    await Promise.all([...writers, ...chaining]);
    await Promise.all([chainAll(), chainAll(systemCurrent(beside.parts))]);
    await beside.close();
    expect(await verify()).toMatchObject({ links: 50, isEnd: true });
    expect(await faultOf()).toBeUndefined();
    const [seen] = await query(
      'select count(*)::int as links, count(distinct audit_id)::int as entries from audit_links',
    );
    expect(seen).toEqual({ links: 50, entries: 50 });
  });

  test('goes on where it stopped when its process ends within a batch', async () => {
    await record(system(), 'before the end');
    const dying = {
      ...system(),
      now: () => {
        throw new Error('killed');
      },
    };
    await expect.poll(() => chainAuditEntries(dying).then(String, (error: Error) => error.message)).toBe('killed');
    expect(await verify()).toMatchObject({ links: 10 });
    expect(await faultOf()).toBeUndefined();
    await chainAll();
    expect(await verify()).toMatchObject({ links: 11 });
    expect(await faultOf()).toBeUndefined();
  });

  test('goes on where it stopped however often its connections are killed', async () => {
    const beside = await site.openBeside();
    for (let index = 0; index < 60; index += 1) await record(system(), `killed ${index}`);
    for (let kills = 0; kills < 8; kills += 1) {
      const chaining = [site, beside].map(({ parts }) => chainAuditEntries(systemCurrent(parts), 1).catch(() => 0));
      await site.stranger.query(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query ~ 'audit_(?:links|chain|queue|days)'`);
      await Promise.all(chaining);
    }
    await chainAll();
    await beside.close();
    expect(await verify()).toMatchObject({ links: 70, isEnd: true });
    expect(await faultOf()).toBeUndefined();
  });

  test('takes up entries that came with a dump from another database', async () => {
    await record(system(), 'moved');
    await query(`update audit_queue set xid = '99999999999'`);
    await chainAll();
    expect(await verify()).toMatchObject({ links: 11 });
    expect(await faultOf()).toBeUndefined();
  });
});

describe('what somebody changes by hand is found', () => {
  const set = (what: string) => tamper(`update audit set ${what} where audit_id = ${ids[4]}`);
  const fifth = () => ({ auditId: ids[4], position: '5', day: '2026-11-22' });

  test.each([
    ["reason = 'for another reason'"],
    ["user_id = 'somebody'"],
    ["role = 'admin'"],
    ["masquerade = 'staff'"],
    ["action = 'account.unban'"],
    ["target = 'account/another'"],
    ["at = at + interval '1 second'"],
    ["request_id = 'another'"],
    [`after = jsonb_set(after, '{who,1,mail}', '"pop@mail.example"')`],
    [`after = jsonb_set(after, '{isOn}', '"true"')`],
    [`after = after - 'until'`],
    [`after = after || '{"more": null}'`],
    [`before = after, after = before`],
  ])('in an entry: %s', async (what) => {
    await set(what);
    expect(await faultOf()).toEqual({ kind: 'changed', ...fifth() });
  });

  test.each([
    'salt = sha256(salt)',
    "hash = sha256('x')",
    `kept_salts = '{}', salt = null, erased_digests = '{}', erasures = '{1}'`,
  ])('beside an entry: %s', async (what) => {
    await query(`update audit_links set ${what} where audit_id = ${ids[4]}`);
    expect(await faultOf()).toEqual({ kind: 'changed', ...fifth() });
  });

  test('an entry that is removed, with its link or without', async () => {
    await tamper(`delete from audit where audit_id = ${ids[4]}`);
    expect(await faultOf()).toEqual({ kind: 'removed', ...fifth() });
    await query(`delete from audit_links where audit_id = ${ids[4]}`);
    expect(await faultOf()).toEqual({ kind: 'removed', ...fifth(), auditId: null });
    await query('update audit_links set position = position - 1 where position > 5');
    expect(await faultOf()).toMatchObject({ kind: 'changed', position: '5' });
  });

  test('the end of a signed day that is removed, and nothing is added after it', async () => {
    await tamper(`delete from audit where audit_id >= ${ids[8]}`, 'delete from audit_links where position >= 9');
    expect(await faultOf()).toEqual({ kind: 'removed', auditId: null, position: '9', day: '2026-11-23' });
    await record(system(), 'later');
    // Not before all transactions of the server that are older have ended.
    await expect
      .poll(() => chainAuditEntries(system()).catch(String))
      .toContain('does not end as its last day was signed');
  });

  test('an entry that waits to be chained and is removed', async () => {
    await record(system(), 'waits');
    const [row] = await query<{ audit_id: string }>('select audit_id from audit_queue');
    await tamper(`delete from audit where audit_id = ${row?.audit_id}`);
    expect(await faultOf()).toMatchObject({ kind: 'removed', auditId: row?.audit_id });
  });

  test('an entry that the site has not written', async () => {
    await query(`insert into audit (at, role, action, target, request_id)
      values ('2026-11-22', 'super', 'account.ban', 'account/x', 'x')`);
    expect(await faultOf()).toMatchObject({ kind: 'inserted', day: '2026-11-22' });
  });

  test('a link between two others', async () => {
    await query('update audit_links set position = -position - 1 where position > 4');
    await query('update audit_links set position = -position where position < 0');
    await query(`insert into audit_links (position, audit_id, hash, salt)
      select 5, -1, hash, salt from audit_links where position = 4`);
    expect(await faultOf()).toMatchObject({ kind: 'removed', position: '5', auditId: '-1' });
  });

  test('two links that have changed places', async () => {
    await query('update audit_links set position = -position where position in (4, 5)');
    await query('update audit_links set position = 9 + position where position < 0');
    expect(await faultOf()).toMatchObject({ kind: 'changed', position: '4' });
  });

  test('a chain that is made anew without the key', async () => {
    await set("reason = 'a better one'");
    const days = await query('select * from audit_days');
    expect(days).toHaveLength(3);
    await query('insert into audit_queue (audit_id) select audit_id from audit order by audit_id');
    await query('truncate audit_links');
    await query('truncate audit_days');
    const thief = { ...system(), secret: 'the secret of a thief, who has none of ours' };
    await chainAll(thief);
    const found = await verify();
    expect([found.fault, found.unknownDays]).toEqual([undefined, [new Date().toISOString().slice(0, 10)]]);
    await record(system(), 'the site goes on');
    await chainAll();
    const later = await verify();
    expect([later.fault, later.links, later.unknownDays]).toEqual([undefined, 11, found.unknownDays]);
    expect((await getChainStatus(system())).isOurs).toBe(false);
    await query(`update audit_days set key_id = '${String(days[0]?.['key_id'])}'`);
    expect(await faultOf()).toMatchObject({ kind: 'badDay', position: '10' });
  });

  test('the head of a day: its hash, its place, its signature', async () => {
    for (const what of ["hash = sha256('x')", 'position = 6', "signature = 'x'", "day = '2026-10-01'"]) {
      ids = await chain();
      await query(`update audit_days set ${what} where day = '2026-11-22'`);
      expect(await faultOf(), what).toMatchObject({ kind: 'badDay' });
    }
  });

  test('links that are added without a signature', async () => {
    await query(`delete from audit_days where day = '2026-11-23'`);
    expect(await faultOf()).toMatchObject({ kind: 'unsigned', position: '8' });
  });
});

test('a lost SECRET is told apart from a broken day', async () => {
  const stranger = { ...system(), secret: 'another secret, since the first one is lost' };
  const report = await verify(stranger);
  expect(report).toMatchObject({ links: 10, unknownDays: ['2026-11-21', '2026-11-22', '2026-11-23'] });
  expect(describeChain(report)).toEqual({
    text: expect.stringContaining('3 days are signed by another SECRET than this (2026-11-21 to 2026-11-23)'),
    exitCode: 2,
  });
  await record(stranger, 'goes on');
  await chainAll(stranger);
  expect(await verify(stranger)).toMatchObject({ links: 11, unknownDays: expect.arrayContaining(['2026-11-22']) });
});

describe('a person who is erased', () => {
  test('is in no entry, and the chain is still whole', async () => {
    await record(system(), 'sent by pip@mail.example', 'account/another');
    await record({ ...system(), actor: { ...system().actor, userId: CAST.player.userId } }, 'by them', 'crate/x');
    await chainAll();
    await record(system(), 'not chained yet');
    expect(await eraseAuditValues(system(), CAST.player.userId, ['pip@mail.example'])).toBe(13);
    const text = JSON.stringify(await query('select * from audit'));
    expect(text).not.toContain(CAST.player.userId);
    expect(text).not.toContain('pip@mail.example');
    expect(text).not.toContain('for 0-0');
    expect(text).toContain('by them');
    expect(text).toContain('2036-01-01T00:00:00.000Z');
    expect(await faultOf()).toBeUndefined();
    await chainAll();
    expect(await verify()).toMatchObject({ links: 14, isEnd: true });
    expect(await faultOf()).toBeUndefined();
    const salts = await query(
      `select salt from audit_links l join audit a using (audit_id) where a.audit_id = ${ids[0]}`,
    );
    expect(salts).toEqual([{ salt: null }]);
  });

  test('can be followed by another one in the same entries', async () => {
    await record(system(), 'both', `alias/rumpus/${CAST.creator.userId}`);
    const about = `pair/${CAST.player.userId}/${CAST.creator.userId}`;
    await recordAuditEntry(system(), accountAudit.ban, { target: about });
    await chainAll();
    await eraseAuditValues(system(), CAST.player.userId);
    await eraseAuditValues(system(), CAST.creator.userId, ['pip@mail.example']);
    await chainAll();
    expect(JSON.stringify(await query('select * from audit'))).not.toMatch(
      new RegExp(`pip@|${CAST.creator.userId}|${CAST.player.userId}`),
    );
    expect(await faultOf()).toBeUndefined();
  });

  test('has a digest left that nobody may change, and an entry that tells of it', async () => {
    await eraseAuditValues(system(), CAST.player.userId);
    const [erasure] = await query<{ after: object }>(`select action, after from audit where action = 'audit.erase'`);
    expect(erasure).toMatchObject({ after: { entries: ids.map(Number), values: expect.any(Number) } });
    await query(`update audit_links set erased_digests[1] = repeat('0', 64) where audit_id = ${ids[4]}`);
    expect(await faultOf()).toMatchObject({ kind: 'changed', auditId: ids[4] });
  });

  test.each([`reason = reason || ' and more'`, `after = jsonb_set(after, '{until}', to_jsonb(reason || ' and more'))`])(
    'leaves a word to which nobody may add: %s',
    async (what) => {
      await eraseAuditValues(system(), CAST.player.userId);
      await tamper(`update audit set ${what} where audit_id = ${ids[4]}`);
      expect(await faultOf()).toMatchObject({ kind: 'changed', auditId: ids[4] });
    },
  );

  test('is not a way to blank what somebody wants gone', async () => {
    await eraseAuditValues(system(), CAST.player.userId);
    await chainAll();
    expect(await faultOf()).toBeUndefined();
    await tamper(`update audit set after = after - 'entries' where action = 'audit.erase'`);
    expect(await faultOf()).toMatchObject({ kind: 'changed', auditId: ids[0] });
  });

  test('is erased by nobody but the site and its supers, and by no other statement', async () => {
    const staff = { ...system(), actor: { ...system().actor, role: 'admin' as const } };
    await expect(eraseAuditValues(staff, CAST.player.userId)).rejects.toMatchObject({ status: 401 });
    await expect(query(`update audit set reason = 'x' where audit_id = ${ids[0]}`)).rejects.toThrow('append-only');
    const erasing = inTransaction(system(), async ({ db }) => {
      await db.query(sql`set local rumpus.erasing = 'on'`);
      await db.query(sql.raw(`update audit set action = 'x' where audit_id = ${ids[0]}`));
    });
    await expect(erasing).rejects.toThrow('append-only');
  });
});

describe('the nightly check', () => {
  const status = () => getChainStatus(system());

  test('looks at what is new, and at everything bit by bit', async () => {
    expect(await status()).toMatchObject({ checkedAt: null, waiting: 0, lastDay: '2026-11-23', isOurs: true });
    await checkAuditChain(system(), 4);
    expect(await status()).toMatchObject({ checkedAt: expect.any(String), walkedAt: null, fault: null });
    for (let night = 0; night < 3; night += 1) await checkAuditChain(system(), 4);
    expect(await status()).toMatchObject({ walkedAt: expect.any(String), fault: null });
  });

  test('keeps what it finds on the page until it is gone', async () => {
    await checkAuditChain(system());
    await tamper(`update audit set reason = 'changed' where audit_id = ${ids[1]}`);
    await checkAuditChain(system());
    expect(await status()).toMatchObject({ fault: { kind: 'changed', auditId: ids[1] } });
    await tamper(`update audit set reason = 'for 0-1' where audit_id = ${ids[1]}`);
    await checkAuditChain(system());
    expect(await status()).toMatchObject({ fault: null });
  });
});
