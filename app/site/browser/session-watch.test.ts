import { expect, test, vi } from 'vitest';

// The address of its stream is all that it asks the page for.
vi.mock('./api-client.ts', () => ({ addressWithParameters: (path: string) => path }));

const { watchUnderLock } = await import('./session-watch.ts');

test('a tab that is left while another one listens leaves no error behind, and never listens', async () => {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const other = navigator.locks.request('session-watch', () => (held.resolve(), end));
  await held.promise;
  const left = new AbortController();
  const check = vi.fn(() => Promise.resolve());
  const listening = watchUnderLock(left.signal, check);
  left.abort();
  await expect(listening).resolves.toBeUndefined();
  resolve();
  await other;
  expect(check).not.toHaveBeenCalled();
});

test('an unexpected error of the lock is thrown', async () => {
  const request = vi.spyOn(navigator.locks, 'request').mockRejectedValue(new Error('broken'));
  await expect(watchUnderLock(new AbortController().signal, () => Promise.resolve())).rejects.toThrow('broken');
  request.mockRestore();
});
