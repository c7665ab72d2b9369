import { randomInt } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { ask } from './client.ts';
import type { WireReply } from './client.ts';
import { decoded } from './crawler.ts';
import { operations } from './document.ts';

/** The site's own factor, which the suite needs to be 4: it asks more in a minute than a person may. */
const FACTOR = Number(process.env.LIMITS ?? '1');
const [READS, WRITES] = [1200 * FACTOR, 240 * FACTOR];
const SENTENCE = "You've hit the request limit. Come back soon!";

/** An address of this machine that nobody else asks from, so that its limit is nobody else's. */
const localAddress = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;

/** The first refusal of an address that asks the same again and again. */
async function exhaust(line: string): Promise<WireReply> {
  for (let done = 0; done <= 2 * READS; done += 40) {
    const replies = await Promise.all(Array.from({ length: 40 }, () => ask(undefined, line, { localAddress })));
    const refused = replies.find(({ status }) => status === 429);
    if (refused !== undefined) return refused;
  }
  throw new Error(`${line} has no limit`);
}

describe('a client that sends too many requests', () => {
  test('sees the limit, what remains and the seconds until the next window', async () => {
    const { headers } = await ask(undefined, 'GET /api/version', { localAddress });
    expect(headers['x-rate-limit-limit']).toBe(String(READS));
    expect(Number(headers['x-rate-limit-remaining'])).toBeLessThan(READS);
    expect(Number(headers['x-rate-limit-reset'])).toBeGreaterThan(0);
    expect(Number(headers['x-rate-limit-reset'])).toBeLessThanOrEqual(60);
    const write = await ask(undefined, 'DELETE /api/storage/crates/none', { localAddress });
    expect(write.headers['x-rate-limit-limit']).toBe(String(WRITES));
  });

  test('is refused with 429 by every call, with the time to retry after', async () => {
    for (const { method, segments } of operations) {
      const line = `${method} ${segments.join('/').replaceAll(/\{\w+\}/g, 'none')}`;
      const first = await ask(undefined, line, { localAddress });
      const reply = first.status === 429 ? first : await exhaust(line);
      expect([line, ...reply.refusal]).toEqual([line, 429, SENTENCE]);
      const { headers } = reply;
      expect(headers['retry-after']).toBe(headers['x-rate-limit-reset']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(reply.json()['violated-policies']).toEqual([/"(.+)"/.exec(headers.ratelimit ?? '')?.[1]]);
    }
  });

  test('gets the error page with 429 where it requests a page', async () => {
    await exhaust('GET /api/version');
    const reply = await ask(undefined, 'GET /', { localAddress, headers: { accept: 'text/html' } });
    expect([reply.status, reply.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(reply.headers['retry-after']).toBe(reply.headers['x-rate-limit-reset']);
    expect(decoded(reply.text)).toContain(SENTENCE);
  });

  test('is recognized whatever address it claims', async () => {
    await exhaust('GET /api/version');
    const headers = { 'x-forwarded-for': '192.0.2.7', forwarded: 'for=192.0.2.7', 'x-real-ip': '192.0.2.7' };
    expect((await ask(undefined, 'GET /api/version', { localAddress, headers })).status).toBe(429);
  });

  test('leaves everybody else alone', async () => {
    await exhaust('GET /api/version');
    expect((await ask(undefined, 'GET /api/version')).status).toBe(200);
    expect((await ask('player', 'GET /api/version', { localAddress })).status).toBe(200);
  });
});

test.each([
  ['/api/version', 204],
  ['/api/nothing', 404],
])('a preflight of %s answers %i with the headers of the limits, which scripts may read', async (path, expected) => {
  const { status, headers } = await ask(undefined, `OPTIONS ${path}`, { localAddress });
  expect([status, headers['x-rate-limit-limit']]).toEqual([expected, String(READS)]);
  expect(headers.ratelimit).toMatch(/^"preflight";r=\d+;t=\d+$/);
  const exposed = headers['access-control-expose-headers']?.split(', ');
  expect(exposed).toEqual(expect.arrayContaining(['ratelimit', 'ratelimit-policy', 'retry-after']));
});

test('requests of an invalid masquerade are counted too', async () => {
  const { headers } = await ask(undefined, 'GET /api/version?masquerade=king');
  expect(Number(headers['x-rate-limit-remaining'])).toBeLessThan(READS);
});
