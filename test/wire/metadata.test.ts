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

test('an item takes 64 tags of 64 bytes', async () => {
  const tags = many(64).map((tag) => tag.padEnd(64, 'x'));
  const { itemId } = await crate.create('creator');
  const reply = await ask('creator', `PUT ${crate.items}/${itemId}/metadata`, { body: { tags } });
  expect(reply.data()).toMatchObject({ tags });
  const download = await ask('creator', `GET ${crate.items}/${itemId}?download=true`);
  expect(JSON.parse(decodeURIComponent(download.headers['rumpus-item-parameters'] ?? ''))).toMatchObject({ tags });
});

const RAW: [what: string, header: string][] = [
  ['cut off', '{"name":"a"'],
  ['no JSON', 'name=a'],
  ['broken percent-encoding', '%7B%22name%22%3A%22%E0%A4%A%22%7D'],
  ['bytes that are no UTF-8', '%7B%22name%22%3A%22%ff%22%7D'],
];

const untouched = crate.keep('player');

test.each(RAW)(
  'Rumpus-Item-Parameters: %s is invalid, and neither creates nor changes anything',
  async (_what, header) => {
    const request = { headers: { 'rumpus-item-parameters': header }, body: 'lost' };
    const line = `${crate.items}/${untouched().itemId}`;
    expect((await ask('player', `POST ${crate.items}`, request)).refusal).toEqual(INVALID);
    expect((await ask('player', `PUT ${line}`, request)).refusal).toEqual(INVALID);
    expect((await ask('player', `GET ${line}`)).headers.etag).toBe(untouched().etag);
  },
);
