import { describe, expect, test } from 'vitest';

import { ask } from './client.ts';

describe('a site for operators', () => {
  test('answers plain text to /healthz and /readyz, to HEAD too', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const reply = await ask(undefined, `GET ${path}`);
      expect(reply.status).toBe(200);
      expect(reply.headers['content-type']).toMatch(/^text\/plain; ?charset=utf-8$/i);
      const head = await ask(undefined, `HEAD ${path}`);
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
    }
  });

  test('counts in /metrics calls and pages by their status, and the seconds of each, for this machine', async () => {
    await ask(undefined, 'GET /api/version');
    const { status, text, headers } = await ask(undefined, 'GET /metrics');
    expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/plain; version=/)]);
    expect(text).toMatch(/^http_answers_total\{kind="call",status="200"\} \d+$/m);
    expect(text).toMatch(/^http_request_seconds_bucket\{le="0\.01",kind="call",method="GET"\} \d+$/m);
    expect(text).toMatch(/^process_cpu_seconds_total /m);
  });

  test('makes no metric series for single addresses', async () => {
    for (const line of ['GET /wire-odd-path', 'GET /api/wire-odd-path']) await ask(undefined, line);
    expect((await ask(undefined, 'GET /metrics')).text).not.toContain('wire-odd-path');
  });
});

describe('the files of the site', () => {
  test('are cached by browsers: hashed ones for good, others for an hour', async () => {
    const { text } = await ask(undefined, 'GET /', { headers: { accept: 'text/html' } });
    const script = /"(\/assets\/[^"]+\.js)"/.exec(text)?.[1] ?? '';
    for (const [path, caching] of [
      [script, 'public, max-age=31536000, immutable'],
      ['/favicon.svg', 'public, max-age=3600'],
    ] as const) {
      const reply = await ask(undefined, `GET ${path}`);
      expect([reply.status, reply.headers['cache-control']]).toEqual([200, caching]);
      expect(reply.headers['x-content-type-options']).toBe('nosniff');
      const headers = { 'if-none-match': reply.headers.etag ?? '' };
      expect((await ask(undefined, `GET ${path}`, { headers })).status).toBe(304);
      const weak = { 'if-none-match': `"x", W/${reply.headers.etag}` };
      expect((await ask(undefined, `GET ${path}`, { headers: weak })).status).toBe(304);
      const head = await ask(undefined, `HEAD ${path}`);
      expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([
        200,
        0,
        String(reply.bytes.length),
      ]);
    }
  });

  test('are compressed for browsers that accept it', async () => {
    const { text } = await ask(undefined, 'GET /', { headers: { accept: 'text/html' } });
    const script = /"(\/assets\/root[^"]+\.js)"/.exec(text)?.[1] ?? '';
    for (const encoding of ['br', 'gzip']) {
      const { headers } = await ask(undefined, `GET ${script}`, { headers: { 'accept-encoding': encoding } });
      expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'accept-encoding']);
    }
  });

  test.each([
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/',
    '/server/index.js',
    '/.env',
    '/package.json',
  ])('end at the folder of the built client: %s', async (path) => {
    expect((await ask(undefined, `GET ${path}`)).status).toBe(404);
  });
});
