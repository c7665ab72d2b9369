import { describe, expect, test } from 'vitest';

import { FORM_HEADERS, useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';

const site = useTestSite();

async function send(body: string, headers: Record<string, string> = FORM_HEADERS, method = 'POST') {
  const response = await site.ask(undefined, '/?index', { method, headers, body });
  return [response.status, response.headers.get('location')];
}

test('a form of a page reaches its action', async () => {
  expect(await send('email=a@abc.de')).toEqual([303, '/telegrams?subscribe=ballyhoo&email=a%40abc.de']);
});

test.each([
  ['JSON', '{"email":"a@abc.de"}', 'application/json', 415],
  ['plain text', 'email=a@abc.de', 'text/plain', 415],
  ['a form in parts', '--x', 'multipart/form-data', 415],
  ['a null character', 'email=a%00b@abc.de', 'application/x-www-form-urlencoded', 400],
  ['more than 64 KB', `email=${'a'.repeat(70_000)}`, 'application/x-www-form-urlencoded', 413],
])('%s is refused before any screen reads it', async (_, body, type, status) => {
  expect(await send(body, { ...FORM_HEADERS, 'content-type': type })).toEqual([status, null]);
});

test.each(['PUT', 'DELETE', 'PATCH'])('a page does not answer %s', async (method) => {
  expect(await send('email=a@abc.de', FORM_HEADERS, method)).toEqual([405, null]);
});

describe('a null character', () => {
  test.each([
    ['/%00', 404],
    ['/games/%00', 404],
    ['/telegrams?email=%00', 400],
    ['/telegrams.data?email=%00', 400],
  ])('in %s is refused, and not logged as a bug', async (path, status) => {
    const door = openTestApp(site);
    expect((await door.sendRequest(path)).status).toBe(status);
    expect(door.lines.filter(({ msg }) => msg === 'bug')).toEqual([]);
  });
});
