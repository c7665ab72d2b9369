import { parseBuffer } from 'music-metadata';

import { serveTasks } from '#lib/threads/thread.server.ts';

import type { AudioFormat } from './audio-format.server.ts';
import { countMp3Seconds, cutTags } from './mp3-seconds.ts';

serveTasks(async (file: Uint8Array): Promise<AudioFormat | undefined> => {
  // One list of eight megabytes in a tag takes all memory of the process at once, where no limit of a thread holds.
  const bytes = cutTags(file);
  const read = await parseBuffer(bytes, undefined, { duration: true, skipCovers: true }).catch(() => undefined);
  if (read === undefined) return undefined;
  const { container = '', duration = 0, hasAudio, numberOfChannels = 0 } = read.format;
  const seconds = (container === 'MPEG' ? countMp3Seconds(bytes) : undefined) ?? duration;
  return { container, seconds: hasAudio === false ? 0 : seconds, channels: numberOfChannels };
});
