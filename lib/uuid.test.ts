import fc from 'fast-check';
import { expect, test } from 'vitest';

// A module of its own: the last time is kept, and other tests go on with that of now.
const OWN = './uuid.server.ts?own';
const { isUuid, pastUuidv7, uuidv7 } = (await import(OWN)) as typeof import('./uuid.server.ts');

const START = Date.UTC(2200, 0);

test('an id is a UUID of version 7: its first 48 bits are the milliseconds, then the version and the variant', () => {
  const id = uuidv7(START);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(START);
});

test('ids rise within one millisecond, also beyond the 4,096 that its counter can tell apart', () => {
  const ids = Array.from({ length: 10_000 }, () => uuidv7(START + 1));
  expect(ids).toEqual([...new Set(ids)].toSorted());
});

test('ids rise when the clock goes backwards', () => {
  const before = uuidv7(START + 100_000);
  const after = uuidv7(START + 50);
  expect(after > before).toBe(true);
});

test('ids rise whatever the clock does', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: START * 2 }), { minLength: 2, maxLength: 50 }), (times) => {
      const ids = times.map((time) => uuidv7(time));
      expect(ids).toEqual(ids.toSorted());
    }),
  );
});

test('an id of another time has that time, whatever came before', () => {
  uuidv7(START);
  const past = Date.UTC(2020, 5);
  const id = pastUuidv7(past);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(past);
  expect(new Set(Array.from({ length: 1000 }, () => pastUuidv7(past))).size).toBe(1000);
});

test('a UUID is known by its form, in small letters and whole', () => {
  const id = uuidv7(START);
  expect([id, id.toUpperCase(), `${id} `, id.replaceAll('-', ''), 'none'].map(isUuid)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
