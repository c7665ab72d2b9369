import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { callClientFor, useScriptedServer } from '#test/scripted-server.ts';

import type { CallClientEnvironment, CallResult } from './call-client.ts';
import { call } from './call.ts';

const server = useScriptedServer();
const success = [{ status: 200, description: 'A thing.' }];
const shelf = z.object({ shelf: z.string() });
const ways = { params: shelf, success, problems: [], summary: '', least: 'anyone' };
const path = '/api/shelves/{shelf}/things';
const find = call({
  ...ways,
  id: 'find',
  method: 'GET',
  path,
  query: z.object({ tags: z.string(), limit: z.number() }),
});
const change = call({
  ...ways,
  id: 'change',
  method: 'PUT',
  path,
  body: { json: z.object({ name: z.string(), size: z.optional(z.number()) }) },
});
const upload = call({
  ...ways,
  id: 'upload',
  method: 'POST',
  path,
  headers: z.object({ 'content-type': z.string(), 'if-match': z.string() }),
  body: 'bytes',
});
const remove = call({ ...ways, id: 'remove', method: 'DELETE', path });
const nowhere = call({ id: 'nowhere', method: 'GET', path: '', success, problems: [], summary: '', least: 'anyone' });

const params = { shelf: 'a' };
let seen: Headers[];
beforeEach(() => {
  seen = [];
  server.script = () => ({ json: { data: [] } });
});

function asking(changes: Partial<CallClientEnvironment> = {}) {
  return callClientFor(server, {
    parameters: () => ({ 'cache-key': 'k1', as: undefined }),
    headers: () => ({ Locale: 'de-DE' }),
    cookie: () => 'a=b; XSRF-TOKEN=t0ken; c=d',
    onHeaders: (headers) => void seen.push(headers),
    ...changes,
  });
}

describe('a request', () => {
  test('sends Accept: application/json, and a Locale header when a locale is set', async () => {
    await asking().ask(find, { params });
    await asking({ headers: () => ({ Locale: undefined }) }).ask(remove, { params });
    expect(server.heard[0]?.headers).toMatchObject({ accept: 'application/json', locale: 'de-DE' });
    expect(server.heard[1]?.headers.accept).toBe('application/json');
    expect(server.heard[1]?.headers.locale).toBeUndefined();
  });

  test('adds the parameters of the page to every GET, and to no other call', async () => {
    const { ask } = asking({ parameters: () => ({ 'cache-key': 'k1', as: 'staff' }) });
    await ask(find, { params, query: { tags: '-hidden,topic:a&b', limit: 2 } });
    await ask(remove, { params });
    expect(server.heard.map(({ query }) => query)).toEqual([
      { tags: '-hidden,topic:a&b', limit: '2', 'cache-key': 'k1', as: 'staff' },
      {},
    ]);
  });

  test('fills the path, each parameter as one segment', async () => {
    await asking().ask(find, { params: { shelf: 'a/b ?ü' } });
    expect(server.heard[0]?.path).toBe('/api/shelves/a%2Fb%20%3F%C3%BC/things');
  });

  test('joins lists by commas and leaves out what is undefined', async () => {
    await asking().ask(find, { params, query: { tags: ['-hidden', 'new'], limit: undefined } });
    expect(server.heard[0]?.query).toEqual({ tags: '-hidden,new', 'cache-key': 'k1' });
  });
});

describe('the body of a request', () => {
  test('is encoded as JSON', async () => {
    await asking().ask(change, { params, body: { name: 'ü', size: 2 } });
    expect(server.heard[0]?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(server.heard[0]?.body ?? '')).toEqual({ name: 'ü', size: 2 });
  });

  test('is encoded as a form, whose text stays text', async () => {
    await asking().ask(change, { params, body: { name: '12', size: 2 }, asForm: true });
    expect(server.heard[0]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    expect(Object.fromEntries(new URLSearchParams(server.heard[0]?.body))).toEqual({ name: '"12"', size: '2' });
    await asking().ask(change, { params, body: { name: 'a & b' }, asForm: true });
    expect(server.heard[1]?.body).toBe('name=a+%26+b');
  });

  test('takes bytes as they are, with their content type', async () => {
    const headers = { 'content-type': 'text/markdown', 'if-match': '*' };
    await asking().ask(upload, { params, headers, body: '# Title' });
    expect(server.heard[0]).toMatchObject({ method: 'POST', body: '# Title', headers });
  });
});

describe('a request that', () => {
  test('changes something repeats the cookie against cross-site request forgery in a header', async () => {
    await asking().ask(remove, { params });
    await asking().ask(find, { params });
    await asking({ cookie: () => 'NOT-XSRF-TOKEN=x' }).ask(remove, { params });
    expect(server.heard.map(({ headers }) => headers['x-xsrf-token'])).toEqual(['t0ken', undefined, undefined]);
  });

  test.each(['', '.', '..'])("has no URL is rejected ('No URL provided'): a path parameter '%s'", async (shelf) => {
    await expect(asking().ask(find, { params: { shelf } })).rejects.toMatchObject({ message: 'No URL provided' });
    await expect(asking().ask(nowhere, {})).rejects.toMatchObject({ message: 'No URL provided' });
    await expect(asking().askUrl('')).rejects.toMatchObject({ message: 'No URL provided' });
    expect(server.heard).toEqual([]);
  });

  test('takes too long may be aborted by its signal', async () => {
    const controller = new AbortController();
    server.script = () => (controller.abort(), new Promise<never>(() => {}));
    await expect(asking().ask(find, { params, signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('an answer', () => {
  test.each([
    [{ data: [1] }, [1]],
    [{ data: null }, null],
    [{ data: 0, message: 'beside' }, 0],
    [{ Hello: 'World' }, { Hello: 'World' }],
    [[{ data: 1 }], [{ data: 1 }]],
  ])('has a top-level data field unwrapped: %j', async (json, data) => {
    server.script = () => ({ json });
    expect((await asking().ask(find, { params })).data).toEqual(data);
  });

  test('without a body has no data, and text stays text', async () => {
    server.script = () => ({ status: 204 });
    expect(await asking().ask(remove, { params })).toMatchObject({ status: 204, data: undefined });
    server.script = () => ({ body: 'Hello World', headers: { 'content-type': 'text/plain' } });
    expect((await asking().ask(find, { params })).data).toBe('Hello World');
  });

  test('of any type is handed over as bytes, never unwrapped', async () => {
    server.script = () => ({ json: { data: 1 } });
    const { data } = await asking().askBytes(find, { params });
    expect([data.type, await data.text()]).toEqual(['application/json', '{"data":1}']);
  });

  test('has its headers read, also those of a refusal', async () => {
    server.script = () => ({ status: 404, json: {}, headers: { 'x-version': '2.0.0' } });
    await expect(asking().ask(find, { params })).rejects.toMatchObject({ status: 404 });
    expect(seen.map((headers) => headers.get('x-version'))).toEqual(['2.0.0']);
  });
});

describe('paging', () => {
  test('takes the next and the previous page from the link header', async () => {
    server.script = () => ({
      json: { data: [1] },
      headers: {
        link: '</api/shelves/a/things?tags=x%2Cy&after=2>; rel="next", </api/shelves/a/things?before=1>;rel=prev',
      },
    });
    const { ask, askUrl } = asking();
    const page = await ask(find, { params });
    expect(page.previous).toBe(`${server.base}api/shelves/a/things?before=1`);
    server.script = () => ({ json: { data: [2] } });
    const next: CallResult<number[]> = await askUrl(page.next ?? '');
    expect(next).toMatchObject({ data: [2], next: undefined, previous: undefined });
    expect(server.heard[1]?.query).toEqual({ tags: 'x,y', after: '2', 'cache-key': 'k1' });
  });

  test('removes from a next page the parameters that the page no longer adds', async () => {
    await asking().askUrl('/api/things?as=staff&cache-key=old');
    expect(server.heard[0]?.query).toEqual({ 'cache-key': 'k1' });
  });
});
