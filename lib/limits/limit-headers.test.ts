import { expect, test } from 'vitest';

import { limitHeaders } from './limit-headers.server.ts';
import type { LimitStatus } from './limit-headers.server.ts';

function statusOf(name: string, remaining: number, limit: number, allowed = true): LimitStatus {
  return { rule: { name, points: limit, seconds: 60 }, taken: { limit, remaining, reset: 12, allowed } };
}

test('the older headers and the drafted fields say the same of one policy', () => {
  expect(limitHeaders([statusOf('read', 7, 1200)])).toEqual({
    'x-rate-limit-limit': '1200',
    'x-rate-limit-remaining': '7',
    'x-rate-limit-reset': '12',
    'ratelimit-policy': '"read";q=1200;w=60',
    ratelimit: '"read";r=7;t=12',
  });
});

test('the headers name all of several policies, and report the one nearest to its end', () => {
  const headers = limitHeaders([statusOf('read', 600, 1200), statusOf('read.all', 900, 12_000)]);
  expect(headers).toMatchObject({ 'x-rate-limit-limit': '12000', 'x-rate-limit-remaining': '900' });
  expect(headers['ratelimit-policy']).toBe('"read";q=1200;w=60, "read.all";q=12000;w=60');
  expect(headers.ratelimit).toBe('"read.all";r=900;t=12');
});

test('a policy that refuses is reported before one with less left, with the time to retry after', () => {
  const headers = limitHeaders([statusOf('read', 0, 1200), statusOf('read.all', 3, 12_000, false)]);
  expect(headers).toMatchObject({ ratelimit: '"read.all";r=3;t=12', 'retry-after': '12' });
});
