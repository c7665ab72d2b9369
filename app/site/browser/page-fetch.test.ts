import { beforeEach, expect, test } from 'vitest';

import { RateLimitBlock } from '#lib/calls/browser/rate-limit-block.ts';
import { callClientFor, useScriptedServer } from '#test/scripted-server.ts';

import { pageFetch } from './keep-page.ts';

const server = useScriptedServer();
const NEWS = () => new URL('/news.data', server.base);
const LIMITED = { status: 429, body: '', headers: { 'x-rate-limit-reset': '7' } };
const BLOCKED = { status: 429, message: 'Exceeded rate limit.' };

let now: number;
beforeEach(() => {
  now = 1000;
  server.script = () => ({ json: {} });
});

function openPage() {
  const rateLimit = new RateLimitBlock(() => now);
  return { request: pageFetch(fetch, rateLimit), ...callClientFor(server, { rateLimit }) };
}

test('a lost connection is a network error for the data of pages and for forms', async () => {
  server.script = () => ({ cut: 'before' });
  const { request } = openPage();
  for (const method of ['GET', 'POST']) {
    await expect(request(NEWS(), { method })).rejects.toMatchObject({ name: 'CallError', message: 'Network Error' });
  }
});

test('after a 429 with a reset above 0, loads and forms are blocked for that many seconds, and so are calls', async () => {
  const { request, askUrl } = openPage();
  server.script = () => LIMITED;
  await expect(request(NEWS())).rejects.toMatchObject(BLOCKED);
  server.script = () => ({ json: {} });
  now += 6999;
  await expect(request(NEWS())).rejects.toMatchObject(BLOCKED);
  await expect(request(NEWS(), { method: 'POST' })).rejects.toMatchObject(BLOCKED);
  await expect(askUrl('/api/version')).rejects.toMatchObject(BLOCKED);
  expect(server.heard).toHaveLength(1);
  now += 1;
  expect((await request(NEWS())).status).toBe(200);
});

test('after a 429 of a call, loads and forms are blocked too', async () => {
  const { request, askUrl } = openPage();
  server.script = () => ({ ...LIMITED, json: {} });
  await expect(askUrl('/api/version')).rejects.toMatchObject({ status: 429 });
  await expect(request(NEWS())).rejects.toMatchObject(BLOCKED);
  expect(server.heard).toHaveLength(1);
});

test('other requests are not touched', async () => {
  const { request } = openPage();
  server.script = () => LIMITED;
  expect((await request(new URL('/assets/root.js', server.base))).status).toBe(429);
  expect((await request(`${server.base}api/version`)).status).toBe(429);
});
