import { expect, test } from 'vitest';

import { ListCursor } from './list-cursor.server.ts';

const foreign = { status: 400, code: 'list.foreign', message: 'That is of another list.' } as const;
const signer = { secret: 'secret' };

test('a cursor is read where it was written, and of another list, another secret or by hand it is refused', () => {
  const posts = new ListCursor('posts', foreign);
  const cursor = posts.write(signer, new Date(0), 'a');
  expect(posts.read(signer, cursor)).toEqual({ value: '1970-01-01T00:00:00.000Z', id: 'a' });
  expect(posts.read(signer, posts.write(signer, 7, 'b'))).toEqual({ value: '7', id: 'b' });
  expect(posts.read(signer, undefined)).toBeUndefined();
  expect(() => new ListCursor('games', foreign).read(signer, cursor)).toThrow(expect.objectContaining({ status: 400 }));
  for (const wrong of ['', 'a', `${cursor}.a`]) {
    expect(() => posts.read(signer, wrong)).toThrow(expect.objectContaining({ status: 400 }));
  }
  expect(() => posts.read({ secret: 'other' }, cursor)).toThrow(expect.objectContaining({ status: 400 }));
});
