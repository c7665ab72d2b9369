import type { Track } from './track.ts';

interface Span {
  readonly at: number;
  readonly seconds: number;
}

type Noise = (track: Track, span: Span) => void;

/** What sounds where a transcript says so: the first that its words name. */
const NOISES: readonly (readonly [RegExp, Noise])[] = [
  [/tune|theme|climbs|endings|buttons/i, (track, span) => playTune(track, span)],
  [/frog|rubber/i, (track, span) => repeat(track, span, 0.75, frog)],
  [/rain|frying|lentils|drops/i, (track, span) => rain(track, span)],
  [/bang/i, (track, span) => repeat(track, span, 1.3, bang)],
  [/hiss|steam/i, (track, { at, seconds }) => track.hiss({ at, seconds, loud: 0.6, below: 900, belowAtEnd: 9000 })],
  [/door|knocks|lid|click|ticks/i, (track, span) => repeat(track, span, 1.1, knock)],
  [/down/i, (track, span) => repeat(track, span, 0.9, press)],
  [/room|hum|fridge|ring/i, (track, span) => hum(track, span)],
];

export function sound(track: Track, words: string, span: Span): void {
  const [, noise] = NOISES.find(([pattern]) => pattern.test(words)) ?? [];
  (noise ?? hum)(track, span);
}

/** Again and again, each time a little differently. */
function repeat(track: Track, { at, seconds }: Span, every: number, noise: Noise): void {
  const times = Math.max(1, Math.floor(seconds / every));
  for (let n = 0; n < times; n += 1) noise(track, { at: at + n * every + track.random() * 0.08, seconds: every });
}

const SCALE = [0, 2, 4, 7, 9, 7, 4, 12, 9, 7, 4, 2] as const;

/** Bottles above, a bass below; the bars of each episode are its own. */
function playTune(track: Track, { at, seconds }: Span): void {
  const beat = 0.2 + track.random() * 0.06;
  const root = 196 * 2 ** (Math.floor(track.random() * 5) / 12);
  const beats = Math.floor(seconds / beat);
  const shift = Math.floor(track.random() * SCALE.length);
  for (let n = 0; n < beats; n += 1) {
    const isLast = n === beats - 1;
    const step = isLast ? 12 : (SCALE[(n + shift) % SCALE.length] ?? 0);
    const start = at + n * beat;
    track.tone({
      at: start,
      seconds: beat * 1.6,
      from: root * 2 * 2 ** (step / 12),
      loud: 0.4,
      bright: 0.4,
      attack: 0.02,
    });
    if (n % 2 === 0)
      track.tone({ at: start, seconds: beat * 2, from: (root / 2) * (n % 8 < 4 ? 1 : 1.335), loud: 0.5 });
    if (n % 4 === 2) track.hiss({ at: start, seconds: 0.06, loud: 0.5, below: 8000 });
  }
}

/** A pitch that falls by an octave, in a row of pulses that slow down. */
function frog(track: Track, { at }: Span): void {
  const pitch = 330 + track.random() * 120;
  let start = at;
  for (let pulse = 0; pulse < 9; pulse += 1) {
    const from = pitch * 2 ** (-pulse / 12);
    track.tone({ at: start, seconds: 0.035, from, to: from / 2, loud: 0.7, bright: 0.6 });
    start += 0.034 + pulse * 0.003;
  }
}

/** Small noises that do not know each other. */
function rain(track: Track, { at, seconds }: Span): void {
  track.hiss({ at, seconds, loud: 0.18, below: 900, attack: 0.3 });
  const drops = Math.floor(seconds * 28);
  for (let n = 0; n < drops; n += 1) {
    const part = track.random();
    track.tone({
      at: at + part * seconds * 0.95,
      seconds: 0.02 + track.random() * 0.03,
      loud: 0.12 + track.random() * 0.14,
      from: 1400 + track.random() * 2400,
      to: 900,
    });
  }
}

/** A hole, a thump, and a tail that is never the same. */
function bang(track: Track, { at }: Span): void {
  const start = at + 0.12;
  track.tone({ at: start, seconds: 0.5, from: 120, to: 40, loud: 1, attack: 0.01 });
  track.hiss({ at: start, seconds: 0.5 + track.random() * 0.5, loud: 1, below: 5000, belowAtEnd: 200, attack: 0.005 });
}

/** A click, and a weight that is set down. */
function knock(track: Track, { at }: Span): void {
  track.hiss({ at, seconds: 0.02, loud: 0.9, below: 9000 });
  track.tone({ at: at + 0.05, seconds: 0.22, from: 180 + track.random() * 60, to: 90, loud: 0.8, attack: 0.01 });
  track.tone({ at: at + 0.35, seconds: 0.18, from: 392, loud: 0.3, bright: 0.3 });
  track.tone({ at: at + 0.53, seconds: 0.3, from: 523, loud: 0.3, bright: 0.3 });
}

/** Down: it was felt. Up: it is done. */
function press(track: Track, { at }: Span): void {
  track.hiss({ at, seconds: 0.01, loud: 0.8, below: 9000 });
  track.tone({ at, seconds: 0.12, from: 659, loud: 0.4, bright: 0.5, attack: 0.02 });
  track.tone({ at: at + 0.3, seconds: 0.25, from: 831, loud: 0.4, bright: 0.5, attack: 0.02 });
}

function hum(track: Track, { at, seconds }: Span): void {
  track.tone({ at, seconds, from: 98, loud: 0.25, bright: 0.5, attack: 0.3, vibrato: 0.7 });
  track.hiss({ at, seconds, loud: 0.08, below: 400, attack: 0.3 });
}
