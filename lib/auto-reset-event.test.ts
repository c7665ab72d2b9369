import { expect, test } from 'vitest';

import { AutoResetEvent } from './auto-reset-event.ts';

test('who waits goes on when it rings', async () => {
  const bell = new AutoResetEvent();
  const waited = bell.wait(60_000);
  bell.ring();
  await waited;
});

test('a ring that nobody waited for is heard once, later', async () => {
  const bell = new AutoResetEvent();
  bell.ring();
  bell.ring();
  await bell.wait(60_000);
  const started = performance.now();
  await bell.wait(20);
  expect(performance.now() - started).toBeGreaterThan(15);
});

test('nobody waits longer than they said', async () => {
  const bell = new AutoResetEvent();
  await bell.wait(1);
  await bell.wait(-5);
});
