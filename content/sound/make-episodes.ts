/** Writes the sound of each episode beside its transcript: `node content/sound/make-episodes.ts`. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';

import { episodeSound } from './episode-sound.ts';

const folder = new URL('../../database/seeds/podcast/', import.meta.url);
const ENDING = '.en-US.vtt';

for (const file of globSync(`*${ENDING}`, { cwd: folder })) {
  const name = file.slice(0, -ENDING.length);
  const bytes = await episodeSound(name, readFileSync(new URL(file, folder), 'utf8'));
  writeFileSync(new URL(`${name}.mp3`, folder), bytes);
}
