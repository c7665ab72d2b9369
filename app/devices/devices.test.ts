import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { archiveApp, createApp, restoreApp } from '#app/apps/apps.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { PermissionId } from '#app/delegation/permissions.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { ageProof, eventsOf, openOwner, openSession } from '#test/people/owners.ts';
import type { TestOwner } from '#test/people/owners.ts';
import { openVisitor } from '#test/people/visitor.ts';
import type { FormVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';

import { allowDeviceClient, endDeviceClient } from './clients/clients.server.ts';
import { hashOfUserCode } from './codes/code-hashes.server.ts';
import { findDeviceRequest } from './codes/decisions.server.ts';
import { sweepDeviceCodes } from './codes/device-codes.server.ts';
import type { DeviceCode, DeviceKey } from './device.ts';

const site = useTestSite();
const GAME = 'levelhead';
const MAY: PermissionId[] = ['rumpus-account-read'];

const admin = (): Current => {
  const current = systemCurrent(site.parts);
  return { ...current, actor: { ...current.actor, userId: CAST.admin.userId, provedAt: current.now() } };
};

beforeAll(async () => {
  await createApp(admin(), { appId: GAME, name: 'Levelhead' });
  await allowDeviceClient(admin(), GAME, MAY);
});

let owner: TestOwner;
let people = 0;
let address = '';
beforeEach(async () => {
  people += 1;
  address = `pip${people}@device.example`;
  owner = await openOwner(site, address);
  // The browser of a sign-in before, beside which a device is new.
  await site.parts.db.query(sql`insert into account_devices (user_id, device_hash, seen_at)
    values (${owner.userId}, ${Buffer.alloc(32, people)}, now())`);
});

async function requestCode(more: object = {}): Promise<DeviceCode> {
  const answer = await site.ask(undefined, '/api/login/device/codes', {
    method: 'POST',
    body: { appId: GAME, platform: 'switch', ...more },
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { data: DeviceCode }).data;
}

const poll = (deviceCode: string, at = site) =>
  at.ask(undefined, '/api/login/device/keys', { method: 'POST', body: { deviceCode } });
const codeOf = async (answer: Response) => {
  const { code } = (await answer.json()) as { code?: string };
  return [answer.status, code];
};
const send = (visitor: FormVisitor, intent: string, userCode: string) =>
  visitor.post('/login/device', { intent: `devices.${intent}`, userCode });
const keysOf = (userId: string) =>
  site.parts.db.query<{ name: string; permissions: string[] }>(
    sql`select name, permissions from delegation_keys where user_id = ${userId} order by created_at`,
  );
const mailsOfOwner = () => site.parts.mailer.keptMails().filter(({ to }) => to === address);

async function letIn(visitor: FormVisitor, more: object = {}): Promise<DeviceKey> {
  const { deviceCode, userCode } = await requestCode(more);
  expect((await send(visitor, 'approve', userCode)).status).toBe(200);
  const answer = await poll(deviceCode);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: DeviceKey }).data;
}

describe('a code', () => {
  test('is eight letters that look like nothing else, with an address and a QR code of that', async () => {
    const { userCode, address, filledAddress, qr, deviceCode, pollSeconds, expiresAt } = await requestCode();
    expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect([address, filledAddress]).toEqual([
      'http://localhost:8080/login/device',
      `http://localhost:8080/login/device?code=${userCode}`,
    ]);
    expect(qr).toHaveLength(qr[0]?.length ?? 0);
    expect(deviceCode).toMatch(/^rumpus_device_[\da-f]{64}$/);
    expect([pollSeconds, Math.round((Date.parse(expiresAt) - Date.now()) / 60_000)]).toEqual([5, 10]);
  });

  test('stands in the database as hashes alone', async () => {
    const { userCode, deviceCode } = await requestCode();
    const rows = await site.parts.db.query<{ row: string }>(
      sql`select row_to_json(c)::text as row from device_codes c`,
    );
    const all = rows.map(({ row }) => row).join('\n');
    expect([all.includes(userCode), all.includes(userCode.replace('-', '')), all.includes(deviceCode)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(all).not.toContain('127.0.0');
  });

  test.each(['nobodys-game', 'rumpus'])('is for no game that is not allowed to ask, such as %s', async (appId) => {
    const answer = await site.ask(undefined, '/api/login/device/codes', { method: 'POST', body: { appId } });
    expect(await codeOf(answer)).toEqual([404, 'devices.noClient']);
  });

  test('is for no archived game, and ends with the right to ask', async () => {
    const app = { appId: 'short-lived', name: 'Short-lived' };
    await createApp(admin(), app);
    await allowDeviceClient(admin(), app.appId, MAY);
    const { userCode, deviceCode } = await requestCode(app);
    await archiveApp(admin(), app.appId);
    const answer = await site.ask(undefined, '/api/login/device/codes', { method: 'POST', body: app });
    expect(answer.status).toBe(404);
    expect((await send(owner.visitor, 'find', userCode)).status).toBe(410);
    await restoreApp(admin(), app.appId);
    expect((await send(owner.visitor, 'find', userCode)).status).toBe(200);
    await endDeviceClient(admin(), app.appId);
    expect((await send(owner.visitor, 'find', userCode)).status).toBe(404);
    expect(await codeOf(await poll(deviceCode))).toEqual([410, 'devices.over']);
  });

  test('is read however it is typed', async () => {
    const { userCode } = await requestCode();
    const looks: Record<string, string> = { S: '5', B: '8', Z: '2', L: '1' };
    const typed = [
      userCode.toLowerCase(),
      ` ${userCode.replace('-', ' ')} `,
      userCode.replaceAll(/[SBZL]/g, (one) => looks[one] ?? one),
    ];
    for (const one of typed) {
      const html = await (await send(owner.visitor, 'find', one)).text();
      expect(html).toContain(userCode);
    }
  });
});

describe('the page', () => {
  test('leads a visitor to a sign-in that comes back with the code', async () => {
    const answer = await openVisitor(site).get('/login/device?code=BCDF-GHJK');
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `/login?returnTo=${encodeURIComponent('/login/device?code=BCDF-GHJK')}`,
    ]);
    const html = await (await openVisitor(site).get(answer.headers.get('location') ?? '')).text();
    expect(html).toContain('value="/login/device?code=BCDF-GHJK"');
  });

  test('approves nothing when the address of a QR code is opened, however often', async () => {
    const { filledAddress, deviceCode, userCode } = await requestCode();
    for (let time = 0; time < 3; time += 1) {
      const html = await (await owner.visitor.get(filledAddress.replace(/^http:\/\/[^/]+/, ''))).text();
      expect(html).toContain(`value="${userCode}"`);
    }
    expect((await send(owner.visitor, 'find', userCode)).status).toBe(200);
    expect((await poll(deviceCode)).status).toBe(202);
  });

  test('says which game asks, on what, for what, from where, and warns of who asks from elsewhere', async () => {
    const door = openTestApp(site, { COUNTRY_HEADER: 'cf-ipcountry' });
    const answer = await door.sendRequest('/api/login/device/codes', {
      method: 'POST',
      body: JSON.stringify({ appId: GAME, platform: 'xbox' }),
      headers: { 'content-type': 'application/json', 'cf-ipcountry': 'DE' },
      address: '203.0.113.9',
    });
    const { userCode } = ((await answer.json()) as { data: DeviceCode }).data;
    const html = await (await send(owner.visitor, 'find', userCode)).text();
    for (const words of ['Levelhead on Xbox', 'Read your account', 'in Germany', 'That isn’t where you are', userCode])
      expect(html).toContain(words);
    const near = await requestCode();
    const here = await (await send(owner.visitor, 'find', near.userCode)).text();
    expect([here.includes('Levelhead on Nintendo Switch'), here.includes('in the same network as you')]).toEqual([
      true,
      true,
    ]);
    expect(here).not.toContain('That isn’t where you are');
  });

  test('takes no form of another site', async () => {
    const { userCode, deviceCode } = await requestCode();
    const fields = { intent: 'devices.approve', userCode };
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await owner.visitor.post('/login/device', fields, headers)).status).toBe(403);
    expect((await poll(deviceCode)).status).toBe(202);
  });
});

describe('a yes', () => {
  test('gives the device a key of the player for what was told, once, and nothing before', async () => {
    const { deviceCode, userCode } = await requestCode();
    expect((await poll(deviceCode)).status).toBe(202);
    await send(owner.visitor, 'approve', userCode);
    const key = ((await (await poll(deviceCode)).json()) as { data: DeviceKey }).data;
    expect(key).toMatchObject({ userId: owner.userId, name: 'Levelhead (Nintendo Switch)', permissions: MAY });
    const asked = await site.ask(undefined, '/api/auth/accounts/@me', {
      headers: { 'rumpus-delegation-key': key.key },
    });
    expect(await asked.json()).toMatchObject({ data: { userId: owner.userId, usertype: 'authenticated' } });
    const others = await site.ask(undefined, '/api/delegation/keys', { headers: { 'rumpus-delegation-key': key.key } });
    expect(others.status).toBe(403);
    expect(await codeOf(await poll(deviceCode))).toEqual([410, 'devices.used']);
    expect(await keysOf(owner.userId)).toHaveLength(1);
    expect(await (await owner.visitor.get('/account')).text()).toContain('Levelhead (Nintendo Switch)');
  });

  test('of twenty at once counts once, and twenty questions at once get one key', async () => {
    const { deviceCode, userCode } = await requestCode();
    const twenty = Array.from({ length: 20 });
    const yes = await Promise.all(twenty.map(() => send(owner.visitor, 'approve', userCode)));
    expect(yes.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(yes.filter(({ status }) => status === 409)).toHaveLength(19);
    const answers = await Promise.all(twenty.map(() => poll(deviceCode)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(19);
    expect(await keysOf(owner.userId)).toHaveLength(1);
  });

  test('of two people lets in the first', async () => {
    const { deviceCode, userCode } = await requestCode();
    const other = await openOwner(site, `other${people}@device.example`);
    await send(owner.visitor, 'approve', userCode);
    expect((await send(other.visitor, 'approve', userCode)).status).toBe(409);
    expect(await (await poll(deviceCode)).json()).toMatchObject({ data: { userId: owner.userId } });
    people += 1;
  });

  test('outlives the process that heard it, and a question that fails leaves the code as it was', async () => {
    const { deviceCode, userCode } = await requestCode();
    await send(owner.visitor, 'approve', userCode);
    const beside = await site.openBeside();
    await site.parts.db.query(sql`update accounts set banned_at = now() where user_id = ${owner.userId}`);
    site.parts.rowCache.forget({ topic: 'account' }, owner.userId);
    expect(await codeOf(await poll(deviceCode, beside))).toEqual([403, 'accounts.banned']);
    expect(await keysOf(owner.userId)).toEqual([]);
    await site.parts.db.query(sql`update accounts set banned_at = null where user_id = ${owner.userId}`);
    expect((await poll(deviceCode, beside)).status).toBe(200);
    expect(await codeOf(await poll(deviceCode))).toEqual([410, 'devices.used']);
    await beside.close();
  });

  test('ends with the session that gave it', async () => {
    const { deviceCode, userCode } = await requestCode();
    await send(owner.visitor, 'approve', userCode);
    const { visitor: elsewhere } = await openSession(site, owner.userId);
    await elsewhere.post('/account', { intent: 'sessions.endOthers' });
    expect(await codeOf(await poll(deviceCode))).toEqual([410, 'devices.over']);
    expect(await keysOf(owner.userId)).toEqual([]);
  });

  test('gives nothing to whoever knows what is on the screen alone, and no key where an undo freezes the account meanwhile', async () => {
    const { deviceCode, userCode } = await requestCode();
    await send(owner.visitor, 'approve', userCode);
    for (const known of [userCode, userCode.replace('-', ''), `rumpus_device_${userCode}`])
      expect(await codeOf(await poll(known))).toEqual([410, 'devices.over']);
    const asked: Promise<Response>[] = [];
    await site.stranger.transaction(async (undoing) => {
      await undoing.query(sql`select from accounts where user_id = ${owner.userId} for no key update`);
      asked.push(poll(deviceCode));
      await expect
        .poll(async () => {
          const rows = await site.parts.db.query(
            sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          );
          return rows.length;
        })
        .toBe(1);
      await undoing.query(sql`update accounts set frozen_at = now() where user_id = ${owner.userId}`);
    });
    for (const answer of await Promise.all(asked)) expect(await codeOf(answer)).toEqual([410, 'devices.over']);
    expect(await keysOf(owner.userId)).toEqual([]);
  });

  test('wants a fresh sign-in for a new device, and none for one that was let in before', async () => {
    const installation = `switch-of-owner-${people}`;
    await ageProof(site, owner.userId);
    const { visitor } = await openSession(site, owner.userId);
    await letIn(visitor, { installation });
    await site.parts.db.query(
      sql`update sessions set proved_at = now() - interval '1 hour' where user_id = ${owner.userId}`,
    );
    const stale = await openSession(site, owner.userId);
    await site.parts.db.query(
      sql`update sessions set proved_at = now() - interval '1 hour' where user_id = ${owner.userId}`,
    );
    const strange = await requestCode({ installation: `another-device-${people}` });
    const page = await (await send(stale.visitor, 'find', strange.userCode)).text();
    expect([page.includes('Yes, that’s my game'), page.includes('/login?prove')]).toEqual([false, true]);
    expect((await send(stale.visitor, 'approve', strange.userCode)).status).toBe(403);
    expect((await poll(strange.deviceCode)).status).toBe(202);
    await letIn(stale.visitor, { installation });
    // The key of before is gone.
    expect(await keysOf(owner.userId)).toHaveLength(1);
  });

  test('is told by mail for a new device alone, and the link of that ends it', async () => {
    const installation = `told-device-of-${people}`;
    const { key } = await letIn(owner.visitor, { installation });
    await letIn(owner.visitor, { installation: `${installation}-other` });
    const again = await letIn(owner.visitor, { installation });
    await runJobs(site);
    expect(mailsOfOwner()).toHaveLength(2);
    expect(await eventsOf(site, owner.userId)).toEqual(['deviceSignIn', 'deviceSignIn', 'deviceSignIn']);
    const mail = mailsOfOwner().at(-1)?.text ?? '';
    expect(mail).toContain('Levelhead');
    const isIn = async (sent: string) =>
      (await site.ask(undefined, '/api/delegation/keys/@this', { headers: { 'rumpus-delegation-key': sent } })).status;
    expect([await isIn(key), await isIn(again.key)]).toEqual([401, 200]);
    const paths = mailsOfOwner().flatMap(({ text }) => /\/confirmation\/[\w.-]+/.exec(text)?.[0] ?? []);
    const stranger = openVisitor(site);
    for (const path of paths) expect(await (await stranger.post(path, {})).text()).toContain('That session is over.');
    expect(await isIn(again.key)).toBe(200);
    expect(await keysOf(owner.userId)).toHaveLength(1);
  });
});

describe('what comes too late or is not wanted', () => {
  test('a no ends the code for the game and for the page', async () => {
    const { deviceCode, userCode } = await requestCode();
    expect(await (await send(owner.visitor, 'deny', userCode)).text()).toContain('Nobody gets in');
    expect(await codeOf(await poll(deviceCode))).toEqual([403, 'devices.denied']);
    for (const intent of ['find', 'approve', 'deny']) {
      const answer = await send(owner.visitor, intent, userCode);
      expect([answer.status, (await answer.text()).includes('Somebody has said no')]).toEqual([409, true]);
    }
  });

  test.each([
    ['approved', 'This code is approved already'],
    ['used', 'This code has done its work'],
  ])('a code that is %s says so', async (state, words) => {
    const { deviceCode, userCode } = await requestCode();
    await send(owner.visitor, 'approve', userCode);
    if (state === 'used') await poll(deviceCode);
    const answer = await send(owner.visitor, 'find', userCode);
    expect([answer.status, (await answer.text()).includes(words)]).toEqual([409, true]);
  });

  test('a code that was approved in time and fetched too late is over, as is one that nobody made', async () => {
    const { deviceCode, userCode } = await requestCode();
    const late = await requestCode();
    await send(owner.visitor, 'approve', userCode);
    await site.parts.db.query(sql`update device_codes set expires_at = now() - interval '1 second'`);
    expect(await codeOf(await poll(deviceCode))).toEqual([410, 'devices.over']);
    expect(await codeOf(await poll(late.deviceCode))).toEqual([410, 'devices.over']);
    expect(await codeOf(await poll('rumpus_device_none'))).toEqual([410, 'devices.over']);
    expect((await send(owner.visitor, 'approve', late.userCode)).status).toBe(410);
    expect(await keysOf(owner.userId)).toEqual([]);
    await site.parts.db.query(sql`update device_codes set expires_at = now() - interval '2 hours'`);
    expect(await sweepDeviceCodes(site.parts)).toBeGreaterThanOrEqual(2);
    expect((await send(owner.visitor, 'find', late.userCode)).status).toBe(404);
  });

  test('a device that asks too often is told to slow down, and each time it becomes slower', async () => {
    const { deviceCode } = await requestCode();
    const ask = async () => {
      const answer = await poll(deviceCode);
      const { data, code, pollSeconds } = (await answer.json()) as {
        data?: { pollSeconds: number };
        code?: string;
        pollSeconds?: number;
      };
      return [answer.status, code, data?.pollSeconds ?? pollSeconds];
    };
    expect(await ask()).toEqual([202, undefined, 5]);
    expect(await ask()).toEqual([400, 'devices.slowDown', 10]);
    expect(await ask()).toEqual([400, 'devices.slowDown', 15]);
    await site.parts.db.query(sql`update device_codes set polled_at = polled_at - interval '14 seconds'`);
    expect(await ask()).toEqual([202, undefined, 15]);
  });

  test('twenty keys are the most, which is said before the yes', async () => {
    await site.parts.db.query(sql`
      insert into delegation_keys (key_id, key_hash, user_id, name, permissions, created_at)
      select gen_random_uuid(), sha256((${owner.userId} || n)::bytea), ${owner.userId}, 'k', '{rce-lh-read}', now()
      from generate_series(1, 20) n`);
    const { userCode } = await requestCode();
    const answer = await send(owner.visitor, 'approve', userCode);
    expect([answer.status, (await answer.text()).includes('keys is the limit')]).toEqual([409, true]);
  });
});

test('who guesses codes is stopped, a right one included, and others go on', async () => {
  const door = openTestApp(site, { LIMITS: '1' });
  const { cookie, xsrf } = await door.signIn('collaborator');
  const guess = async (userCode: string, who = { cookie, xsrf }) => {
    const headers = {
      cookie: who.cookie,
      'x-xsrf-token': who.xsrf,
      origin: 'http://localhost:8080',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const body = new URLSearchParams({ intent: 'devices.find', userCode }).toString();
    return (await door.sendRequest('/login/device', { method: 'POST', headers, body, address: '203.0.113.7' })).status;
  };
  const statuses: number[] = [];
  for (const last of 'BCDFGHJKLMNP') statuses.push(await guess(`BCDF-GHJ${last}`));
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429]);
  const { userCode } = await requestCode();
  expect(await guess(userCode)).toBe(429);
  expect(await guess(userCode, await door.signIn('creator'))).toBe(200);
});

test('who guesses many at once and from many addresses has a hundred tries in an hour at most', async () => {
  const door = openTestApp(site, { LIMITS: '1' });
  const { cookie, xsrf } = await door.signIn('staff');
  const headers = {
    cookie,
    'x-xsrf-token': xsrf,
    origin: 'http://localhost:8080',
    'content-type': 'application/x-www-form-urlencoded',
  };
  const body = new URLSearchParams({ intent: 'devices.approve', userCode: 'BCDF-GHJK' }).toString();
  const guess = async (at: number) =>
    (await door.sendRequest('/login/device', { method: 'POST', headers, body, address: `203.0.${at}.7` })).status;
  const statuses = await Promise.all(Array.from({ length: 120 }, (_none, at) => guess(at)));
  expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(100);
  expect(await guess(121)).toBe(429);
});

test('an address asks for ten codes in a minute and no more', async () => {
  // In the middle of a window, so that the next one does not begin meanwhile.
  const door = openTestApp(site, { LIMITS: '1' }, { now: () => new Date('2026-11-21T12:00:30Z') });
  const ask = async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ appId: GAME });
    return (
      await door.sendRequest('/api/login/device/codes', { method: 'POST', headers, body, address: '203.0.113.8' })
    ).status;
  };
  const statuses: number[] = [];
  for (let at = 0; at < 11; at += 1) statuses.push(await ask());
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
});

test('what is not among the rights that every player may give is given to no game', async () => {
  await createApp(admin(), { appId: 'greedy', name: 'Greedy' });
  await expect(allowDeviceClient(admin(), 'greedy', ['rumpus-shortlinks-manage'])).rejects.toMatchObject({
    code: 'devices.noPermissions',
  });
  await allowDeviceClient(admin(), 'greedy', ['rumpus-shortlinks-manage', 'rumpus-items-read', '*']);
  const { userCode } = await requestCode({ appId: 'greedy' });
  const person = systemCurrent(site.parts);
  const asked = await findDeviceRequest({ ...person, actor: { ...person.actor, userId: owner.userId } }, userCode);
  expect(asked.permissions).toEqual(['rumpus-items-read']);
  expect(hashOfUserCode(person, userCode)).toEqual(hashOfUserCode(person, ` ${userCode.toLowerCase()}`));
});
