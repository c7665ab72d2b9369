import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { callClientFor, useScriptedServer } from '#test/scripted-server.ts';

import { call } from '../call.ts';
import { RateLimitBlock } from './rate-limit-block.ts';

const server = useScriptedServer();
const ways = {
  params: z.object({ id: z.string() }),
  path: '/api/things/{id}',
  success: [],
  problems: [],
  summary: '',
  least: 'anyone',
};
const find = call({ ...ways, id: 'find', method: 'GET' });
const remove = call({ ...ways, id: 'remove', method: 'DELETE' });

const params = { id: 'a' };
let loggedOut: number;
let clock: { now: number };
beforeEach(() => {
  loggedOut = 0;
  clock = { now: 1000 };
});

const asking = () =>
  callClientFor(server, {
    rateLimit: new RateLimitBlock(() => clock.now),
    onLoggedOut: () => void (loggedOut += 1),
  });

describe('a refusal', () => {
  test('is thrown with its status, code, message and fields', async () => {
    const body = { status: 400, code: 'thing.bad', message: 'Invalid limit', fields: { limit: 'a number' } };
    server.script = () => ({
      status: 400,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/problem+json' },
    });
    await expect(asking().ask(find, { params })).rejects.toMatchObject({ name: 'CallError', ...body });
  });

  test("without a readable answer says 'Something went wrong.'", async () => {
    server.script = () => ({ status: 502, body: '<h1>Bad Gateway</h1>', headers: { 'content-type': 'text/html' } });
    await expect(asking().ask(find, { params })).rejects.toMatchObject({
      status: 502,
      message: 'Something went wrong.',
    });
  });

  test.each(['before', 'within'] as const)(
    "is 'Network Error' when the network fails: the connection is cut %s",
    async (cut) => {
      server.script = () => ({ cut, json: { data: 1 } });
      await expect(asking().ask(find, { params })).rejects.toMatchObject({ status: 0, message: 'Network Error' });
    },
  );

  test('with 401 reports a logout on any call but a login call', async () => {
    server.script = () => ({ status: 401, json: { message: 'Bad credentials!' } });
    await expect(asking().ask(find, { params, isLogin: true })).rejects.toMatchObject({ status: 401 });
    expect(loggedOut).toBe(0);
    await expect(asking().ask(find, { params })).rejects.toMatchObject({ status: 401 });
    expect(loggedOut).toBe(1);
  });
});

describe('rate limiting', () => {
  test('after a 429 with a reset header above 0, all further requests are blocked for that many seconds', async () => {
    const { ask, askUrl } = asking();
    server.script = () => ({
      status: 429,
      json: { message: 'Come back soon!' },
      headers: { 'x-rate-limit-reset': '7' },
    });
    await expect(ask(find, { params })).rejects.toMatchObject({ status: 429, message: 'Come back soon!' });
    server.script = () => ({ json: { data: 1 } });
    clock.now += 6999;
    const blocked = { status: 429, message: 'Exceeded rate limit.' };
    await expect(ask(remove, { params })).rejects.toMatchObject(blocked);
    await expect(askUrl('/api/things')).rejects.toMatchObject(blocked);
    expect(server.heard).toHaveLength(1);
    clock.now += 1;
    expect((await ask(find, { params })).data).toBe(1);
  });

  test.each<Record<string, string>>([{}, { 'x-rate-limit-reset': '0' }, { 'x-rate-limit-reset': 'soon' }])(
    'a 429 with %j blocks nothing',
    async (headers) => {
      const { ask } = asking();
      server.script = () => ({ status: 429, json: {}, headers });
      await expect(ask(find, { params })).rejects.toMatchObject({ status: 429 });
      server.script = () => ({ json: { data: 1 } });
      expect((await ask(find, { params })).data).toBe(1);
    },
  );
});
