import { afterAll, expect, test, vi } from 'vitest';

import { noticeShown, recordPageView, startTelemetry } from './start.ts';

afterAll(() => vi.unstubAllGlobals());

test('a page that is left during a block sends no beacon, and nothing by fetch either', async () => {
  const sendBeacon = vi.fn(() => true);
  const fetching = vi.fn(() => Promise.reject(new Error('Exceeded rate limit.')));
  const listeners = new Map<string, () => void>();
  vi.stubGlobal('navigator', { sendBeacon });
  vi.stubGlobal('fetch', fetching);
  // What is measured when the browser has nothing else to do is not looked at here.
  vi.stubGlobal('requestIdleCallback', () => undefined);
  vi.stubGlobal('location', { origin: 'https://site.example' });
  vi.stubGlobal('document', { addEventListener: () => undefined });
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener));
  const block = { isOn: true };
  startTelemetry(() => undefined, block);
  noticeShown();
  await import('./telemetry.ts');
  const leaveAfter = (path: string) => {
    recordPageView(`https://site.example${path}`, '');
    listeners.get('pagehide')?.();
  };
  leaveAfter('/games');
  expect([sendBeacon.mock.calls.length, fetching.mock.calls.length]).toEqual([0, 1]);
  block.isOn = false;
  leaveAfter('/blog');
  expect([sendBeacon.mock.calls.length, fetching.mock.calls.length]).toEqual([1, 1]);
});
