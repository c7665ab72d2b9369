import { parentPort, workerData } from 'node:worker_threads';

import { MPEGDecoder } from 'mpg123-decoder';

import { LoudnessMeter } from './loudness.ts';
import type { Loudness } from './loudness.ts';

export interface Mp3ToMeasure {
  readonly bytes: Uint8Array;
  /** The decoder says one channel twice. */
  readonly channels: number;
}

/** Of the file, so that few samples are there at one time. */
const PIECE_BYTES = 64 * 1024;

async function measure({ bytes, channels }: Mp3ToMeasure): Promise<Loudness | undefined> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  let meter: LoudnessMeter | undefined;
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    const { channelData, samplesDecoded, sampleRate } = decoder.decode(bytes.subarray(from, from + PIECE_BYTES));
    if (samplesDecoded === 0) continue;
    meter ??= new LoudnessMeter(sampleRate, channels);
    meter.add(channelData.slice(0, channels));
  }
  decoder.free();
  return meter?.result();
}

parentPort?.postMessage(await measure(workerData as Mp3ToMeasure), []);
