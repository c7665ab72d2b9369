/** Of a whole recording, by ITU-R BS.1770-5 and EBU R 128. */
export interface Loudness {
  /** Integrated, in LUFS; undefined for silence and for less than 0.4 seconds. */
  readonly integrated: number | undefined;
  /** In dBTP: what a player may have to make of the samples; -Infinity for digital silence. */
  readonly truePeak: number;
}

/** Blocks of 0.4 seconds begin every tenth of a second. */
const STEPS_OF_BLOCK = 4;
const ABSOLUTE_GATE = -70;
/** LU below the mean of what is above the absolute gate. */
const RELATIVE_GATE = -10;

/** Measures one or two channels that come in pieces. */
export class LoudnessMeter {
  readonly #channels: readonly Channel[];
  readonly #stepSize: number;
  /** Sums of squares of the last steps, the first of them left behind. */
  readonly #steps: number[] = [];
  readonly #blocks: number[] = [];
  #stepSum = 0;
  #stepLength = 0;

  /** @param sampleRate samples of each channel in a second */
  constructor(sampleRate: number, channels: number) {
    this.#channels = Array.from({ length: channels }, () => new Channel(sampleRate));
    this.#stepSize = Math.round(sampleRate / 10);
  }

  /** @param pieces of each channel one, all of the same length; 1 is full scale */
  add(pieces: readonly Float32Array[]): void {
    const length = pieces[0]?.length ?? 0;
    for (let from = 0; from < length;) {
      const to = Math.min(length, from + this.#stepSize - this.#stepLength);
      for (const [at, channel] of this.#channels.entries()) {
        const piece = pieces[at];
        if (piece !== undefined) this.#stepSum += channel.measureEnergy(piece, from, to);
      }
      this.#stepLength += to - from;
      from = to;
      if (this.#stepLength === this.#stepSize) this.#endStep();
    }
  }

  #endStep(): void {
    this.#steps.push(this.#stepSum);
    this.#stepSum = 0;
    this.#stepLength = 0;
    if (this.#steps.length < STEPS_OF_BLOCK) return;
    this.#blocks.push(sumValues(this.#steps) / (STEPS_OF_BLOCK * this.#stepSize));
    this.#steps.shift();
  }

  result(): Loudness {
    const loud = this.#blocks.filter((energy) => toLufs(energy) > ABSOLUTE_GATE);
    const gate = toLufs(computeMean(loud)) + RELATIVE_GATE;
    const counted = loud.filter((energy) => toLufs(energy) > gate);
    const peak = Math.max(0, ...this.#channels.map((channel) => channel.peak()));
    return {
      integrated: counted.length === 0 ? undefined : toLufs(computeMean(counted)),
      truePeak: 20 * Math.log10(peak),
    };
  }
}

function toLufs(energy: number): number {
  return -0.691 + 10 * Math.log10(energy);
}

function sumValues(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function computeMean(values: readonly number[]): number {
  return sumValues(values) / values.length;
}

class Channel {
  readonly #shelf: Coefficients;
  readonly #highPass: Coefficients;
  /** What each filter remembers, two numbers of each. */
  readonly #state = new Float64Array(4);
  readonly #peaks = new TruePeak();

  constructor(sampleRate: number) {
    this.#shelf = computeShelf(sampleRate);
    this.#highPass = computeHighPass(sampleRate);
  }

  /** The sum of squares as ears weigh them (K-weighting). */
  measureEnergy(samples: Float32Array, from: number, to: number): number {
    const { b0, b1, b2, a1, a2 } = this.#shelf;
    const { a1: c1, a2: c2 } = this.#highPass;
    let [first = 0, second = 0, third = 0, fourth = 0] = this.#state;
    let sum = 0;
    // In one loop without calls: an hour has 300 million samples.
    for (let at = from; at < to; at += 1) {
      const sample = samples[at] ?? 0;
      const shelved = b0 * sample + first;
      first = b1 * sample - a1 * shelved + second;
      second = b2 * sample - a2 * shelved;
      const weighted = shelved + third;
      third = -2 * shelved - c1 * weighted + fourth;
      fourth = shelved - c2 * weighted;
      sum += weighted * weighted;
    }
    this.#state.set([first, second, third, fourth]);
    this.#peaks.add(samples.subarray(from, to));
    return sum;
  }

  peak(): number {
    return this.#peaks.highest();
  }
}

interface Coefficients {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** The head: of the analog filter that gives the table of BS.1770 at 48 kHz, for any rate. */
function computeShelf(sampleRate: number): Coefficients {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const middle = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (middle * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (middle * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

/** What is too low to be heard as loud. */
function computeHighPass(sampleRate: number): Coefficients {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}

const OVERSAMPLING = 4;
const TAPS_OF_PHASE = 12;
const PHASES = computePhases();
/** What all taps together can make of the highest sample under them. */
const MAX_GAIN = Math.max(...PHASES.map((taps) => sumValues(taps.map(Math.abs))));
/** Samples that are passed over together. */
const RUN = 64;

/** A sinc under a window, in four phases that lie a quarter of a sample apart. */
function computePhases(): readonly (readonly number[])[] {
  const half = (OVERSAMPLING * TAPS_OF_PHASE) / 2;
  const tapAt = (at: number) => {
    const x = ((at - half) * Math.PI) / OVERSAMPLING;
    const window = 0.5 - 0.5 * Math.cos((Math.PI * at) / half);
    return x === 0 ? 1 : (Math.sin(x) / x) * window;
  };
  return Array.from({ length: OVERSAMPLING }, (_, phase) =>
    Array.from({ length: TAPS_OF_PHASE }, (__, tap) => tapAt(tap * OVERSAMPLING + phase)),
  );
}

/** The highest point of the wave that runs through the samples, which may lie between two of them. */
class TruePeak {
  readonly #window = new Float32Array(TAPS_OF_PHASE - 1 + RUN);
  #filled = TAPS_OF_PHASE - 1;
  #peak = 0;

  add(samples: Float32Array): void {
    for (let from = 0; from < samples.length;) {
      const count = Math.min(samples.length - from, this.#window.length - this.#filled);
      this.#window.set(samples.subarray(from, from + count), this.#filled);
      this.#filled += count;
      from += count;
      if (this.#filled === this.#window.length) this.#look();
    }
  }

  highest(): number {
    this.#look();
    return this.#peak;
  }

  #look(): void {
    const window = this.#window;
    let highest = 0;
    for (let at = 0; at < this.#filled; at += 1) {
      const height = Math.abs(window[at] ?? 0);
      if (height > highest) highest = height;
    }
    // Where nothing can be higher than what was found, which is nearly everywhere, nothing is computed.
    if (highest * MAX_GAIN > this.#peak) this.#interpolate();
    window.copyWithin(0, this.#filled - TAPS_OF_PHASE + 1, this.#filled);
    this.#filled = TAPS_OF_PHASE - 1;
  }

  #interpolate(): void {
    for (let end = TAPS_OF_PHASE; end <= this.#filled; end += 1) {
      for (const taps of PHASES) {
        let value = 0;
        for (let tap = 0; tap < TAPS_OF_PHASE; tap += 1) {
          value += (taps[tap] ?? 0) * (this.#window[end - 1 - tap] ?? 0);
        }
        this.#peak = Math.max(this.#peak, Math.abs(value));
      }
    }
  }
}
