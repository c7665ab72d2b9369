import { asPerson } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { LOCALES } from '#app/current/locale.ts';
import { voteFor } from '#app/feedbag/entries/votes.server.ts';
import { ItemParameters } from '#app/storage/item.ts';
import { markdownBody } from '#app/storage/writes/bodies.server.ts';
import questions from '#database/seeds/questions.json' with { type: 'json' };
import { readFrontMatter } from '#lib/markdown/front-matter.ts';

import { transcriptKey } from './episode.ts';
import { EPISODE_ITEMS } from './episodes.server.ts';
import { storeAudio, storeTranscript } from './files/episode-files.server.ts';
import { answerQuestion } from './questions/answering.server.ts';
import { askQuestion } from './questions/questions.server.ts';

const FOLDER = '../../database/seeds/podcast/';
const notes = import.meta.glob<string>('../../database/seeds/podcast/*.md', { query: '?raw', import: 'default' });
const transcripts = import.meta.glob<string>('../../database/seeds/podcast/*.vtt', {
  query: '?raw',
  import: 'default',
});
const sounds = import.meta.glob<string>('../../database/seeds/podcast/*.mp3', { query: '?inline', import: 'default' });

interface EpisodeSeed {
  readonly name: string;
  readonly date: string;
  readonly tags: readonly string[];
}

/** The studio's own show, the oldest first. @param names of some of them, by default of all */
export async function seedEpisodes(current: Current, authorId: string, names?: readonly string[]): Promise<void> {
  const loaded = await Promise.all(Object.values(notes).map((load) => load()));
  const seeds = loaded
    .map((text) => readFrontMatter<EpisodeSeed>(text))
    .filter(([{ name }]) => names?.includes(name) ?? true);
  for (const [front, text] of seeds.toSorted(([one], [other]) => (one.date < other.date ? -1 : 1))) {
    const { name, tags, ...map } = front;
    const files = await seedFiles(current, name);
    const parameters = { name, tags, map: { ...map, ...files }, collaborators: [authorId], createdAt: front.date };
    await EPISODE_ITEMS.create(current, ItemParameters.parse(parameters), markdownBody(text));
  }
}

async function seedFiles(current: Current, name: string): Promise<Record<string, string>> {
  const sound = (await sounds[`${FOLDER}${name}.mp3`]?.()) ?? '';
  const audio = await storeAudio(current, Buffer.from(sound.slice(sound.indexOf(',') + 1), 'base64'));
  const files: Record<string, string> = { audio: audio.itemId };
  for (const locale of LOCALES) {
    const text = await transcripts[`${FOLDER}${name}.${locale}.vtt`]?.();
    if (text === undefined) continue;
    files[transcriptKey(locale)] = (await storeTranscript(current, text, locale)).itemId;
  }
  return files;
}

/** What the cast asks the show, when its episodes are there. @param toUserId of somebody of the cast */
export async function seedQuestions(current: Current, toUserId: (name: string) => string): Promise<void> {
  for (const { by, date, title, body, name, voters, answer } of questions) {
    const as = async (who: string, hours = 0) => {
      const userId = toUserId(who);
      const role = (await current.findRole(userId)) ?? 'authenticated';
      return asPerson(current, { userId, role }, new Date(Date.parse(date) + hours * 3_600_000));
    };
    const { subjectId } = await askQuestion(await as(by), {
      title,
      body,
      name,
      maySayName: name !== '',
      mayPlay: false,
      voice: undefined,
      proof: '',
    });
    for (const [at, who] of voters.entries()) await voteFor(await as(who, at + 1), subjectId);
    if (answer !== undefined) await answerQuestion(await as('staff', 240), subjectId, answer);
  }
}
