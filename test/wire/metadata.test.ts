import { describe, expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import { useCrate } from './crate.ts';

const crate = useCrate('metadata');
const { creator, collaborator } = inject('cast');
const INVALID = [400, 'Invalid metadata'];

describe('PUT metadata', () => {
  test('replaces tags, collaborators or both, keeps all else, and answers the metadata', async () => {
    const before = await crate.create('creator', { name: 'm', tags: ['a'], map: { k: 'v' }, note: 'n' }, 'body');
    const put = async (body: object) => {
      const reply = await ask('creator', `PUT ${crate.items}/${before.itemId}/metadata`, { body });
      expect(reply.headers.etag).toBe(reply.item.etag);
      return reply.item;
    };
    const collaborators = [creator.userId, collaborator.userId];
    const kept = { name: 'm', map: { k: 'v' }, note: 'n', bytes: 4, mimetype: before.mimetype };
    expect(await put({ tags: ['b', 'b', 'c:d'] })).toMatchObject({ ...kept, tags: ['b', 'c:d'] });
    expect(await put({ collaborators })).toMatchObject({ ...kept, tags: ['b', 'c:d'], collaborators });
    const both = { tags: ['e'], collaborators: [creator.userId] };
    expect(await put(both)).toMatchObject({ ...kept, ...both });
    expect(await put({ tags: [], collaborators })).toMatchObject({ ...kept, tags: [], collaborators });
  });

  test('takes a form too, as the older clients send it', async () => {
    const { itemId } = await crate.create('creator');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const put = (body: string) => ask('creator', `PUT ${crate.items}/${itemId}/metadata`, { headers, body });
    expect((await put('tags[]=a&tags[]=b')).data()).toMatchObject({ tags: ['a', 'b'] });
    expect((await put(`tags=${encodeURIComponent('["c"]')}`)).data()).toMatchObject({ tags: ['c'] });
    expect((await put('')).refusal).toEqual(INVALID);
    expect((await put('__proto__=1&tags[]=a')).refusal).toEqual(INVALID);
  });

  test('answers 404 for an unknown item', async () => {
    for (const id of ['01890000-0000-7000-8000-000000000000', 'x', '@batch']) {
      const reply = await ask('creator', `PUT ${crate.items}/${id}/metadata`, { body: { tags: ['a'] } });
      expect([id, ...reply.refusal]).toEqual([id, 404, 'Item does not exist']);
    }
  });
});

const many = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`);

/** What no item may be given, by whichever call. */
const BAD_TAGS: [what: string, tags: unknown][] = [
  ['70 tags', many(70)],
  ['65 tags', many(65)],
  ['a tag with a comma', ['a,b']],
  ['a tag with a control character', ['a\u0007b']],
  ['a tag with NUL', ['a\0']],
  ['a tag with a leading -', ['-a']],
  ['a tag of 65 bytes', ['t'.repeat(65)]],
  ['a tag of 66 bytes in 33 characters', ['ü'.repeat(33)]],
  ['an empty tag', ['']],
  ['a tag with a space of no width', ['a\u200bb']],
  ['a tag that turns the text around', ['a\u202eb']],
  ['a tag with a byte order mark', ['\ufeffa']],
  ['a tag with half a character', ['\ud800']],
  ['the tag __proto__', ['__proto__']],
  ['the tag __proto__:x', ['__proto__:x']],
  ['a number as tag', [7]],
  ['a list in the tags', [['a']]],
  ['tags in one text', 'a'],
  ['null as tags', null],
];

const tagless = crate.keep('collaborator');

describe.each(BAD_TAGS)('%s', (_what, tags) => {
  test('is refused by create, update and metadata, and changes nothing', async () => {
    const { itemId, etag } = tagless();
    const line = `${crate.items}/${itemId}`;
    const asked = { parameters: { tags, note: 'lost' }, body: 'lost' };
    const created = await ask('collaborator', `POST ${crate.items}`, asked);
    const updated = await ask('collaborator', `PUT ${line}`, asked);
    const tagged = await ask('collaborator', `PUT ${line}/metadata`, { body: { tags } });
    expect([created.refusal, updated.refusal, tagged.refusal]).toEqual([INVALID, INVALID, INVALID]);
    const item = (await ask('collaborator', `GET ${line}`)).item;
    expect([item.etag, item.note, item.bytes]).toEqual([etag, null, 5]);
  });
});

test('an item takes 64 tags of 64 bytes', async () => {
  const tags = many(64).map((tag) => tag.padEnd(64, 'x'));
  const { itemId } = await crate.create('creator');
  const reply = await ask('creator', `PUT ${crate.items}/${itemId}/metadata`, { body: { tags } });
  expect(reply.data()).toMatchObject({ tags });
  const download = await ask('creator', `GET ${crate.items}/${itemId}?download=true`);
  expect(JSON.parse(decodeURIComponent(download.headers['rumpus-item-parameters'] ?? ''))).toMatchObject({ tags });
});

const untouched = crate.keep('player');

test.each([
  ['nothing', {}],
  ['no tags', { tags: [] }],
  ['neither', { tags: [], collaborators: [] }],
  ['no collaborators', { tags: ['a'], collaborators: [] }],
  ['a collaborator who is no user id', { collaborators: ['not a user'] }],
  ['65 collaborators', { collaborators: many(65) }],
  ['a collaborator of __proto__', { collaborators: ['__proto__'] }],
  ['a list', []],
  ['a text', '"tags"'],
  ['null', 'null'],
  ['cut JSON', '{"tags":["a"'],
  ['JSON 17 levels deep', `{"tags":${'['.repeat(17)}${']'.repeat(17)}}`],
  ['JSON 100,000 levels deep', '['.repeat(100_000)],
  ['a key __proto__', '{"tags":["a"],"__proto__":{}}'],
  ['a hidden key __proto__', String.raw`{"tags":["a"],"\u005f_proto__":{}}`],
])('metadata of %s is invalid', async (_what, body) => {
  const { itemId, etag } = untouched();
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'content-type': 'application/json' };
  const reply = await ask('player', `PUT ${crate.items}/${itemId}/metadata`, { body: text, headers });
  expect(reply.refusal).toEqual(INVALID);
  expect((await ask('player', `GET ${crate.items}/${itemId}`)).headers.etag).toBe(etag);
});

const RAW: [what: string, header: string][] = [
  ['cut off', '{"name":"a"'],
  ['no JSON', 'name=a'],
  ['a list', '[]'],
  ['a number', '7'],
  ['null', 'null'],
  ['broken percent-encoding', '%7B%22name%22%3A%22%E0%A4%A%22%7D'],
  ['bytes that are no UTF-8', '%7B%22name%22%3A%22%ff%22%7D'],
  ['a key __proto__', '{"__proto__":{"tags":[]}}'],
  ['a key __proto__ in the map', '{"map":{"__proto__":1}}'],
  ['JSON too deep', `{"map":${'{"a":'.repeat(17)}1${'}'.repeat(17)}}`],
  ['a list in the map', '{"map":{"a":[]}}'],
  ['1e309 in the map', '{"map":{"a":1e309}}'],
  ['NaN in the map', '{"map":{"a":NaN}}'],
  ['NUL in the map', String.raw`{"map":{"a":"\u0000"}}`],
  ['half a character in the map', String.raw`{"map":{"a":"\ud800"}}`],
  ['half a character as a key of the map', String.raw`{"map":{"\ud800":"a"}}`],
  ['an empty name', '{"name":""}'],
  ['a name of 129 characters', `{"name":"${'n'.repeat(129)}"}`],
  ['a name with a comma', '{"name":"a,b"}'],
  ['a name that is an item id', '{"name":"01890000-0000-7000-8000-000000000000"}'],
  ['a name with NUL', String.raw`{"name":"a\u0000"}`],
  ['a name with a space of no width', String.raw`{"name":"a\u200bb"}`],
  ['a name that turns the text around', String.raw`{"name":"a\u2066b"}`],
  ['a number as name', '{"name":7}'],
  ['a number as note', '{"note":7}'],
  ['a note of 2,001 characters', `{"note":"${'n'.repeat(2001)}"}`],
  ['a date that is none', '{"createdAt":"yesterday"}'],
  ['a date of the year 20000', '{"createdAt":"+020000-01-01T00:00:00Z"}'],
  ['a date of 1e309', '{"createdAt":1e309}'],
];

test.each(RAW)('Rumpus-Item-Parameters: %s is invalid and creates nothing', async (_what, header) => {
  const headers = { 'rumpus-item-parameters': header };
  const reply = await ask('staff', `POST ${crate.items}`, { headers, body: 'lost' });
  expect(reply.refusal).toEqual(INVALID);
});
