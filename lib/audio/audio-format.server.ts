import threadUrl from 'thread:./audio-format-thread.server.ts';

import { ThreadPool } from '#lib/threads/thread-pool.server.ts';
import type { PoolLimits } from '#lib/threads/thread-pool.server.ts';

export interface AudioFormat {
  readonly container: string;
  /** 0 of what has no sound. */
  readonly seconds: number;
  readonly channels: number;
}

/** Eight megabytes of tags would fill all the memory of a process. */
const LIMITS: PoolLimits = { threads: 1, milliseconds: 20_000, megabytes: 128, waiting: 1 };

/**
 * Read beside the thread that answers requests from all of a file, whose head may say what it likes of its length.
 * @returns undefined for what is no sound, and for what takes more than any does
 */
export async function readAudioFormat(bytes: Uint8Array, limits = LIMITS): Promise<AudioFormat | undefined> {
  const pool = new ThreadPool<Uint8Array, AudioFormat | undefined>({ url: threadUrl, name: 'audio', limits });
  try {
    const format = await pool.run(bytes);
    if (format === 'busy') throw new Error('No thread starts to read a sound');
    return format === 'too much' ? undefined : format;
  } finally {
    await pool.close();
  }
}
