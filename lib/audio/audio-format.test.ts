import { expect, test } from 'vitest';

import { readAudioFormat } from './audio-format.server.ts';

/** A tag before the sound (ID3v2.3) that holds one text. */
function tagged(text: Buffer): Buffer {
  const frame = Buffer.alloc(11);
  frame.write('TPE1');
  frame.writeUInt32BE(text.length + 1, 4);
  const size = frame.length + text.length;
  const head = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, ...[21, 14, 7, 0].map((bits) => (size >> bits) & 127)]);
  return Buffer.concat([head, frame, text]);
}

/** Of MPEG, 128 kbit/s. */
const FRAMES = Buffer.concat(Array.from({ length: 60 }, () => Buffer.alloc(417).fill('fffb9000', 0, 4, 'hex')));

test('the format of a sound is read from all of it', async () => {
  const format = await readAudioFormat(Buffer.concat([tagged(Buffer.from('Us')), FRAMES]));
  expect(format).toMatchObject({ container: 'MPEG', channels: 2 });
  expect(format?.seconds).toBeGreaterThan(1);
  expect(await readAudioFormat(Buffer.from('no sound'))).toBeUndefined();
});

test('a tag that would take all memory is passed over', async () => {
  const names = Buffer.alloc(8 * 1024 * 1024, 'a\0');
  const limits = { threads: 1, milliseconds: 1000, megabytes: 64, waiting: 1 };
  const format = await readAudioFormat(Buffer.concat([tagged(names), tagged(names), FRAMES]), limits);
  expect(format).toMatchObject({ container: 'MPEG', channels: 2 });
  expect(format?.seconds).toBeCloseTo((60 * 1152) / 44_100, 5);
});
