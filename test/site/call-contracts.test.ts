import { beforeAll, describe, expect, test } from 'vitest';

import { api } from '#app/nouns.server.ts';
import type { Call } from '#lib/calls/call.ts';

import { limitFaults } from '../people/limits.ts';
import { inTurn } from '../properties/cases.ts';
import { findSampleRequests } from '../sample-requests.ts';
import type { SampleRequest } from '../sample-requests.ts';
import { useTestSite } from '../site.ts';
import type { SiteRequest } from '../site.ts';
import { OPEN_POLICY, createCrate, createItem } from '../storage.ts';

const site = useTestSite();
const ROLES = [undefined, 'player', 'collaborator', 'staff', 'admin', 'super'] as const;
const NO_ITEM = '0190a0b0-0000-7000-8000-000000000000';

interface ContractOperation {
  operationId: string;
  parameters?: { in: string; name: string }[];
  requestBody?: unknown;
  responses: Record<string, { description: string }>;
}
let paths: Record<string, Record<string, ContractOperation>>;
let itemId: string;

beforeAll(async () => {
  const document = (await (await site.ask('super', '/api/openapi.json')).json()) as { paths: typeof paths };
  ({ paths } = document);
  const sets = { likes: { read: ['public' as const], write: ['owner' as const] } };
  const crate = await createCrate(site, 'posts', { ...OPEN_POLICY, sets });
  ({ itemId } = await createItem(site, crate, 'player', { name: 'a-post', tags: ['fresh'] }));
});

/** Where the example of a call would change what the others are asked about. */
const HARMLESS: Record<string, Partial<SampleRequest>> = {
  'login.logout': { headers: { 'sec-fetch-site': 'cross-site' } },
  'login.beginPasskeySignIn': { headers: { 'sec-fetch-site': 'cross-site' } },
  'storage.deleteItem': { headers: { 'if-match': '"0"' } },
  'storage.restoreVersion': { headers: { 'if-match': '"0"' } },
};
const samples = findSampleRequests();

const JUNK = [
  '%00',
  '..%2f..',
  '__proto__',
  "'%20or%201=1",
  '%F0%9F%92%A9',
  'x'.repeat(300),
  '%ff',
  '@batch',
  '*',
  '-',
];
const JUNK_QUERY = ['%00', '', '-1', '1e309', 'NaN', '[]', '{', ',,,', '%F0%9F%92%A9', "'--", 'x'.repeat(300), '%ff'];
const JUNK_HEADERS: Record<string, string>[] = [
  { 'if-match': '"' },
  { 'if-match': 'W/"1"', 'if-none-match': '*' },
  { 'if-none-match': '"'.repeat(99) },
  { range: 'bytes=9999-', 'if-range': '"x"' },
  { 'rumpus-item-parameters': '%' },
  { 'rumpus-item-parameters': '{' },
  { 'rumpus-item-parameters': encodeURIComponent('{"tags":[[[1]]],"name":7,"map":"x"}') },
  { 'content-type': 'x' },
  { 'x-xsrf-token': 'x' },
  { locale: '../../x', 'accept-language': '*;q=x', accept: 'text/plain' },
];
const JUNK_BODIES = [
  '',
  '{',
  'null',
  '[]',
  '7',
  '"x"',
  '{"updates":null}',
  '{"updates":[null,7,{}]}',
  '{"tags":[null]}',
  '{"changeStats":{"a":"x"}}',
  '{"changeStats":{"a":1e309}}',
  '{"__proto__":{"a":1}}',
  '{"crateId":"A B","policy":7}',
  '{"name":"\\u0000"}',
  '{"policy":{"list":["nobody"]}}',
  '{"maxBytes":-1}',
  '['.repeat(500),
];

const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded', 'text/plain'];

/** A super gets furthest into a call and sends all junk; these two, who are mostly refused before, take turns with some of it. */
const REFUSED_SENDERS = [undefined, 'player'] as const;
const REFUSED_SHARE = process.env.FULL === undefined ? 4 : 1;

const calls = api.map(({ call }) => call);
const addressOf = ({ path }: Call, values: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? 'x');
const inSet = { set: 'likes', owner: '@me', member: 'a', members: 'a,b' };
const real = () => ({ crateId: 'posts', itemId, code: '200', userId: '@me', context: 'rumpus', ...inSet });
const namesOf = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
const operationOf = ({ path, method }: Call) => paths[path]?.[method.toLowerCase()];

/** Asks, and holds the answer against what OpenAPI says of the call. */
async function askAsDocumented(call: Call, who: (typeof ROLES)[number], address: string, request: SiteRequest = {}) {
  const body = call.body === undefined || request.body === undefined ? {} : { body: request.body };
  const response = await site.ask(who, address, { method: call.method, ...request, ...body });
  const label = `${who ?? 'visitor'} ${call.method} ${address.slice(0, 150)} ${JSON.stringify(request).slice(0, 200)}`;
  const documented = operationOf(call)?.responses[response.status];
  expect(documented, `${label}: ${response.status} is not documented`).toBeDefined();
  expect(response.status, label).toBeLessThan(500);
  expect(limitFaults(response.headers), label).toEqual([]);
  const text = await response.text();
  if (response.status < 400) return;
  const { message, code } = JSON.parse(text) as { message: string; code: string };
  if (code !== 'call.invalidParameter') expect(documented?.description.split(' / '), label).toContain(message);
}

test('every call has an id, a method and a path of its own, and is described with its parameters', () => {
  expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
  for (const call of calls) {
    const operation = operationOf(call);
    const named = (place: string) => (operation?.parameters ?? []).filter((one) => one.in === place);
    expect(operation?.operationId, call.path).toBe(call.id);
    expect(
      named('path').map(({ name }) => name),
      call.id,
    ).toEqual([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(
      named('query').map(({ name }) => name),
      call.id,
    ).toEqual(namesOf(call.query));
    expect(
      named('header').map(({ name }) => name),
      call.id,
    ).toEqual(namesOf(call.headers));
    expect(operation?.requestBody !== undefined, call.id).toBe(call.body !== undefined);
    expect(call.success.length, call.id).toBeGreaterThan(0);
  }
});

test('OpenAPI describes the calls of the site and no other', () => {
  const described = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
  expect(described.toSorted()).toEqual(calls.map(({ id }) => id).toSorted());
});

describe.each(calls.map((call) => [call.id, call] as const))('%s', (id, call) => {
  const { search = '', ...sampleRequest } = { ...samples[id], ...HARMLESS[id] };

  test('answers every role with what is documented', async () => {
    for (const who of ROLES) {
      await askAsDocumented(call, who, `${addressOf(call, real())}${search}`, sampleRequest);
      const nowhere = { crateId: 'no-such-crate', itemId: NO_ITEM, userId: 'nobody', context: 'elsewhere' };
      if (call.params) await askAsDocumented(call, who, `${addressOf(call, nowhere)}${search}`, sampleRequest);
    }
  });

  test('answers junk with what is documented, and never as a bug', async () => {
    const address = addressOf(call, real());
    // The content type, and a parameter that the call has not, are the business of all calls alike.
    const turn = calls.indexOf(call);
    const asQuery =
      (name: string) =>
      (text: string): [string, SiteRequest] => [`${address}?${name}=${text}`, sampleRequest];
    const junk: [string, SiteRequest][] = [
      // `@batch` is an address of its own, which other methods do not answer.
      ...namesOf(call.params).flatMap((name) =>
        JUNK.filter((text) => text !== '@batch' || !call.path.endsWith('/stats')).map((text): [string, SiteRequest] => [
          addressOf(call, { ...real(), [name]: text }),
          sampleRequest,
        ]),
      ),
      ...namesOf(call.query).flatMap((name) => JUNK_QUERY.map(asQuery(name))),
      ...['masquerade', '__proto__'].flatMap((name) => inTurn(JUNK_QUERY, turn).map(asQuery(name))),
      ...JUNK_HEADERS.map((headers): [string, SiteRequest] => [
        address,
        { ...sampleRequest, headers: { ...sampleRequest.headers, ...headers } },
      ]),
      ...(call.body === undefined ? [] : JUNK_BODIES).flatMap((body, at) =>
        inTurn(BODY_TYPES, turn + at).map((type): [string, SiteRequest] => [
          address,
          { body, headers: { ...sampleRequest.headers, 'content-type': type } },
        ]),
      ),
    ];
    for (const [at, [path, request]] of junk.entries()) {
      await askAsDocumented(call, 'super', path, request);
      if (at % REFUSED_SHARE > 0) continue;
      for (const who of inTurn(REFUSED_SENDERS, at / REFUSED_SHARE)) await askAsDocumented(call, who, path, request);
    }
  });
});
