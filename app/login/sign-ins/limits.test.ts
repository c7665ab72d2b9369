import { expect, test } from 'vitest';

import { openDoor } from '#test/door.ts';
import type { Door } from '#test/door.ts';
import { useTestSite } from '#test/site.ts';

const site = useTestSite();
/** In the middle of a window, so that no other begins meanwhile. */
const NOW = new Date('2026-11-21T12:00:30Z');
const openLimited = () => openDoor(site, { LIMITS: '1' }, { now: () => NOW });

async function post(door: Door, address: string, fields: Record<string, string>): Promise<Response> {
  return door.knock('/login', {
    method: 'POST',
    address,
    body: String(new URLSearchParams(fields)),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:8080' },
  });
}

const ask = (door: Door, address: string, who: string) => post(door, address, { intent: 'ask', who });
const statusesOf = async (asked: Promise<Response>[]) => (await Promise.all(asked)).map(({ status }) => status);
const times = <Result>(count: number, make: (index: number) => Result) =>
  Array.from({ length: count }, (_, index) => make(index));

test('one address gets four mails a minute, wherever they are asked for and however it is spelled', async () => {
  const door = openLimited();
  const spellings = ['wanted@rumpus.example', 'Wanted@Rumpus.Example'];
  const asked = times(8, (index) => ask(door, `203.0.113.${index}`, spellings[index % 2] ?? ''));
  const statuses = await statusesOf(asked);
  expect(statuses.filter((status) => status === 200)).toHaveLength(4);
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
});

test('one place asks for ten mails a minute, whoever they are for', async () => {
  const door = openLimited();
  const statuses = await statusesOf(times(14, (index) => ask(door, '203.0.113.99', `many-${index}@rumpus.example`)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
});

test('one place types ten codes a minute', async () => {
  const door = openLimited();
  const statuses = await statusesOf(times(14, () => post(door, '203.0.113.98', { intent: 'code', code: '123456' })));
  expect(statuses.filter((status) => status === 410)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
});

test('who asks too often is told so, and when to come again', async () => {
  const door = openLimited();
  const last = (await Promise.all(times(5, () => ask(door, '203.0.113.97', 'told@rumpus.example')))).find(
    ({ status }) => status === 429,
  );
  expect(await last?.text()).toContain('hit the request limit. Come back soon!');
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(last?.headers.get('x-rate-limit-reset'))).toBeLessThanOrEqual(60);
});
