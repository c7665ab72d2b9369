import { expect, test } from 'vitest';

import { Bell } from './bell.ts';

test('who waits goes on when it rings', async () => {
  const bell = new Bell();
  const waited = bell.wait(60_000);
  bell.ring();
  await waited;
});

test('a ring that nobody waited for is heard once, later', async () => {
  const bell = new Bell();
  bell.ring();
  bell.ring();
  await bell.wait(60_000);
  const started = performance.now();
  await bell.wait(20);
  expect(performance.now() - started).toBeGreaterThan(15);
});

test('nobody waits longer than they said', async () => {
  const bell = new Bell();
  await bell.wait(1);
  await bell.wait(-5);
});
