import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import threadUrl from 'thread:./mp3-loudness-thread.server.ts';

import type { Loudness } from './loudness.ts';
import type { Mp3ToMeasure } from './mp3-loudness-thread.server.ts';

/**
 * Decoded and measured beside the thread that answers requests: an hour takes some seconds. Undefined for what has no samples.
 * @param channels 1 or 2 @param signal ends it before it is done, which rejects
 */
export async function measureMp3(
  bytes: Uint8Array,
  channels: number,
  signal: AbortSignal,
): Promise<Loudness | undefined> {
  const workerData: Mp3ToMeasure = { bytes, channels };
  const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };
  const worker = new Worker(new URL(threadUrl), { workerData, resourceLimits, execArgv: [], name: 'loudness' });
  worker.unref();
  const hasEnded = new AbortController();
  worker.once('exit', () => hasEnded.abort());
  try {
    const [loudness] = (await once(worker, 'message', { signal: AbortSignal.any([signal, hasEnded.signal]) })) as [
      Loudness | undefined,
    ];
    return loudness;
  } finally {
    await worker.terminate();
  }
}
