import { beforeAll, describe, expect, test } from 'vitest';

import { useTestSite } from '#test/site.ts';
import type { SiteRequest } from '#test/site.ts';
import { storageState } from '#test/storage-state.ts';
import { createCrate, createItem, refusalOf } from '#test/storage.ts';

import type { Item } from './item.ts';

const site = useTestSite();
const UNKNOWN = '01890a5d-ac96-774b-bcce-b302099a8057';
const METADATA = [400, 'Invalid metadata'] as const;
const UPDATES = [400, 'Invalid Updates'] as const;
const NO_CRATE = [404, "We don't have what you're looking for."] as const;
const NO_ITEM = [404, 'Item does not exist'] as const;
const NOTHING = [400, 'Updates require something to update'] as const;
const SHAPE = [400, 'The body of this call is JSON of a shape it does not know.'] as const;
const TAKEN = [409, 'Another item of the crate has that name.'] as const;
const TOO_LARGE = [413, 'That is larger than the crate takes.'] as const;
let crate: string;
let item: Item;

beforeAll(async () => {
  crate = await createCrate(site, 'strict');
  item = await createItem(site, crate, 'player', { name: 'mine', tags: ['a'], map: { k: 'v' }, note: 'n' });
  await createItem(site, crate, 'player', { name: 'taken' });
  await patch(`${item.itemId}/stats`, '{"setStats":{"big":1e308,"plays":1},"submitRecords":{"Best":1}}');
});

type ExpectedRefusal = readonly [number, string];

const patch = (rest: string, body: string) =>
  site.ask('player', `${crate}/items/${rest}`, { method: 'PATCH', body, headers: JSON_TYPE });
const JSON_TYPE = { 'content-type': 'application/json' };

/** The request gets this refusal, and nothing of storage has changed. */
async function refused(
  who: 'player' | 'admin',
  path: string,
  request: SiteRequest,
  refusal: ExpectedRefusal,
): Promise<void> {
  const before = await storageState(site);
  expect(await refusalOf(await site.ask(who, path, request))).toEqual(refusal);
  expect(await storageState(site)).toEqual(before);
}

const encoded = (parameters: unknown) => encodeURIComponent(JSON.stringify(parameters));
const many = (count: number, member: (index: number) => string) => Array.from({ length: count }, (_, at) => member(at));

const HEADERS: [string, string][] = [
  ['malformed JSON', '%7B"tags"'],
  ['no object', '5'],
  ['a list', '%5B%5D'],
  ['over 6 KB', encoded({ note: 'x'.repeat(1900), map: { a: 'y'.repeat(4096) }, tags: ['z'.repeat(64), 'z2'] })],
  ['null', 'null'],
  ['a text for tags', encoded({ tags: 'a' })],
  ['null for tags', encoded({ tags: null })],
  ['a number as tag', encoded({ tags: [7] })],
  ['a list in the tags', encoded({ tags: [['a']] })],
  ['a number for a name', encoded({ name: 5 })],
  ['an empty name', encoded({ name: '' })],
  ['a name of 129 characters', encoded({ name: 'n'.repeat(129) })],
  ['a name with a comma', encoded({ name: 'a,b' })],
  ['a name that is an item id', encoded({ name: UNKNOWN })],
  ['a name with a space of no width', encoded({ name: 'a\u200bb' })],
  ['a name that turns the text around', encoded({ name: 'a\u2066b' })],
  ['a number for a note', encoded({ note: 7 })],
  ['a note of 2,001 characters', encoded({ note: 'n'.repeat(2001) })],
  ['a list for the map', encoded({ map: ['a'] })],
  ['an object in the map', encoded({ map: { a: {} } })],
  ['a list in the map', encoded({ map: { a: [] } })],
  ['JSON too deep', `{"map":${'{"a":'.repeat(17)}1${'}'.repeat(17)}}`],
  ['a key __proto__', '{"__proto__":{"tags":[]}}'],
  ['a map key __proto__', '%7B"map":%7B"__proto__":"x"%7D%7D'],
  ['a hidden map key __proto__', '%7B"map":%7B"\\u005f_proto__":"x"%7D%7D'],
  ['the tag __proto__', encoded({ tags: ['__proto__'] })],
  ['the tag __proto__:x', encoded({ tags: ['__proto__:x'] })],
  ['a whole number that JSON does not keep', '%7B"map":%7B"a":9007199254740993%7D%7D'],
  ['Latin-1', '{"name":"\u00fc"}'],
  ['half a character', '{"name":"\u00e3\u0081"}'],
  ['half a character, percent-encoded', '%7B"name":"%E3%81"%7D'],
  ['1e309 in the map', '%7B"map":%7B"a":1e309%7D%7D'],
  ['NaN in the map', '%7B"map":%7B"a":NaN%7D%7D'],
  ['70 tags', encoded({ tags: many(70, (at) => `t${at}`) })],
  ['65 tags', encoded({ tags: many(65, (at) => `t${at}`) })],
  ['a tag of 65 bytes', encoded({ tags: ['x'.repeat(65)] })],
  ['a tag of 66 bytes in 33 characters', encoded({ tags: ['ü'.repeat(33)] })],
  ...['a,b', 'a\u0007b', '-a', 'a\u200bb', 'a\u202eb', '\ufeffa'].map((tag): [string, string] => [
    `the tag ${JSON.stringify(tag)}`,
    encoded({ tags: [tag] }),
  ]),
  ['an empty tag', encoded({ tags: [''] })],
  ['65 collaborators', encoded({ collaborators: many(65, (at) => `user${at}`) })],
  ['no collaborator', encoded({ collaborators: [] })],
  ['a collaborator with a space', encoded({ collaborators: ['a b'] })],
  ['a date that is none', encoded({ createdAt: 'tomorrow' })],
  ['a date of the year 20000', encoded({ createdAt: '+020000-01-01T00:00:00Z' })],
  ['a date of 1e309', '{"createdAt":1e309}'],
  ...(['\0', '\ud800', '\udc00x'] as const).flatMap((text): [string, string][] => [
    [`${JSON.stringify(text)} in a tag`, encoded({ tags: [`a${text}`] })],
    [`${JSON.stringify(text)} in a map key`, encoded({ map: { [`a${text}`]: 'x' } })],
    [`${JSON.stringify(text)} in a map value`, encoded({ map: { a: text } })],
    [`${JSON.stringify(text)} in the note`, encoded({ note: text })],
    [`${JSON.stringify(text)} in the name`, encoded({ name: `a${text}` })],
  ]),
];

describe('Rumpus-Item-Parameters', () => {
  test.each(HEADERS)('%s is Invalid metadata, on a create and on an update', async (_, header) => {
    const request = { body: 'x', headers: { 'Rumpus-Item-Parameters': header } };
    await refused('player', `${crate}/items`, { method: 'POST', ...request }, METADATA);
    await refused('player', `${crate}/items/${item.itemId}`, { method: 'PUT', ...request }, METADATA);
  });

  test('is UTF-8, percent-encoded or raw, and stored as it was sent', async () => {
    const raw = Buffer.from(JSON.stringify({ name: 'Grüße 「重要」', note: '🎮' })).toString('latin1');
    for (const header of [raw, encoded({ name: 'Grüße 「重要」', note: '🎮' })]) {
      const created = await site.ask('player', `${crate}/items`, {
        method: 'POST',
        body: 'x',
        headers: { 'Rumpus-Item-Parameters': header },
      });
      const { data } = (await created.json()) as { data: { itemId: string } };
      expect(data).toMatchObject({ name: 'Grüße 「重要」', note: '🎮' });
      await site.ask('player', `${crate}/items/${data.itemId}`, { method: 'DELETE' });
    }
  });

  test.each([
    ['POST', '/items', 'map.score'],
    ['PUT', '/items/ID/metadata', 'note'],
    ['PATCH', '/items/ID/metadata', 'map.score'],
    ['PATCH', '/items/ID/stats', 'submitRecords.Best.value'],
    ['PATCH', '/items/@batch/stats', 'updates.1.changeStats.plays'],
  ])('%s %s names the field of a whole number that JSON does not keep', async (method, ending, field) => {
    const value = field
      .split('.')
      .reduceRight<unknown>((inner, name) => (name === '1' ? [{}, inner] : { [name]: inner }), 'LARGE');
    const text = JSON.stringify(value).replace('"LARGE"', '9007199254740993');
    const sent =
      method === 'POST'
        ? { body: 'x', headers: { 'Rumpus-Item-Parameters': text } }
        : { body: text, headers: JSON_TYPE };
    const response = await site.ask('player', `${crate}${ending.replace('ID', item.itemId)}`, { method, ...sent });
    expect([response.status, ((await response.json()) as { fields: object }).fields]).toEqual([
      400,
      { [field]: expect.any(String) },
    ]);
  });

  test.each(['constructor', 'toString', 'hasOwnProperty'])('%s is a word like any other', async (word) => {
    const parameters = { name: word, tags: [word, `${word}:x`], map: { [word]: 1 } };
    const { itemId } = await createItem(site, crate, 'admin', parameters);
    expect((await patch(`${itemId}/stats`, JSON.stringify({ submitRecords: { [word]: 1 } }))).status).toBe(200);
    const entry = { itemId, changeStats: { [word]: 2 }, submitRecords: { [word]: 3 } };
    const written = await patch('@batch/stats', JSON.stringify({ updates: [entry, entry] }));
    expect(await written.json()).toMatchObject({ data: [{ stats: { [word]: 4 } }, { stats: { [word]: 4 } }] });
    const read = await site.ask(undefined, `${crate}/items?names=${word}&tags=${word}`);
    expect(await read.json()).toMatchObject({
      data: [{ ...parameters, stats: { [word]: 4 }, records: { [word]: [{ value: 3 }] } }],
    });
  });

  test('a tag or a collaborator that is named twice counts once', async () => {
    const parameters = { tags: ['a', 'b', 'a'], collaborators: ['pl4yer', 'c0llab', 'pl4yer'] };
    const once = { tags: ['a', 'b'], collaborators: ['pl4yer', 'c0llab'] };
    const created = await createItem(site, crate, 'player', parameters);
    expect(created).toMatchObject(once);
    const request = { method: 'PUT', body: parameters };
    const changed = await site.ask('player', `${crate}/items/${created.itemId}/metadata`, request);
    expect(await changed.json()).toMatchObject({ data: once });
  });
});

const tagged = (tags: unknown) => JSON.stringify({ tags });

const BODIES: [string, string, string, ExpectedRefusal][] = [
  ...(['__proto__', '\\u005f_proto__'] as const).map((name): [string, string, string, ExpectedRefusal] => [
    name,
    'stats',
    `{"changeStats":{"${name}":1}}`,
    UPDATES,
  ]),
  ['NaN', 'stats', '{"changeStats":{"a":NaN}}', UPDATES],
  ['1e309', 'stats', '{"setStats":{"a":1e309}}', UPDATES],
  ['-1e309', 'stats', '{"submitRecords":{"a":-1e309}}', UPDATES],
  ['a true', 'stats', '{"changeStats":{"a":true}}', UPDATES],
  ['a sum beyond the range', 'stats', '{"changeStats":{"plays":1,"big":1e308}}', UPDATES],
  ['a null character', 'stats', '{"changeStats":{"a\\u0000":1}}', UPDATES],
  [
    '65 stats',
    'stats',
    JSON.stringify({ setStats: Object.fromEntries(many(65, (at) => `s${at}`).map((s) => [s, 1])) }),
    UPDATES,
  ],
  ['half of a JSON', 'stats', '{"changeStats":{"a":1', UPDATES],
  ['deep JSON', 'stats', `{"changeStats":${'['.repeat(5000)}${']'.repeat(5000)}}`, UPDATES],
  ...['', '[]', 'null', 'setStats', '{"setStats":{"":1}}', `{"setStats":{"${'a'.repeat(65)}":1}}`].map(
    (body): [string, string, string, ExpectedRefusal] => [body.slice(0, 20), 'stats', body, UPDATES],
  ),
  ...['{}', '{"changeStats":{},"setStats":{},"submitRecords":{}}', '{"stats":{"a":1}}'].map(
    (body): [string, string, string, ExpectedRefusal] => [body, 'stats', body, NOTHING],
  ),
  ['a null character', 'metadata', '{"tags":["a\\u0000"]}', METADATA],
  ['half a character', 'metadata', '{"tags":["a\\ud800"]}', METADATA],
  ['__proto__', 'metadata', '{"tags":["__proto__"]}', METADATA],
  ['70 tags', 'metadata', JSON.stringify({ tags: many(70, (at) => `t${at}`) }), METADATA],
  ['65 collaborators', 'metadata', JSON.stringify({ collaborators: many(65, (at) => `u${at}`) }), METADATA],
  ['neither tags nor collaborators', 'metadata', '{"tags":[]}', METADATA],
  ...[
    '{}',
    '{"tags":[],"collaborators":[]}',
    '{"tags":["a"],"collaborators":[]}',
    '{"collaborators":["not a user"]}',
    '{"collaborators":["__proto__"]}',
    '[]',
    '"tags"',
    'null',
    '{"tags":["a"',
    '['.repeat(100_000),
    '{"tags":["a"],"__proto__":{}}',
    '{"tags":["a"],"\\u005f_proto__":{}}',
    `{"tags":${'['.repeat(17)}${']'.repeat(17)}}`,
    ...[many(65, (at) => `t${at}`), ['a,b'], ['a\u0007b'], ['-a'], ['t'.repeat(65)], ['ü'.repeat(33)], ['']].map(
      tagged,
    ),
    ...[['a\u200bb'], ['a\u202eb'], ['\ufeffa'], ['__proto__:x'], [7], [['a']], 'a', null].map(tagged),
  ].map((body): [string, string, string, ExpectedRefusal] => [body.slice(0, 40), 'metadata', body, METADATA]),
];

describe('JSON bodies', () => {
  test.each(BODIES)('%s in %s is refused with its sentence', async (_, call, body, refusal) => {
    const method = call === 'stats' ? 'PATCH' : 'PUT';
    await refused('player', `${crate}/items/${item.itemId}/${call}`, { method, body, headers: JSON_TYPE }, refusal);
  });

  test.each([
    ['{"updates":[{"itemId":"ID","changeStats":{"a":1}},{"itemId":5,"changeStats":{"a":1}}]}', UPDATES],
    ['{"updates":[{"itemId":"ID","changeStats":{"a":1}},{"itemId":"ID","changeStats":{"a":"1"}}]}', UPDATES],
    [
      '{"updates":[{"itemId":"ID","changeStats":{"a":1}},{"changeStats":{"a":1}}]}',
      [400, 'Updates require itemId or name'],
    ],
    [
      '{"updates":[{"itemId":"ID","changeStats":{"a":1}},{"name":"mine"}]}',
      [400, 'Updates require something to update'],
    ],
    ['{"updates":[{"itemId":"ID","changeStats":{"a":1}},{"name":"mine","changeStats":{"big":1e308}}]}', UPDATES],
    ['{"updates":[{"itemId":"ID","setStats":{"a":1e308}},{"itemId":"ID","changeStats":{"a":1e308}}]}', UPDATES],
    ...[
      'null',
      '"name"',
      '{"name":"mine","setStats":{"a":1},"changeStats":{"a":1}}',
      '{"name":7,"setStats":{"a":1}}',
    ].map((entry): [string, ExpectedRefusal] => [
      `{"updates":[{"itemId":"ID","changeStats":{"a":1}},${entry}]}`,
      UPDATES,
    ]),
    [
      '{"updates":[{"itemId":"ID","changeStats":{"a":1}},{"itemId":"","changeStats":{"a":1}}]}',
      [400, 'Updates require itemId or name'],
    ],
    ['{"updates":[{"itemId":"ID","changeStats":{"a":1}},{"name":"mine","setStats":{}}]}', NOTHING],
    ['{"updates":null}', UPDATES],
    ['{"updates":{}}', UPDATES],
    ['[]', UPDATES],
    [JSON.stringify({ updates: many(101, () => 'x').map(() => ({ name: 'mine', changeStats: { a: 1 } })) }), UPDATES],
  ] satisfies [string, ExpectedRefusal][])('one bad entry refuses the whole batch: %.70s', async (text, refusal) => {
    const body = text.replaceAll('ID', item.itemId);
    await refused('player', `${crate}/items/@batch/stats`, { method: 'PATCH', body, headers: JSON_TYPE }, refusal);
  });

  test.each(['nobody', '\ud800', '__proto__', 'x'.repeat(5000)])(
    'a name that no item can have, %j, is reported at its entry',
    async (name) => {
      const response = await patch('@batch/stats', JSON.stringify({ updates: [{ name, changeStats: { a: 1 } }] }));
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ data: [{ problem: { status: 404, message: NO_ITEM[1] } }] });
    },
  );

  test.each([
    '{"crateId":"new","name":"a\\u0000"}',
    '{"crateId":"new","name":"\\ud800"}',
    '{"crateId":"new","policy":{"records":{"a\\u0000":{}}}}',
    '{"crateId":"new","policy":{"records":{"\\ud800":{}}}}',
    '{"crateId":"new","policy":{"hide":{"__proto__":"staff"}}}',
    '{"crateId":"new","policy":{"list":["everyone"]}}',
    '{"crateId":"new","maxBytes":-1}',
    '{"crateId":"new","maxBytes":1e309}',
  ])('a malformed crate is neither created nor changed: %s', async (body) => {
    await refused('admin', '/api/storage/crates', { method: 'POST', body, headers: JSON_TYPE }, SHAPE);
    await refused('admin', crate, { method: 'PUT', body, headers: JSON_TYPE }, SHAPE);
  });
});

describe('what does not exist or is taken', () => {
  test.each(['nope', '%00', 'Nope', '__proto__', '%F0%9F%98%80', 'a'.repeat(3000)])(
    'the crate %.20s answers 404',
    async (crateId) => {
      const place = `/api/storage/crates/${crateId}`;
      const body = '{"name":"x"}';
      await refused('admin', place, {}, NO_CRATE);
      await refused('admin', place, { method: 'PUT', body, headers: JSON_TYPE }, NO_CRATE);
      await refused('player', `${place}/items`, {}, NO_CRATE);
      await refused('player', `${place}/items?count=true`, {}, NO_CRATE);
      await refused('player', `${place}/items`, { method: 'POST', body: 'x' }, NO_CRATE);
      await refused('player', `${place}/items/${UNKNOWN}`, { method: 'DELETE' }, NO_CRATE);
    },
  );

  test.each([UNKNOWN, 'nope', '__proto__', `${UNKNOWN}0`])('the item %s answers 404', async (itemId) => {
    const place = `${crate}/items/${itemId}`;
    await refused('player', place, {}, NO_ITEM);
    await refused('player', `${place}?download=true`, {}, NO_ITEM);
    await refused('player', place, { method: 'PUT', body: 'x' }, NO_ITEM);
    await refused('player', place, { method: 'DELETE' }, NO_ITEM);
    await refused('player', `${place}/metadata`, { method: 'PUT', body: { tags: ['x'] } }, NO_ITEM);
    await refused('player', `${place}/stats`, { method: 'PATCH', body: { changeStats: { a: 1 } } }, NO_ITEM);
  });

  test.each(['x', 'y'.repeat(70_000)])('a name that is taken refuses create and update, body and all', async (body) => {
    const request = { body, headers: { 'Rumpus-Item-Parameters': encoded({ name: 'taken' }) } };
    await refused('player', `${crate}/items`, { method: 'POST', ...request }, TAKEN);
    await refused('player', `${crate}/items/${item.itemId}`, { method: 'PUT', ...request }, TAKEN);
  });

  test('a body over the limit of the crate is refused, declared or streamed', async () => {
    const small = await createCrate(site, 'small');
    await site.ask('admin', small, { method: 'PUT', body: { maxBytes: 100_000 } });
    for (const bytes of [100_001, 300_000]) {
      await refused('player', `${small}/items`, { method: 'POST', body: new Uint8Array(bytes) }, TOO_LARGE);
      const body = new Blob([new Uint8Array(bytes)]).stream();
      await refused('player', `${small}/items`, { method: 'POST', body }, TOO_LARGE);
    }
  });
});
