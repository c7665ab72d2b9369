import { expect, test } from 'vitest';

import { LoudnessMeter } from './loudness.ts';

interface Tone {
  /** Peak, dB below full scale. */
  readonly level: number;
  readonly seconds: number;
}

/** Sines of 1 kHz one after the other, the same in each channel, in pieces that end within a step of the meter. */
function loudnessOf(tones: readonly Tone[], { rate = 48_000, channels = 2 } = {}): number | undefined {
  const meter = new LoudnessMeter(rate, channels);
  // Whole waves, so that one piece goes on in the next.
  const wave = Float32Array.from({ length: rate / 2 }, (_, at) => Math.sin((2 * Math.PI * 1000 * at) / rate));
  for (const { level, seconds } of tones) {
    const piece = wave.map((sample) => sample * 10 ** (level / 20));
    for (let left = Math.round(seconds * rate); left > 0; left -= piece.length) {
      const part = piece.subarray(0, left);
      meter.add(Array.from({ length: channels }, () => part.subarray(0, 1111)));
      meter.add(Array.from({ length: channels }, () => part.subarray(1111)));
    }
  }
  return meter.result().integrated;
}

const tone = (level: number, seconds: number): Tone => ({ level, seconds });

test.each([
  { of: 'case 1', tones: [tone(-23, 20)], lufs: -23 },
  { of: 'case 2', tones: [tone(-33, 20)], lufs: -33 },
  { of: 'case 3', tones: [tone(-36, 10), tone(-23, 60), tone(-36, 10)], lufs: -23 },
  { of: 'case 4', tones: [-72, -36, -23, -36, -72].map((level) => tone(level, level === -23 ? 60 : 10)), lufs: -23 },
  { of: 'case 5', tones: [tone(-26, 20), tone(-20, 20.1), tone(-26, 20)], lufs: -23 },
])('what EBU Tech 3341 says is measured: $of', ({ tones, lufs }) => {
  expect(Math.abs((loudnessOf(tones) ?? 0) - lufs)).toBeLessThan(0.1);
});

test.each([44_100, 24_000, 22_050])('the loudness is the same at %s samples in a second', (rate) => {
  expect(Math.abs((loudnessOf([tone(-23, 5)], { rate }) ?? 0) + 23)).toBeLessThan(0.1);
});

test('one channel is 3 LU less than two with the same in each', () => {
  expect(Math.abs((loudnessOf([tone(-20, 5)], { channels: 1 }) ?? 0) + 23)).toBeLessThan(0.1);
});

test('silence, and what is too short, has no loudness', () => {
  expect([loudnessOf([tone(-90, 5)]), loudnessOf([tone(-23, 0.3)]), loudnessOf([])]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test.each([
  // Cases 15 to 19 of EBU Tech 3341: the samples lie beside the highest points of the wave.
  { part: 4, phase: 0, amplitude: 0.5, dbtp: -6 },
  { part: 4, phase: 45, amplitude: 0.5, dbtp: -6 },
  { part: 6, phase: 60, amplitude: 0.5, dbtp: -6 },
  { part: 8, phase: 67.5, amplitude: 0.5, dbtp: -6 },
  { part: 4, phase: 45, amplitude: Math.SQRT2, dbtp: 3 },
])(
  'the peak between samples is found: a $part th of the rate at $phase degrees',
  ({ part, phase, amplitude, dbtp }) => {
    const meter = new LoudnessMeter(48_000, 1);
    const start = (phase * Math.PI) / 180;
    // Begun and ended softly, as the cases are: a wave that begins at once rises higher than itself.
    const envelope = (at: number) => Math.min(1, at / 4800, (48_000 - at) / 4800);
    meter.add([
      Float32Array.from({ length: 48_000 }, (_, at) => {
        return envelope(at) * amplitude * Math.sin((2 * Math.PI * at) / part + start);
      }),
    ]);
    const { truePeak } = meter.result();
    expect([truePeak <= dbtp + 0.2, truePeak >= dbtp - 0.4], String(truePeak)).toEqual([true, true]);
  },
);
