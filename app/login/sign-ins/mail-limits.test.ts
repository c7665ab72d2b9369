import { describe, expect, test } from 'vitest';

import { mailboxKey } from '#app/accounts/emails/email.ts';
import { sql } from '#lib/database/sql.server.ts';
import { hashOfToken } from '#lib/token/token.server.ts';
import { CAST } from '#test/cast.ts';
import { FORM_HEADERS, useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';
import type { TestApp } from '#test/test-app.ts';

const site = useTestSite();
/** In the middle of a window, so that the next one does not begin during a test. */
const NOW = new Date('2026-11-21T12:00:30Z');
const openLimited = () => openTestApp(site, { LIMITS: '1' }, { now: () => NOW });

async function post(
  door: TestApp,
  address: string,
  fields: Record<string, string>,
  cookie = 'locale=en-US',
  path = '/login?prove',
): Promise<Response> {
  return door.sendRequest(path, {
    method: 'POST',
    address,
    body: String(new URLSearchParams(fields)),
    headers: { ...FORM_HEADERS, cookie },
  });
}

const ask = (door: TestApp, address: string, who: string) => post(door, address, { intent: 'ask', who });
const statusesOf = async (requests: Promise<Response>[]) => (await Promise.all(requests)).map(({ status }) => status);
const times = <Result>(count: number, make: (index: number) => Result) =>
  Array.from({ length: count }, (_, index) => make(index));

test('one address gets four mails a minute, from all clients and in all spellings', async () => {
  const door = openLimited();
  const spellings = ['wanted', 'Wanted', 'w.anted', 'W.A.N.T.E.D', 'wanted+news', 'wa.nted+a.b', 'want.ed', '.wanted'];
  const requests = spellings.map((local, at) => ask(door, `203.0.113.${at}`, `${local}@rumpus.Example`));
  const statuses = await statusesOf(requests);
  expect(statuses.filter((status) => status === 200)).toHaveLength(4);
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
});

test('one client requests ten mails a minute, for all recipients', async () => {
  const door = openLimited();
  const statuses = await statusesOf(times(14, (index) => ask(door, '203.0.113.99', `many-${index}@rumpus.example`)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
});

test('one network requests sixty mails a minute, from all its clients and for all recipients', async () => {
  const door = openLimited();
  const statuses = await statusesOf(
    times(64, (index) => ask(door, `198.51.100.${index}`, `network-${index}@rumpus.example`)),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
});

test('all unknown browsers together request six hundred mails a minute (here a tenth of it)', async () => {
  // In a minute without any other request.
  const later = new Date(NOW.getTime() + 3_600_000);
  const door = openTestApp(site, { LIMITS: '0.1' }, { now: () => later });
  const statuses = await statusesOf(times(64, (index) => ask(door, `10.7.${index}.1`, `all-${index}@rumpus.example`)));
  expect(statuses.toSorted((one, other) => one - other)).toEqual([...times(60, () => 200), ...times(4, () => 429)]);
});

describe('in a day', () => {
  const clock = { now: NOW };
  const openOn = () => openTestApp(site, { LIMITS: '1' }, { now: () => clock.now });
  /** So often in turn, each time with another cookie and in another minute. */
  async function eachMinute(count: number, fields: Record<string, string>, cookies: string[]): Promise<number[]> {
    const door = openOn();
    const statuses: number[] = [];
    for (let time = 0; time < count; time += 1) {
      clock.now = new Date(clock.now.getTime() + 60_000);
      const cookie = cookies[time % cookies.length];
      statuses.push((await post(door, `198.18.${time}.1`, fields, cookie)).status);
    }
    return statuses;
  }

  test('one account gets forty codes to prove its sessions', async () => {
    const door = openOn();
    const cookies = [(await door.signIn('player')).cookie, (await door.signIn('player')).cookie];
    const statuses = await eachMinute(42, { intent: 'prove' }, cookies);
    expect(statuses).toEqual([...Array<number>(40).fill(200), 429, 429]);
    const { cookie } = await door.signIn('creator');
    expect(await eachMinute(1, { intent: 'prove' }, [cookie])).toEqual([200]);
    clock.now = new Date(clock.now.getTime() + 86_400_000);
    expect(await eachMinute(1, { intent: 'prove' }, [(await door.signIn('player')).cookie])).toEqual([200]);
  });

  test('a browser that the account has used before gets forty codes', async () => {
    clock.now = new Date(NOW.getTime() + 3 * 86_400_000);
    const mark = 'd'.repeat(43);
    await site.parts.db.query(sql`insert into account_devices (user_id, device_hash, seen_at)
      values (${CAST.staff.userId}, ${hashOfToken(mark)}, ${NOW})`);
    const statuses = await eachMinute(41, { intent: 'ask', who: CAST.staff.email }, [`device=${mark}`]);
    expect(statuses).toEqual([...Array<number>(40).fill(200), 429]);
  });
});

test('one client may try ten codes a minute', async () => {
  const door = openLimited();
  const statuses = await statusesOf(times(14, () => post(door, '203.0.113.98', { intent: 'code', code: '123456' })));
  expect(statuses.filter((status) => status === 410)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
});

test('one account gets four codes a minute by its address and its lookup code, without a word of it', async () => {
  const { email, userId } = CAST.creator;
  const door = openLimited();
  for (const who of [email, `@${userId}`])
    for (let time = 0; time < 4; time += 1) expect((await ask(door, `203.0.7.${time}`, who)).status).toBe(200);
  const [row] = await site.parts.db.query<{ codes: number; links: number }>(sql`
    select count(*) filter (where has_code)::int as codes, count(*) filter (where has_link and not has_code)::int as links
    from confirmations where subject = any(${[`@${userId}`, mailboxKey(email) ?? '']}::text[]) and created_at = ${NOW}`);
  expect(row?.codes).toBe(4);
  expect(row?.links).toBeLessThanOrEqual(2);
});

describe('a network in a day (here a hundredth of it)', () => {
  const clock = { now: NOW };
  const openOn = (after: number) => {
    clock.now = new Date(NOW.getTime() + after * 86_400_000);
    return openTestApp(site, { LIMITS: '0.01' }, { now: () => clock.now });
  };
  async function eachMinute(count: number, request: (index: number) => Promise<Response>): Promise<number[]> {
    const statuses: number[] = [];
    for (let time = 0; time < count; time += 1) {
      clock.now = new Date(clock.now.getTime() + 60_000);
      statuses.push((await request(time)).status);
    }
    return statuses;
  }
  const addressOf: [network: string, day: number, address: (index: number) => string][] = [
    ['an IPv4 /24', 1, (index) => `198.51.100.${index}`],
    ['an IPv6 /48', 2, (index) => `2001:db8:7:${index}::1`],
    ['an IPv6 /64', 3, (index) => `2001:db8:8:1::${index}`],
  ];

  test.each(addressOf)('%s requests 2,000 mails, and others go on', async (_, day, address) => {
    const door = openOn(10 * day);
    const statuses = await eachMinute(21, (index) => ask(door, address(index), `day-${index}@rumpus.example`));
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
    expect(await eachMinute(1, () => ask(door, '192.0.2.77', 'day@rumpus.example'))).toEqual([200]);
    clock.now = new Date(clock.now.getTime() + 86_400_000);
    expect(await eachMinute(1, (index) => ask(door, address(index), 'day@rumpus.example'))).toEqual([200]);
  });

  const pending = `sign-in=${crypto.randomUUID()}.${'a'.repeat(43)}`;
  const type = (door: TestApp, address: string, cookie: string) =>
    post(door, address, { intent: 'code', code: '123456' }, cookie);

  test.each(addressOf)('%s tries 1,000 wrong codes', async (_, day, address) => {
    const door = openOn(10 * day + 5);
    const statuses = await eachMinute(11, (index) => type(door, address(index), pending));
    expect(statuses).toEqual([...Array<number>(10).fill(410), 429]);
    expect(await eachMinute(1, () => type(door, '192.0.2.78', pending))).toEqual([410]);
  });

  test('is not charged ten times for what is no guess', async () => {
    const door = openOn(60);
    const statuses = await eachMinute(30, (index) => type(door, `198.51.101.${index}`, 'locale=en-US'));
    expect(statuses).toEqual(Array(30).fill(410));
  });

  test('does not keep out a browser that the account has used before', async () => {
    const door = openOn(70);
    const mark = 'e'.repeat(43);
    await site.parts.db.query(sql`insert into account_devices (user_id, device_hash, seen_at)
      values (${CAST.super.userId}, ${hashOfToken(mark)}, ${NOW})`);
    const address = (index: number) => `198.51.102.${index}`;
    await eachMinute(21, (index) => ask(door, address(index), `full-${index}@rumpus.example`));
    await eachMinute(11, (index) => type(door, address(index), pending));
    const fields = { intent: 'ask', who: CAST.super.email };
    clock.now = new Date(clock.now.getTime() + 60_000);
    const response = await post(door, address(99), fields, `device=${mark}`);
    const cookie =
      response.headers
        .getSetCookie()
        .find((one) => one.startsWith('sign-in='))
        ?.split(';')[0] ?? '';
    const [typed] = await eachMinute(1, () => type(door, address(99), cookie));
    expect([response.status, typed]).toEqual([200, 400]);
  });
});

test('an account asks for forty mails in a day that prove addresses', async () => {
  const clock = { now: new Date(NOW.getTime() + 80 * 86_400_000) };
  const door = openTestApp(site, { LIMITS: '1' }, { now: () => clock.now });
  const { cookie, loginId } = await door.signIn('collaborator');
  const statuses: number[] = [];
  for (let time = 0; time < 41; time += 1) {
    clock.now = new Date(clock.now.getTime() + 60_000);
    await site.parts.sessions.prove(loginId, clock.now);
    const email = `list-${time}@strangers.example`;
    const claim = await post(door, '192.0.2.9', { intent: 'emails.add', email }, cookie, '/account');
    statuses.push(claim.status);
    await post(door, '192.0.2.9', { intent: 'emails.remove', key: email }, cookie, '/account');
  }
  expect(statuses).toEqual([...Array<number>(40).fill(200), 429]);
});

test('a refused request says so, and when to retry', async () => {
  const door = openLimited();
  const last = (await Promise.all(times(5, () => ask(door, '203.0.113.97', 'told@rumpus.example')))).find(
    ({ status }) => status === 429,
  );
  expect(await last?.text()).toContain('hit the request limit. Come back soon!');
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(last?.headers.get('x-rate-limit-reset'))).toBeLessThanOrEqual(60);
});
