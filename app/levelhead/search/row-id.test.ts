import { expect, test } from 'vitest';

import { pastUuidv7, uuidv7 } from '#lib/uuid.server.ts';

import { toFirstUuid, toLastUuid, toRowId } from './row-id.ts';

const EDGES = [
  '00000000-0000-7000-8000-000000000000',
  '00000000-03e7-7fff-bfff-ffffffffffff',
  '0193a5c0-7c1e-7a3f-9b2d-4f6e8a1c0d35',
  '03e7ffff-ffff-7fff-bfff-ffffffffffff',
];
const NOW = Date.UTC(2026, 10, 23, 1, 2, 3, 999);
const MADE = Array.from({ length: 20_000 }, (_, at) => (at % 2 ? uuidv7(NOW + at) : pastUuidv7(NOW - 7 * at)));

test('an _id has 24 hexadecimal characters, and begins with the second of its row', () => {
  for (const uuid of [...EDGES, ...MADE]) expect(toRowId(uuid)).toMatch(/^[0-9a-f]{24}$/);
  const id = toRowId(pastUuidv7(Date.UTC(2021, 4, 25, 20, 58, 43, 568)));
  expect(id.slice(0, 8)).toBe('60ad6503');
});

test('ids are in the order of their rows, and no two are the same', () => {
  const uuids = [...EDGES, ...MADE].toSorted();
  const ids = uuids.map(toRowId);
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(uuids.length);
});

test('the ids of one millisecond and process are told apart by their counter', () => {
  const uuids = Array.from({ length: 5000 }, () => uuidv7(NOW + 1_000_000));
  expect(new Set(uuids.map((uuid) => toRowId(uuid).slice(0, 13))).size).toBeGreaterThan(1000);
  expect(new Set(uuids.map(toRowId)).size).toBe(5000);
});

test('an _id leads to the least and the greatest of its rows, and to no other', () => {
  for (const uuid of [...EDGES, ...MADE.slice(0, 1000)]) {
    const id = toRowId(uuid);
    const [first, last] = [toFirstUuid(id), toLastUuid(id)];
    expect(first <= uuid && uuid <= last, uuid).toBe(true);
    expect([toRowId(first), toRowId(last)]).toEqual([id, id]);
    expect(first.slice(0, 31)).toBe(last.slice(0, 31));
  }
});

test.each(['0193a5c0-7c1e-4a3f-9b2d-4f6e8a1c0d35', '03e80000-0000-7000-8000-000000000000'])(
  'the UUID %s of another kind is its own _id',
  (uuid) => expect([toRowId(uuid), toFirstUuid(uuid), toLastUuid(uuid)]).toEqual([uuid, uuid, uuid]),
);

test('an _id of elsewhere leads to a place, and a UUID to itself', () => {
  expect(toFirstUuid('ffffffffffffffffffffffff')).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect([toFirstUuid(EDGES[2] ?? ''), toLastUuid(EDGES[2] ?? '')]).toEqual([EDGES[2], EDGES[2]]);
});
