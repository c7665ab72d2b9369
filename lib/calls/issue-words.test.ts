import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { describeFields, issueWords } from './issue-words.server.ts';

const Shelf = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(8)),
  size: z.number().check(z.int(), z.minimum(1)),
  kind: z.enum(['oak', 'pine', 'steel']),
  at: z.optional(z.iso.datetime()),
  tags: z.optional(z.array(z.string()).check(z.maxLength(2))),
  weights: z.optional(z.record(z.string().check(z.regex(/^[a-z]+$/, 'lowercase letters')), z.number())),
  owner: z.optional(z.union([z.string(), z.null()])),
});
const shelf = { name: 'a', size: 1, kind: 'oak' };

test.each([
  [{ ...shelf, name: 5 }, { name: 'text' }],
  [{ ...shelf, name: undefined }, { name: 'text, which is missing' }],
  [{ ...shelf, name: '' }, { name: 'at least 1 character' }],
  [{ ...shelf, name: 'x'.repeat(9) }, { name: 'at most 8 characters' }],
  [{ ...shelf, size: 0 }, { size: 'at least 1' }],
  [{ ...shelf, size: 1.5 }, { size: 'a whole number' }],
  [{ ...shelf, kind: 'ice' }, { kind: 'oak, pine or steel' }],
  [{ ...shelf, at: 'now' }, { at: 'a date such as 2026-11-20T00:00:00Z' }],
  [{ ...shelf, tags: {} }, { tags: 'a list' }],
  [{ ...shelf, tags: ['a', 7] }, { 'tags.1': 'text' }],
  [{ ...shelf, tags: ['a', 'b', 'c'] }, { tags: 'at most 2 entries' }],
  [{ ...shelf, weights: { A: 1 } }, { 'weights.A': 'a name that is lowercase letters' }],
  [{ ...shelf, owner: 5 }, { owner: 'text, or null' }],
  [{ ...shelf, colour: 1, width: 2 }, { body: 'without colour, width' }],
  [[], { body: 'an object' }],
])('what is wrong with %j is said: %j', (value, fields) => {
  const { error } = Shelf.safeParse(value, { error: issueWords });
  expect(describeFields(error?.issues ?? [], 'body')).toEqual(fields);
});
