import { describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { startSession } from '#app/login/sessions/start-session.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf, refusalOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

import type { Ban, StaffAccount } from './staff.ts';

const site = useTestSite();
const NOT_ALLOWED = [403, "You aren't allowed in here."];
const MISSING = [404, "We don't have what you're looking for."];
const ROLES = ['player', 'staff', 'admin', 'super'] as const;
const of = (who: CastName) => `/api/auth/accounts/${CAST[who].userId}`;
const inDays = (days: number) => new Date(site.parts.now().getTime() + days * 86_400_000).toISOString();

const ban = (by: CastName, who: CastName, body: object = {}) =>
  site.ask(by, `${of(who)}/ban`, { method: 'PUT', body: { reason: 'spam in the levels', ...body } });
const lift = (by: CastName, who: CastName) => site.ask(by, `${of(who)}/ban?reason=a+mistake`, { method: 'DELETE' });
const seenBy = async (by: CastName, who: CastName) => dataOf<StaffAccount>(await site.ask(by, `${of(who)}/staff`));

async function lastDeed(who: CastName) {
  const response = await site.ask('super', `/api/audit?limit=1&target=account/${CAST[who].userId}`);
  return (await dataOf<Record<string, unknown>[]>(response))[0];
}

describe('acts of staff', () => {
  const acts: [string, (by: CastName, on: CastName) => Promise<Response>][] = [
    ['banning', (by, on) => ban(by, on)],
    [
      'lifting a ban',
      async (by, on) => {
        if (on === 'collaborator') await ban('super', on);
        return lift(by, on);
      },
    ],
    ['a note', (by, on) => site.ask(by, `${of(on)}/notes`, { method: 'POST', body: { text: 'Watch the levels.' } })],
    ['ending sessions', (by, on) => site.ask(by, `${of(on)}/sessions?reason=a+lost+phone`, { method: 'DELETE' })],
  ];
  for (const [name, act] of acts) {
    test.each(ROLES)(`include ${name} by %s, on accounts below their own role only`, async (by) => {
      for (const on of ['collaborator', 'staff', 'admin', 'super'] as const) {
        const isBelow = by !== 'player' && (on === 'collaborator' || ROLES.indexOf(on) < ROLES.indexOf(by));
        // Allowed acts are tried on one player only, so that no other test user loses a session.
        if (isBelow && on !== 'collaborator') continue;
        const response = await act(by, on);
        if (isBelow) expect(response.status, `${by} on ${on}`).toBeLessThan(300);
        else expect(await refusalOf(response), `${by} on ${on}`).toEqual(NOT_ALLOWED);
      }
    });
  }

  test('are limited by the role of a masquerade', async () => {
    const door = openTestApp(site);
    const { cookie, xsrf } = await door.signIn('super');
    const headers = { cookie: `${cookie}; masquerade=staff`, 'x-xsrf-token': xsrf, 'content-type': 'application/json' };
    const note = { method: 'POST', headers, body: '{"text":"Seen as staff."}' };
    expect((await door.sendRequest(`${of('admin')}/notes`, note)).status).toBe(403);
    expect((await door.sendRequest(`${of('collaborator')}/notes`, note)).status).toBe(201);
    expect(await lastDeed('collaborator')).toMatchObject({
      action: 'account.note',
      userId: CAST.super.userId,
      role: 'super',
      masquerade: 'staff',
    });
  });

  test('may read every account, but sessions only of those below their role', async () => {
    expect(await seenBy('staff', 'admin')).toMatchObject({ role: 'admin', mayAct: false, sessions: [] });
    const seen = await seenBy('admin', 'staff');
    expect([seen.mayAct, seen.sessions.length]).toEqual([true, 1]);
    expect(await refusalOf(await site.ask('staff', '/api/auth/accounts/nobody/staff'))).toEqual(MISSING);
  });

  test('need a fresh sign-in', async () => {
    const door = openTestApp(site, {}, { now: () => new Date(site.parts.now().getTime() - 16 * 60_000) });
    const { cookie, xsrf } = await door.signIn('super');
    const headers = { cookie, 'x-xsrf-token': xsrf, 'content-type': 'application/json' };
    for (const [path, method, body] of [
      ['ban', 'PUT', '{"reason":"spam"}'],
      ['ban?reason=spam', 'DELETE', ''],
      ['role', 'PUT', '{"reason":"new here","role":"staff"}'],
      ['sessions?reason=spam', 'DELETE', ''],
    ] as const) {
      const request = { method, headers, ...(body !== '' && { body }) };
      const refused = await openTestApp(site).sendRequest(`${of('collaborator')}/${path}`, request);
      expect(await refusalOf(refused), path).toEqual([403, 'This changes who gets in, so show us it’s you first.']);
    }
  });
});

describe('a ban', () => {
  test('ends every session at once, in every process, and keeps its owner out', async () => {
    const beside = await site.openBeside();
    const doors = [openTestApp(site), openTestApp(beside)];
    const { cookie } = await openTestApp(site).signIn('player');
    const me = () =>
      Promise.all(doors.map((door) => door.sendRequest('/api/auth/accounts/@me', { headers: { cookie } })));
    expect((await me()).map(({ status }) => status)).toEqual([200, 200]);
    expect(await dataOf<Ban>(await ban('staff', 'player'))).toMatchObject({ until: null, isOn: true });
    await expect.poll(async () => (await me()).map(({ status }) => status)).toEqual([401, 401]);
    expect(await site.parts.sessions.list(CAST.player.userId, site.parts.now())).toEqual([]);
    const signIn = startSession(systemCurrent(site.parts), CAST.player.userId, 'passkey');
    await expect(signIn).rejects.toMatchObject({ status: 403 });
    await beside.close();
  });

  test('is in the audit log with actor, reason and former state, and in the owner’s log without the device of staff', async () => {
    expect(await lastDeed('player')).toMatchObject({
      action: 'account.ban',
      userId: CAST.staff.userId,
      role: 'staff',
      masquerade: null,
      before: null,
      after: { until: null, isOn: true },
      reason: 'spam in the levels',
    });
    const [event] = await site.parts.db.query(sql`select kind, details, browser, system from security_events
      where user_id = ${CAST.player.userId} order by event_id desc limit 1`);
    expect(event).toEqual({ kind: 'banned', details: { reason: 'spam in the levels' }, browser: null, system: null });
    const jobs = await site.parts.db.query<{ payload: { payload: object } }>(sql`
      select payload from graphile_worker._private_jobs where payload ->> 'mail' = 'accounts.notice'
        and payload -> 'payload' ->> 'userId' = ${CAST.player.userId} and payload -> 'payload' ->> 'kind' = 'banned'`);
    expect(jobs.map(({ payload }) => payload.payload)).toMatchObject([
      { details: { reason: 'spam in the levels' }, browser: '', system: '' },
    ]);
  });

  test('is lifted once, and then its owner can sign in again', async () => {
    expect((await lift('admin', 'player')).status).toBe(204);
    expect(await lastDeed('player')).toMatchObject({ action: 'account.unban', reason: 'a mistake', after: null });
    expect(await refusalOf(await lift('admin', 'player'))).toEqual([409, 'That account isn’t banned.']);
    expect(await startSession(systemCurrent(site.parts), CAST.player.userId, 'passkey')).not.toEqual([]);
  });

  test('needs a reason and an end in the future', async () => {
    const end = await ban('super', 'collaborator', { until: inDays(-1) });
    expect([end.status, ((await end.json()) as { fields?: object }).fields]).toEqual([
      400,
      { until: 'A ban ends later than now.' },
    ]);
    for (const body of [{ reason: '  x ' }, { reason: 'y'.repeat(501) }, { until: 'tomorrow' }]) {
      expect((await ban('super', 'collaborator', body)).status).toBe(400);
    }
  });

  test('with an end expires by the clock, also for sessions that were created meanwhile', async () => {
    const { cookie } = await openTestApp(site).signIn('creator');
    const until = inDays(3);
    expect(await dataOf<Ban>(await ban('staff', 'creator', { until }))).toMatchObject({ until, isOn: true });
    const door = openTestApp(site);
    const statusOf = async () =>
      (await door.sendRequest('/api/auth/accounts/@me', { headers: { cookie: later } })).status;
    const later = (await door.signIn('creator')).cookie;
    expect([await statusOf(), later === cookie]).toEqual([401, false]);
    site.clock.now = new Date(new Date(until).getTime() - 1000);
    expect(await statusOf()).toBe(401);
    site.clock.now = new Date(until);
    expect(await statusOf()).toBe(200);
  });
});
