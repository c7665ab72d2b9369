import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { FileDamaged, checked } from './verify-bytes.server.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const streamOf = (bytes: Uint8Array, size: number) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
      controller.close();
    },
  });
const BODY = fc.uint8Array({ maxLength: 300 });

test('an undamaged file streams unchanged, whatever its chunks', async () => {
  await fc.assert(
    fc.asyncProperty(BODY, fc.integer({ min: 1, max: 300 }), async (bytes, size) => {
      const expected = { bytes: bytes.length, sha256: sha256(bytes) };
      const read = await buffer(checked(streamOf(bytes, size), expected, (damage) => expect.fail(damage.message)));
      expect(read.equals(bytes)).toBe(true);
    }),
  );
});

test('a file that is shorter, longer or other than stored fails before its last chunk, and is reported once', async () => {
  const cases = fc.record({ stored: BODY, found: BODY, size: fc.integer({ min: 1, max: 300 }) });
  await fc.assert(
    fc.asyncProperty(cases, async ({ stored, found, size }) => {
      fc.pre(!Buffer.from(stored).equals(found));
      const reported: FileDamaged[] = [];
      const expected = { bytes: stored.length, sha256: sha256(stored) };
      let read = 0;
      const reading = (async () => {
        const stream = checked(streamOf(found, size), expected, (damage) => reported.push(damage));
        for await (const chunk of stream) read += chunk.length;
      })();
      await expect(reading).rejects.toBeInstanceOf(FileDamaged);
      expect(reported).toHaveLength(1);
      expect(read).toBeLessThan(Math.max(1, stored.length));
    }),
  );
});

test('a part of a file is checked by its length alone', async () => {
  const bytes = new Uint8Array(100).fill(1);
  expect((await buffer(checked(streamOf(bytes, 30), { bytes: 100 }, () => {}))).length).toBe(100);
  for (const length of [99, 101]) {
    await expect(buffer(checked(streamOf(bytes, 30), { bytes: length }, () => {}))).rejects.toBeInstanceOf(FileDamaged);
  }
});

test('a reader that stops early stops the reading of the file, and a file that fails fails the reader', async () => {
  let stopped: unknown;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(10)),
    cancel: (reason) => void (stopped = reason),
  });
  const reader = checked(endless, { bytes: 1000 }, () => {}).getReader();
  await reader.read();
  await reader.cancel('enough');
  expect(stopped).toBe('enough');
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('the disk is gone')),
  });
  await expect(buffer(checked(broken, { bytes: 10 }, () => {}))).rejects.toThrow('the disk is gone');
});

test('a file is not damaged by a reader that leaves while the next piece is on its way', async () => {
  const slow = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
  const reported: FileDamaged[] = [];
  const reader = checked(slow, { bytes: 1000 }, (damage) => reported.push(damage)).getReader();
  const reading = reader.read();
  await reader.cancel();
  expect([await reading, reported]).toEqual([{ value: undefined, done: true }, []]);
});
