import { createMp3Encoder } from 'wasm-media-encoders';

import { parseWebVtt } from '#lib/audio/parse-webvtt.ts';

import { sound } from './noises.ts';
import { RATE, Track } from './track.ts';
import { whistle } from './whistling.ts';

const KBIT = 32;
/** After the last line. */
const TAIL = 0.6;

/** The whole sound of an episode, from its transcript alone: what is said is whistled, what is heard is played. */
export async function episodeSound(name: string, transcript: string): Promise<Uint8Array> {
  const cues = parseWebVtt(transcript) ?? [];
  const track = new Track((cues.at(-1)?.end ?? 0) + TAIL, name);
  for (const { start, end, speaker, text } of cues) {
    if (speaker === undefined) sound(track, text, { at: start, seconds: end - start });
    else whistle(track, { start, end, speaker, text });
  }
  return encode(track.normalized(0.8));
}

async function encode(samples: Float32Array): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: RATE, channels: 1, bitrate: KBIT });
  // What the encoder gives is its own memory, which it uses again.
  const parts = [Buffer.from(encoder.encode([samples])), Buffer.from(encoder.finalize())];
  return Buffer.concat(parts);
}
