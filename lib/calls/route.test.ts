import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { Problem } from '#lib/problem.ts';

import { answer } from './answer.server.ts';
import { call } from './call.ts';
import type { Call, Method } from './call.ts';
import { CallRouter, parseQuery } from './route.server.ts';

const things = (id: string, method: Method, path: string, more: Pick<Call, 'params' | 'body'> = {}) =>
  answer(
    { id, method, path, summary: '', least: 'anyone', success: [], problems: [], ...more },
    (_context: string, input) => Promise.resolve({ data: { id, ...input } }),
  );

const id = z.object({ id: z.string() });
const typed = call({
  id: 'search',
  method: 'GET',
  path: '/api/things',
  summary: '',
  least: 'anyone',
  query: z.object({
    limit: z._default(z.coerce.number('a number').check(z.int('a number'), z.maximum(9, 'a number')), 4),
    q: z.optional(z.string()),
  }),
  headers: z.object({ 'if-match': z.optional(z.string()) }),
  success: [],
  problems: [],
});
const router = new CallRouter<string>([
  things('get', 'GET', '/api/things/{id}', { params: id }),
  things('remove', 'DELETE', '/api/things/{id}', { params: id }),
  things('getPart', 'GET', '/api/things/{id}/parts/{part}', {
    params: z.object({ id: z.string(), part: z.string() }),
  }),
  things('getAll', 'GET', '/api/things/@all'),
  things('change', 'PATCH', '/api/things/{id}', { params: id, body: { json: z.object({ size: z.number() }) } }),
  answer(typed, (_context: string, { query, headers }) => Promise.resolve({ data: { id: 'search', query, headers } })),
]);

async function run(method: string, address: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const [path = '', search = ''] = address.split(/(?=\?)/);
  const { data } = await router.run(
    new Request(`http://localhost${address}`, { method, ...init }),
    path,
    search,
    () => 'us',
  );
  return data as Record<string, unknown>;
}

async function refusalOf(running: Promise<unknown>): Promise<Problem> {
  return running.then(
    () => expect.unreachable(),
    (thrown: unknown) => (thrown instanceof Problem ? thrown : expect.unreachable(String(thrown))),
  );
}

describe('the router finds a call', () => {
  test('by method and path, its parameters decoded', async () => {
    expect(await run('GET', '/api/things/a%20b%2Fc%3F')).toMatchObject({ id: 'get', params: { id: 'a b/c?' } });
    expect(await run('DELETE', '/api/things/7')).toMatchObject({ id: 'remove', params: { id: '7' } });
    expect(await run('GET', '/api/things/1/parts/2')).toMatchObject({ params: { id: '1', part: '2' } });
  });

  test('with a literal segment before one with a parameter, whichever comes first in the list', async () => {
    expect(await run('GET', '/api/things/@all')).toMatchObject({ id: 'getAll' });
    expect(await run('GET', '/api/things/%40all')).toMatchObject({ id: 'get', params: { id: '@all' } });
  });

  test('for HEAD where GET answers', async () => {
    expect(await run('HEAD', '/api/things/7')).toMatchObject({ id: 'get' });
  });

  test.each(['/api/things/', '/api/other', '/api/things/1/parts', '/api/things//parts/2', '/api/Things', '/api'])(
    'at %s never: 404',
    async (path) => {
      expect(await refusalOf(run('GET', path))).toMatchObject({ status: 404, code: 'call.notFound' });
    },
  );

  test.each(['%', '%E0%A4%A', '%00', 'a%00b', '%ff'])('by the id %s never: 404', async (broken) => {
    expect(await refusalOf(run('GET', `/api/things/${broken}`))).toMatchObject({ status: 404 });
  });

  test('at an address that does not know the method: 405 with those that it knows', async () => {
    const refusal = await refusalOf(run('PUT', '/api/things/7'));
    expect(refusal).toMatchObject({ status: 405, code: 'call.methodNotAllowed' });
    expect(refusal.details.headers).toEqual({ allow: 'GET, PATCH, DELETE' });
    expect(refusal.message).toBe('That address does not answer this method.');
    expect(router.listMethods('/api/things/@all')).toEqual(['GET', 'PATCH', 'DELETE']);
    expect(router.listMethods('/api/nothing')).toEqual([]);
  });
});

describe('the input of a call', () => {
  test('gets the types and the defaults of the contract, and loses what that does not name', async () => {
    const result = run('GET', '/api/things?limit=7&other=1', { headers: { 'if-match': '"1"', 'x-other': '2' } });
    expect(await result).toMatchObject({ query: { limit: 7 }, headers: { 'if-match': '"1"' } });
    const { query, headers } = await result;
    expect([query, headers]).toEqual([{ limit: 7 }, { 'if-match': '"1"' }]);
    expect(await run('GET', '/api/things')).toMatchObject({ query: { limit: 4 }, headers: {} });
  });

  test('takes the first non-empty value of a repeated parameter; an empty one means unset', () => {
    expect(parseQuery('?a=1&a=2&b=&c=&c=3&d')).toEqual({ a: '1', c: '3' });
    expect({ ...parseQuery('?__proto__=1&constructor=2') }).toEqual({ constructor: '2' });
    expect(parseQuery('')).toEqual({});
  });

  test('answers 400 with the name of each parameter that breaks the contract', async () => {
    for (const limit of ['10', 'x', '1.5', 'NaN', '1e309', '%20x']) {
      const refusal = await refusalOf(run('GET', `/api/things?limit=${limit}`));
      expect(refusal, limit).toMatchObject({ status: 400, message: 'Invalid limit: a number' });
      expect(refusal.details.fields).toEqual({ limit: 'a number' });
    }
    expect(await refusalOf(run('GET', '/api/things?q=%00'))).toMatchObject({
      message: 'Invalid q: text without a null character',
    });
  });

  test('is parsed from the body once, and wrong fields are named', async () => {
    const change = (body: string) =>
      run('PATCH', '/api/things/7', { body, headers: { 'content-type': 'application/json' } });
    expect(await change('{"size":3,"other":1}')).toMatchObject({ id: 'change', body: { size: 3 } });
    const refusal = await refusalOf(change('{"size":"3"}'));
    expect(refusal).toMatchObject({ status: 400, code: 'call.invalidBody' });
    expect(Object.keys(refusal.details.fields ?? {})).toEqual(['size']);
    expect(Object.keys((await refusalOf(change('[]'))).details.fields ?? {})).toEqual(['body']);
  });
});

test('a refusal names twenty of a thousand wrong fields', async () => {
  const lists = things('list', 'PUT', '/api/lists', { body: { json: z.array(z.number()) } });
  const request = new Request('http://localhost/api/lists', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Array.from({ length: 1000 }, () => 'x')),
  });
  const refusal = await new CallRouter<string>([lists])
    .run(request, '/api/lists', '', () => '')
    .catch((thrown: unknown) => thrown);
  expect(refusal).toBeInstanceOf(Problem);
  expect(Object.keys((refusal as Problem).details.fields ?? {})).toHaveLength(20);
});

test('the router refuses two calls of one method and path when it is made', () => {
  const twice = [things('one', 'GET', '/api/things/{id}'), things('two', 'GET', '/api/things/{name}')];
  expect(() => new CallRouter<string>(twice)).toThrow('one and two: both are GET /api/things/{}');
});
