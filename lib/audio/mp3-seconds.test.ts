import { expect, test } from 'vitest';

import { readAudioFormat } from './audio-format.server.ts';
import { countMp3Seconds } from './mp3-seconds.ts';

const SAMPLES = 1152;
const RATE = 44_100;

/** MPEG 1, layer III, mono at 44.1 kHz, of 32 or 128 kbit/s. */
function frame(kilobits: 32 | 128 = 128): Buffer {
  return Buffer.alloc(kilobits === 32 ? 104 : 417).fill(kilobits === 32 ? 'fffb10c0' : 'fffb90c0', 0, 4, 'hex');
}

const frames = (count: number, kilobits?: 32 | 128) =>
  Buffer.concat(Array.from({ length: count }, () => frame(kilobits)));

/** @param gaps of the encoder before and behind the sound, in samples */
function head(promised: number, gaps?: { delay: number; padding: number }): Buffer {
  const head = frame();
  head.write('Xing', 21);
  head.writeUInt32BE(1, 25);
  head.writeUInt32BE(promised, 29);
  if (gaps === undefined) return head;
  head.write('LAME3.100', 33);
  head.writeUIntBE(gaps.delay * 4096 + gaps.padding, 54, 3);
  return head;
}

const GAPS = { delay: 576, padding: 1000 };
const id3 = (size: number) =>
  Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, size >> 7, size & 127]), Buffer.alloc(size, 0xff)]);
const OLD_TAG = Buffer.alloc(128).fill('TAG', 0, 3);

test.each<[string, Buffer[], samples: number]>([
  ['a head that promises an hour', [head(137_813), frames(100)], 100 * SAMPLES],
  ['no head', [frames(100)], 100 * SAMPLES],
  ['silence first, in fewer bytes', [frames(50, 32), frames(50)], 100 * SAMPLES],
  ['sound first, then silence', [frames(2), frames(98, 32)], 100 * SAMPLES],
  ['what the encoder put around', [head(100, GAPS), frames(100)], 100 * SAMPLES - 1576],
  ['cut short within a frame', [head(100, GAPS), frames(60), frame().subarray(0, 200)], 60 * SAMPLES - 576],
  [
    'two files behind each other',
    [id3(300), head(50, GAPS), frames(50), OLD_TAG, id3(20), head(40), frames(40), OLD_TAG],
    90 * SAMPLES - 1576,
  ],
  ['more frames than its head knows', [head(10), frames(100)], 100 * SAMPLES],
  ['other bytes between', [Buffer.alloc(999, 0xff), frames(50), Buffer.alloc(999), frames(50)], 100 * SAMPLES],
])('the length is that of the decoded samples: %s', (_, parts, samples) => {
  const bytes = Buffer.concat(parts);
  expect(countMp3Seconds(bytes)).toBeCloseTo(samples / RATE, 9);
});

test('an episode with a wrong head has the length of its sound, and what has no frames has none', async () => {
  const format = await readAudioFormat(Buffer.concat([head(137_813), frames(100)]));
  expect(format).toMatchObject({ container: 'MPEG', seconds: (100 * SAMPLES) / RATE });
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(5000, 0xff), Buffer.from('ID3'), frame().subarray(0, 99)])
    expect(countMp3Seconds(bytes)).toBeUndefined();
});
