/** Samples of one second. */
export const RATE = 22_050;

interface Tone {
  /** Seconds. */
  readonly at: number;
  readonly seconds: number;
  /** Hertz, and where it glides to. */
  readonly from: number;
  readonly to?: number;
  readonly loud: number;
  /** How much of the octave above is in it: bottles have some, whistles little. */
  readonly bright?: number;
  /** Of its seconds, in which it comes; the rest is its end. */
  readonly attack?: number;
  /** Hertz of a tremble. */
  readonly vibrato?: number;
}

interface Hiss {
  readonly at: number;
  readonly seconds: number;
  readonly loud: number;
  /** Hertz above which little is left, and where that goes. */
  readonly below: number;
  readonly belowAtEnd?: number;
  readonly attack?: number;
}

/** Sound that is put together by rule: the same calls give the same samples. */
export class Track {
  readonly samples: Float32Array;
  readonly #random: () => number;

  constructor(seconds: number, seed: string) {
    this.samples = new Float32Array(Math.ceil(seconds * RATE));
    this.#random = createRandom(seed);
  }

  /** From 0 to 1. */
  random(): number {
    return this.#random();
  }

  tone({ at, seconds, from, to = from, loud, bright = 0.15, attack = 0.08, vibrato = 0 }: Tone): void {
    const length = Math.floor(seconds * RATE);
    let phase = 0;
    for (let n = 0; n < length; n += 1) {
      const part = n / length;
      const tremble = vibrato === 0 ? 1 : 1 + 0.012 * Math.sin((2 * Math.PI * vibrato * n) / RATE);
      phase += (2 * Math.PI * (from + (to - from) * part) * tremble) / RATE;
      this.#add(at, n, loud * envelope(part, attack) * (Math.sin(phase) + bright * Math.sin(2 * phase)));
    }
  }

  hiss({ at, seconds, loud, below, belowAtEnd = below, attack = 0.02 }: Hiss): void {
    const length = Math.floor(seconds * RATE);
    let smoothed = 0;
    for (let n = 0; n < length; n += 1) {
      const part = n / length;
      const share = 1 - Math.exp((-2 * Math.PI * (below + (belowAtEnd - below) * part)) / RATE);
      smoothed += share * (this.#random() * 2 - 1 - smoothed);
      this.#add(at, n, loud * envelope(part, attack) * smoothed);
    }
  }

  /** As loud as it may be, without a peak beyond what can be written. */
  normalized(peak: number): Float32Array {
    const most = this.samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 1e-6);
    return this.samples.map((sample) => (sample / most) * peak);
  }

  #add(at: number, n: number, value: number): void {
    const index = Math.floor(at * RATE) + n;
    if (index >= 0 && index < this.samples.length) this.samples[index] = Number(this.samples[index]) + value;
  }
}

function envelope(part: number, attack: number): number {
  return part < attack ? part / attack : (1 - part) / (1 - attack);
}

/** Mulberry32, from the letters of a seed. */
function createRandom(seed: string): () => number {
  let state = Array.from(seed).reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619),
    2_166_136_261,
  );
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
