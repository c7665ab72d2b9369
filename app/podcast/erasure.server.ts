import type { Erasure, PersonalData } from '#app/current/personal-data.server.ts';
import { findEntryIdsOf } from '#app/feedbag/erasure.server.ts';

import { eraseQuestion } from './questions/answering.server.ts';
import { QUESTIONS_PROJECT } from './questions/question.ts';

const BATCH = 50;

/** With the voice and the name, answered or not. */
const askedQuestions: Erasure = {
  name: 'podcast.questions',
  run: async (current, person) => {
    const ids = await findEntryIdsOf(current, person, QUESTIONS_PROJECT, BATCH);
    for (const id of ids) await eraseQuestion(current, id);
    return { changed: ids.length, next: ids.length < BATCH ? undefined : 'more' };
  },
};

export const podcastErasure = {
  fates: {
    'podcast_places.user_id': 'gone',
  },
  erasures: [askedQuestions],
} as const satisfies PersonalData;
