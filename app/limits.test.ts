import { expect, test } from 'vitest';

import { openDoor } from '#test/door.ts';
import type { Door, Knock } from '#test/door.ts';
import { useTestSite } from '#test/site.ts';

const site = useTestSite();

/** 12 reads and 2 writes a minute, early in a minute of its own. */
function limitedDoor(minute: number): Door {
  const now = new Date(Date.UTC(2027, 0, 1, 0, minute, 10));
  return openDoor(site, { LIMITS: '0.01' }, { now: () => now });
}

async function statuses(door: Door, count: number, knock: Knock = {}, path = '/api/version'): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) found.push((await door.knock(path, knock)).status);
  return found;
}

const answered = (count: number) => Array.from({ length: count }, () => 200);

test('every answer tells the limit, what remains, and the seconds until it starts anew', async () => {
  const door = openDoor(site, { LIMITS: '1' }, { now: () => new Date(Date.UTC(2027, 0, 1, 0, 0, 15)) });
  for (const path of ['/api/version', '/api/nothing', '/games/crashlands', '/nothing']) {
    const { headers } = await door.knock(path, { address: '203.0.113.1' });
    expect([headers.get('x-rate-limit-limit'), headers.get('x-rate-limit-reset')], path).toEqual(['1200', '45']);
    expect(Number(headers.get('x-rate-limit-remaining'))).toBeGreaterThan(1190);
  }
  const write = await door.knock('/api/version', { method: 'POST', address: '203.0.113.1' });
  expect(write.headers.get('x-rate-limit-limit')).toBe('240');
});

test('beyond it a call answers 429 with x-rate-limit-reset, retry-after and the sentence', async () => {
  const door = limitedDoor(1);
  expect(await statuses(door, 14)).toEqual([...answered(12), 429, 429]);
  const response = await door.knock('/api/version');
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(await response.json()).toMatchObject({ message: "You've hit the request limit. Come back soon!" });
  expect([response.headers.get('x-rate-limit-reset'), response.headers.get('retry-after')]).toEqual(['50', '50']);
});

test('beyond it a page is the error page with status 429 and retry-after', async () => {
  const door = limitedDoor(2);
  await statuses(door, 12);
  const response = await door.knock('/games/crashlands', { headers: { 'accept-language': 'en' } });
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '50']);
  expect(await response.text()).toContain('You&#x27;ve hit the request limit. Come back soon!');
});

test('reads and writes are counted apart', async () => {
  const door = limitedDoor(3);
  const write = { method: 'POST', body: 'x' };
  expect(await statuses(door, 3, write)).toEqual([405, 405, 429]);
  expect(await statuses(door, 1)).toEqual([200]);
});

test('the next minute starts anew', async () => {
  await statuses(limitedDoor(4), 13);
  expect(await statuses(limitedDoor(5), 1)).toEqual([200]);
});

test('a signed-in user is counted by account, wherever they come from and by however many sessions', async () => {
  const door = limitedDoor(6);
  const [phone, desk] = [await door.signIn('player'), await door.signIn('player')];
  const from = (cookie: string, address: string) => ({ headers: { cookie }, address });
  expect(await statuses(door, 8, from(phone.cookie, '203.0.113.1'))).toEqual(answered(8));
  expect(await statuses(door, 5, from(desk.cookie, '203.0.113.2'))).toEqual([...answered(4), 429]);
  const other = await door.signIn('creator');
  expect(await statuses(door, 1, from(other.cookie, '203.0.113.1'))).toEqual([200]);
  expect(await statuses(door, 1, { address: '203.0.113.1' })).toEqual([200]);
});

test('a visitor is counted by address, of IPv6 by the network of 64 bits', async () => {
  const door = limitedDoor(7);
  expect(await statuses(door, 6, { address: '2001:db8:1:2::1' })).toEqual(answered(6));
  expect(await statuses(door, 7, { address: '2001:db8:1:2:ffff::9' })).toEqual([...answered(6), 429]);
  expect(await statuses(door, 1, { address: '2001:db8:1:3::1' })).toEqual([200]);
  expect(await statuses(door, 12, { address: '203.0.113.1' })).toEqual(answered(12));
  expect(await statuses(door, 1, { address: '::ffff:203.0.113.1' })).toEqual([429]);
});

test('a cookie that is no session does not make another caller', async () => {
  const door = limitedDoor(8);
  await statuses(door, 12);
  for (const token of ['a', 'a'.repeat(43), 'b'.repeat(43)]) {
    expect(await statuses(door, 1, { headers: { cookie: `session=${token}` } })).toEqual([429]);
  }
});

test('who watches the health is not counted', async () => {
  const door = limitedDoor(9);
  expect(await statuses(door, 20, {}, '/healthz')).toEqual(answered(20));
});
