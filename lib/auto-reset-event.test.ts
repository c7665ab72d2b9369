import { expect, test } from 'vitest';

import { AutoResetEvent } from './auto-reset-event.ts';

test('a waiter goes on when the event is set', async () => {
  const bell = new AutoResetEvent();
  const waited = bell.wait(60_000);
  bell.ring();
  await waited;
});

test('an event that is set while nobody waits releases the next waiter, once', async () => {
  const bell = new AutoResetEvent();
  bell.ring();
  bell.ring();
  await bell.wait(60_000);
  const started = performance.now();
  await bell.wait(20);
  expect(performance.now() - started).toBeGreaterThan(15);
});

test('a waiter goes on when its time is over', async () => {
  const bell = new AutoResetEvent();
  await bell.wait(1);
  await bell.wait(-5);
});
