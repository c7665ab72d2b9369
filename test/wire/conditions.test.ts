import { describe, expect, test } from 'vitest';

import { ask } from './client.ts';
import type { WireReply } from './client.ts';
import { useCrate } from './crate.ts';
import type { Item } from './item.ts';

const crate = useCrate('conditions');

/** The three writes that may carry a condition. */
const WRITES: [call: string, write: (item: Item, headers: Record<string, string>) => Promise<WireReply>][] = [
  ['PUT', ({ itemId }, headers) => ask('player', `PUT ${crate.items}/${itemId}`, { headers, body: 'new' })],
  [
    'PUT metadata',
    ({ itemId }, headers) =>
      ask('player', `PUT ${crate.items}/${itemId}/metadata`, { headers, body: { tags: ['new'] } }),
  ],
  ['DELETE', ({ itemId }, headers) => ask('player', `DELETE ${crate.items}/${itemId}`, { headers })],
];

describe.each(WRITES)('%s', (_call, write) => {
  const kept = crate.keep('player');

  test.each([
    ['the etag', (etag: string) => etag],
    ['a list with it', (etag: string) => `"0", ${etag} , "x"`],
    ['the etag of its compressed form', (etag: string) => etag.replace(/"$/, '-gzip"')],
    ['*', () => '*'],
  ])('with If-Match: %s writes', async (_what, headerOf) => {
    const item = await crate.create('player');
    const reply = await write(item, { 'if-match': headerOf(item.etag) });
    expect(reply.status).toBeLessThan(300);
  });

  test.each([
    ['a stale etag', () => '"0"'],
    ['a list without it', () => '"0", "999999"'],
    ['the bare number', (etag: string) => etag.slice(1, -1)],
    ['nonsense', () => '"no number", "99999999999999999999"'],
  ])('with If-Match: %s answers 412 with the current etag', async (_what, headerOf) => {
    const item = kept();
    const reply = await write(item, { 'if-match': headerOf(item.etag) });
    expect(reply.refusal).toEqual([412, 'The item has changed meanwhile.']);
    expect([reply.json().etag, reply.headers.etag]).toEqual([item.etag, item.etag]);
    const { etag, bytes, tags } = (await ask('player', `GET ${crate.items}/${item.itemId}`)).item;
    expect([etag, bytes, tags]).toEqual([item.etag, item.bytes, item.tags]);
  });

  test('with If-Match: its weak form answers 412, says why, and names the current etag', async () => {
    const item = kept();
    const reply = await write(item, { 'if-match': `"0", W/${item.etag}` });
    const why =
      'If-Match takes strong etags: W/"5" never matches, "5" does. A proxy that compresses may have weakened it.';
    expect([reply.refusal, reply.json().etag, reply.headers.etag]).toEqual([[412, why], item.etag, item.etag]);
  });

  test('with If-None-Match: * or the etag, weak or strong, answers 412, because there is such an item', async () => {
    const item = await crate.create('player');
    for (const value of ['*', item.etag, `W/${item.etag}`, `"0", W/${item.etag}`]) {
      expect((await write(item, { 'if-none-match': value })).refusal[0]).toBe(412);
    }
    expect((await write(item, { 'if-none-match': '"0"' })).status).toBeLessThan(300);
  });

  test('with any condition on an unknown item answers 404', async () => {
    const unknown = { itemId: '01890000-0000-7000-8000-000000000000' } as Item;
    const conditions: Record<string, string>[] = [{ 'if-match': '*' }, { 'if-match': '"7"' }, { 'if-none-match': '*' }];
    for (const headers of conditions) {
      expect((await write(unknown, headers)).refusal).toEqual([404, 'Item does not exist']);
    }
  });

  test('with an empty condition writes as without one', async () => {
    const item = await crate.create('player');
    expect((await write(item, { 'if-match': '', 'if-none-match': '' })).status).toBeLessThan(300);
  });
});
