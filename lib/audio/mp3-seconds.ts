/**
 * How long MPEG audio sounds once its frames are decoded, whatever a head says of their number, without the silence that an
 * encoder says it has added. Undefined where there are no frames.
 */
export function countMp3Seconds(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [at, end, seconds] = [0, -1, 0];
  let stream: Mp3Stream | undefined;
  while (at + HEADER_BYTES <= bytes.length) {
    const frame = readFrame(view, at);
    const isWhole = frame !== undefined && at + frame.bytes <= bytes.length;
    if (!isWhole || (at !== end && !isFollowed(view, at + frame.bytes))) {
      at = frame === undefined ? skipTag(view, at) : at + 1;
      continue;
    }
    const head = readHead(view, at, frame);
    const isSame = stream?.rate === frame.rate && stream.samples === frame.samples;
    // Files that were put behind each other have a head each.
    if (stream !== undefined && isSame && head === undefined) {
      stream.frames += 1;
    } else {
      seconds += countSeconds(stream);
      stream = { ...frame, ...(head ?? NO_HEAD), frames: head === undefined ? 1 : 0 };
    }
    at = end = at + frame.bytes;
  }
  seconds += countSeconds(stream);
  return seconds === 0 ? undefined : seconds;
}

interface Mp3Frame {
  readonly bytes: number;
  readonly samples: number;
  /** Samples in a second. */
  readonly rate: number;
  /** Where a head has its name, from the beginning of the frame. */
  readonly headAt: number;
}

/** What the first frame may say of those that follow. */
interface Mp3Head {
  readonly promisedFrames: number;
  /** Samples of silence before the sound, and behind it. */
  readonly delay: number;
  readonly padding: number;
}

interface Mp3Stream extends Mp3Frame, Mp3Head {
  frames: number;
}

const NO_HEAD: Mp3Head = { promisedFrames: 0, delay: 0, padding: 0 };

/** What was cut short has lost its padding. */
function countSeconds(stream: Mp3Stream | undefined): number {
  if (stream === undefined) return 0;
  const { frames, samples, rate, promisedFrames, delay, padding } = stream;
  return Math.max(0, frames * samples - delay - (frames < promisedFrames ? 0 : padding)) / rate;
}

const HEADER_BYTES = 4;
/** kbit/s, by layer and index (ISO 11172-3 and 13818-3). */
const BIT_RATES_1 = [
  [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
];
const LOW_BIT_RATES = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const BIT_RATES_2 = [[32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256], LOW_BIT_RATES, LOW_BIT_RATES];
const SAMPLE_RATES = [44_100, 48_000, 32_000];
const [VERSION_1, VERSION_2, RESERVED] = [3, 2, 1];

function readFrame(view: DataView, at: number): Mp3Frame | undefined {
  const word = view.getUint32(at);
  const version = (word >> 19) & 3;
  const layer = 3 - ((word >> 17) & 3);
  const isFirst = version === VERSION_1;
  const fullRate = SAMPLE_RATES[(word >> 10) & 3];
  const kilobits = (isFirst ? BIT_RATES_1 : BIT_RATES_2)[layer]?.[((word >> 12) & 15) - 1];
  if (word >>> 21 !== 0x7ff || version === RESERVED || fullRate === undefined || kilobits === undefined)
    return undefined;
  const rate = fullRate >> (isFirst ? 0 : version === VERSION_2 ? 1 : 2);
  const samples = layer === 0 ? 384 : layer === 2 && !isFirst ? 576 : 1152;
  const slotBytes = layer === 0 ? 4 : 1;
  const slots = Math.floor((samples * kilobits * 125) / rate / slotBytes) + ((word >> 9) & 1);
  const isMono = ((word >> 6) & 3) === 3;
  const sideBytes = isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  return { bytes: slots * slotBytes, samples, rate, headAt: HEADER_BYTES + sideBytes };
}

/** By another frame, a tag or the end: what only looks like a frame is not. */
function isFollowed(view: DataView, next: number): boolean {
  return next + HEADER_BYTES > view.byteLength || readFrame(view, next) !== undefined || skipTag(view, next) > next + 1;
}

/** A sound without the tags before it, which may be of any size. */
export function cutTags(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  for (let next = skipTag(view, at); next > at + 1; next = skipTag(view, at)) at = Math.min(next, bytes.length);
  return bytes.subarray(at);
}

/** Past an ID3 tag, which stands before a sound or behind it; else one byte on. */
function skipTag(view: DataView, at: number): number {
  const left = view.byteLength - at;
  const name = left < 4 ? 0 : view.getUint32(at) >>> 8;
  if (name === ID3V1) return at + 128;
  if (name !== ID3V2 || left < 10) return at + 1;
  const size = [6, 7, 8, 9].reduce((sum, byte) => sum * 128 + (view.getUint8(at + byte) & 127), 0);
  return at + 10 + size;
}

/** `TAG` and `ID3`. */
const [ID3V1, ID3V2] = [0x54_41_47, 0x49_44_33];

/** Of a frame that has no sound but says what comes. */
function readHead(view: DataView, at: number, { headAt, bytes }: Mp3Frame): Mp3Head | undefined {
  const read = (offset: number) => (offset + 4 <= bytes ? view.getUint32(at + offset) : 0);
  if (read(HEADER_BYTES + 32) === VBRI) return NO_HEAD;
  if (!XING.has(read(headAt))) return undefined;
  const flags = read(headAt + 4);
  const has = (flag: number) => Number((flags & flag) !== 0);
  const [frames, size, table, quality] = [has(1), has(2), has(4), has(8)];
  const lameAt = headAt + 8 + 4 * frames + 4 * size + 100 * table + 4 * quality;
  const gaps = LAME.has(read(lameAt)) ? read(lameAt + 21) >>> 8 : 0;
  return { promisedFrames: frames * read(headAt + 8), delay: gaps >> 12, padding: gaps & 0xfff };
}

/** `VBRI`; `Xing` and `Info`; `LAME`, and `Lavf` and `Lavc` of FFmpeg, which write the same. */
const VBRI = 0x56_42_52_49;
const XING = new Set([0x58_69_6e_67, 0x49_6e_66_6f]);
const LAME = new Set([0x4c_41_4d_45, 0x4c_61_76_66, 0x4c_61_76_63]);
