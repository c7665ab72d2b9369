import { parseBuffer } from 'music-metadata';

import { serveTasks } from '#lib/threads/thread.server.ts';

import type { AudioFormat } from './audio-format.server.ts';
import { countMp3Seconds } from './mp3-seconds.ts';

serveTasks(async (bytes: Uint8Array): Promise<AudioFormat | undefined> => {
  const read = await parseBuffer(bytes, undefined, { duration: true, skipCovers: true }).catch(() => undefined);
  if (read === undefined) return undefined;
  const { container = '', duration = 0, hasAudio, numberOfChannels = 0 } = read.format;
  const seconds = (container === 'MPEG' ? countMp3Seconds(bytes) : undefined) ?? duration;
  return { container, seconds: hasAudio === false ? 0 : seconds, channels: numberOfChannels };
});
