import type { Current } from '#app/current/current.server.ts';

import type { EntryCard } from '../entry.ts';
import { getProject } from '../projects.server.ts';
import { findBestEntries } from './best-entries.server.ts';
import { showCards } from './find-entries.server.ts';
import { findWordForms } from './word-forms.server.ts';

/** On average of each word: more than standing somewhere in the text. */
const MIN_SCORE = 2;
const SHOWN = 5;

/** Those that say enough of the words of a text where it counts; merged ones lead on. @throws Problem 404 */
export async function findSimilar(current: Current, projectId: string, text: string): Promise<EntryCard[]> {
  await getProject(current, projectId);
  const forms = await findWordForms(current, projectId, text);
  return showCards(current, await findBestEntries(current, projectId, { forms, leastScore: MIN_SCORE, limit: SHOWN }));
}
