import { describe, expect, test } from 'vitest';

import { ask } from './client.ts';
import { OPEN_POLICY, useCrate } from './crate.ts';

const open = useCrate('patches');
const strict = useCrate('strict', { policy: { ...OPEN_POLICY, requirePrecondition: true } });
const full = useCrate('full', { policy: { ...OPEN_POLICY, quotas: { user: { bytes: 20, items: 2, versions: 1 } } } });
const NOWHERE = '01890000-0000-7000-8000-000000000000';

describe('PATCH metadata', () => {
  const patch = (who: 'creator' | 'player' | undefined, itemId: string, body: object, headers = {}) =>
    ask(who, `PATCH ${open.items}/${itemId}/metadata`, { body, headers });

  test('merges: null removes, keys of the map change one by one, all else stays', async () => {
    const { itemId } = await open.create('creator', { name: 'p', tags: ['a'], map: { k: 'v', l: 1 }, note: 'n' });
    const headers = { 'content-type': 'application/merge-patch+json' };
    const { item, status } = await patch('creator', itemId, { tags: null, map: { k: null, m: 2 } }, headers);
    expect([status, item]).toEqual([
      200,
      expect.objectContaining({ name: 'p', tags: [], map: { l: 1, m: 2 }, note: 'n' }),
    ]);
  });

  test('is refused as every change is', async () => {
    const { itemId, etag } = await open.create('creator', { name: 'mine' });
    await open.create('creator', { name: 'held' });
    expect((await patch('creator', itemId, { rev: 1 })).refusal).toEqual([400, 'Invalid metadata']);
    expect((await patch(undefined, itemId, { note: 'x' })).refusal).toEqual([401, 'Bad credentials!']);
    expect((await patch('player', itemId, { note: 'x' })).refusal).toEqual([403, "You aren't allowed in here."]);
    expect((await patch('creator', NOWHERE, { note: 'x' })).refusal).toEqual([404, 'Item does not exist']);
    const gone = await ask('creator', `PATCH /api/storage/crates/no-such/items/${itemId}/metadata`, {
      body: { note: 'x' },
    });
    expect(gone.refusal).toEqual([404, "We don't have what you're looking for."]);
    const taken = await patch('creator', itemId, { name: 'held' });
    expect(taken.refusal).toEqual([409, 'Another item of the crate has that name.']);
    const late = await patch('creator', itemId, { note: 'x' }, { 'if-match': '"1"' });
    expect([late.refusal, late.json()]).toEqual([
      [412, 'The item has changed meanwhile.'],
      expect.objectContaining({ etag, changed: null, updatedBy: expect.any(String), updatedAt: expect.any(String) }),
    ]);
    const other = await ask('creator', `PATCH ${open.items}/${itemId}/metadata`, {
      body: 'a',
      headers: { 'content-type': 'text/plain' },
    });
    expect([other.status, other.headers['accept-patch']]).toEqual([
      415,
      'application/merge-patch+json, application/json',
    ]);
  });
});

describe('a crate that requires preconditions answers 428 without If-Match', () => {
  const writes: [method: string, ending: string, body: string | object | undefined][] = [
    ['PUT', '', 'new'],
    ['PUT', '/metadata', { tags: ['b'] }],
    ['PATCH', '/metadata', { tags: ['b'] }],
    ['DELETE', '', undefined],
  ];
  test.each(writes)('%s …%s', async (method, ending, body) => {
    const { itemId, etag } = await strict.create('creator');
    const line = `${method} ${strict.items}/${itemId}${ending}`;
    const refused = await ask('creator', line, { body });
    expect(refused.refusal).toEqual([428, 'Say by If-Match which state of the item this changes.']);
    expect(refused.headers.etag).toBe(etag);
    expect((await ask('creator', line, { body, headers: { 'if-match': etag } })).status).toBeLessThan(300);
  });
});

describe('a quota that is full answers 507 with what is left', () => {
  const left = async (who: 'creator', line: string, body: string | object) => {
    const reply = await ask(who, line, { body, expects: 507 });
    return [...reply.refusal, reply.json().kind, reply.json().left];
  };
  test('of bytes, items and versions', async () => {
    const sentence = 'That is more than the quota has left.';
    const { itemId } = await full.create('creator', {}, 'ten bytes!');
    const path = `${full.items}/${itemId}`;
    expect(await left('creator', `POST ${full.items}`, 'eleven bytes')).toEqual([507, sentence, 'bytes', 10]);
    expect(await left('creator', `PUT ${path}`, 'eleven bytes')).toEqual([507, sentence, 'bytes', 10]);
    await full.create('creator', {}, '');
    expect(await left('creator', `POST ${full.items}`, '')).toEqual([507, sentence, 'items', 0]);
    expect((await ask('creator', `PUT ${path}/metadata`, { body: { tags: ['a'] } })).status).toBe(200);
    for (const method of ['PUT', 'PATCH']) {
      const [status, , kind] = await left('creator', `${method} ${path}/metadata`, { tags: ['b'] });
      expect([status, kind]).toEqual([507, 'bytes']);
    }
  });
});

const writes: [method: string, ending: string, body: string | object | undefined][] = [
  ['POST', '', 'x'],
  ['PUT', '/id', 'x'],
  ['DELETE', '/id', undefined],
  ['PUT', '/id/metadata', { tags: ['b'] }],
  ['PATCH', '/id/metadata', { tags: ['b'] }],
];
test.each(writes)('If-Match with * beside etags answers 400: %s …%s', async (...write) => {
  const [method, ending, body] = write;
  const { itemId, etag } = await open.create('creator');
  const line = `${method} ${open.items}${ending.replace('id', itemId)}`;
  const reply = await ask('creator', line, { body, headers: { 'if-match': `*, ${etag}` } });
  expect(reply.refusal).toEqual([400, 'Invalid if-match: * alone, or etags']);
});
