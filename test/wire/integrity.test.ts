import { createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { ask } from './client.ts';
import { useCrate } from './crate.ts';
import type { Item } from './item.ts';

const crate = useCrate('integrity');
const SMALL = Buffer.from('hello, wire');
const LARGE = Buffer.alloc(200_000, 'a long body. ');
const WRONG = 'The body is not what its digest says.';
const MALFORMED = 'Content-Digest and Repr-Digest are written as sha-256=:…:, in base64.';
const digestOf = (body: Buffer) => `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;

describe.each([
  ['small', SMALL],
  ['large', LARGE],
])('of a %s body', (size, body) => {
  const kept = crate.keep('creator', { name: `kept-${size}` }, body);
  const download = ({ itemId }: Item, headers: Record<string, string> = {}, method = 'GET') =>
    ask(undefined, `${method} ${crate.items}/${itemId}?download=true`, { headers });

  test('Repr-Digest has the SHA-256 of the whole, whatever part is answered', async () => {
    const item = kept();
    const replies = [
      await download(item),
      await download(item, {}, 'HEAD'),
      await download(item, { range: 'bytes=3-5' }),
      await download(item, { 'if-none-match': item.etag }),
      await ask(undefined, `GET ${crate.items}?names=kept-${size}&download=true`),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 206, 304, 200]);
    expect(replies.map(({ headers }) => headers['repr-digest'])).toEqual(replies.map(() => digestOf(body)));
  });

  test.each(['content-digest', 'repr-digest'])('%s of an upload is verified', async (name) => {
    const item = await crate.create('creator', {}, 'before');
    const lines = [`POST ${crate.items}`, `PUT ${crate.items}/${item.itemId}`];
    for (const line of lines) {
      const send = (header: string) => ask('creator', line, { body, headers: { [name]: header } });
      expect((await send(digestOf(Buffer.from('another')))).refusal).toEqual([400, WRONG]);
      expect((await send('sha-256=hello')).refusal).toEqual([400, MALFORMED]);
    }
    expect((await download(item)).text).toBe('before');
    for (const line of lines) {
      const reply = await ask('creator', line, { body, headers: { [name]: `sha-512=:AAAA:, ${digestOf(body)}` } });
      expect(reply.status).toBeLessThan(300);
      expect((await download(reply.item)).bytes.equals(body)).toBe(true);
    }
  });
});

test('pages of other origins may send and read digests and Idempotency-Key', async () => {
  const { headers } = await ask(undefined, `OPTIONS ${crate.items}`);
  const listed = (name: string) => (headers[name] ?? '').split(', ');
  expect(listed('access-control-allow-headers')).toEqual(
    expect.arrayContaining(['content-digest', 'idempotency-key', 'repr-digest']),
  );
  expect(listed('access-control-expose-headers')).toEqual(
    expect.arrayContaining(['idempotency-replayed', 'repr-digest']),
  );
});
