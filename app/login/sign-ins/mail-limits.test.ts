import { describe, expect, test } from 'vitest';

import { hashOfToken } from '#lib/token/token.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { openTestApp } from '#test/test-app.ts';
import type { TestApp } from '#test/test-app.ts';
import { useTestSite } from '#test/site.ts';

const site = useTestSite();
/** In the middle of a window, so that the next one does not begin during a test. */
const NOW = new Date('2026-11-21T12:00:30Z');
const openLimited = () => openTestApp(site, { LIMITS: '1' }, { now: () => NOW });

async function post(
  door: TestApp,
  address: string,
  fields: Record<string, string>,
  cookie = 'locale=en-US',
): Promise<Response> {
  return door.sendRequest('/login?prove', {
    method: 'POST',
    address,
    body: String(new URLSearchParams(fields)),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:8080', cookie },
  });
}

const ask = (door: TestApp, address: string, who: string) => post(door, address, { intent: 'ask', who });
const statusesOf = async (asked: Promise<Response>[]) => (await Promise.all(asked)).map(({ status }) => status);
const times = <Result>(count: number, make: (index: number) => Result) =>
  Array.from({ length: count }, (_, index) => make(index));

test('one address gets four mails a minute, from all clients and in all spellings', async () => {
  const door = openLimited();
  const spellings = ['wanted@rumpus.example', 'Wanted@Rumpus.Example'];
  const asked = times(8, (index) => ask(door, `203.0.113.${index}`, spellings[index % 2] ?? ''));
  const statuses = await statusesOf(asked);
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
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
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
    const asked = await eachMinute(42, { intent: 'prove' }, cookies);
    expect(asked).toEqual([...Array<number>(40).fill(200), 429, 429]);
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
    const asked = await eachMinute(41, { intent: 'ask', who: CAST.staff.email }, [`device=${mark}`]);
    expect(asked).toEqual([...Array<number>(40).fill(200), 429]);
  });
});

test('one client may try ten codes a minute', async () => {
  const door = openLimited();
  const statuses = await statusesOf(times(14, () => post(door, '203.0.113.98', { intent: 'code', code: '123456' })));
  expect(statuses.filter((status) => status === 410)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
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
