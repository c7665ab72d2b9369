import * as z from 'zod/mini';

import { MaybeTime, NO_UUID, Time, findBy } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import { listParticipantIds } from '#app/threads/readers.server.ts';
import { sql } from '#lib/database/sql.server.ts';

const podcastPlaces: PersonalRows = {
  name: 'podcast-places',
  title: 'exports.part.podcastPlaces',
  of: ['podcast_places.user_id'],
  schema: z.object({ episodeId: z.string(), seconds: z.number(), at: Time }),
  find: findBy<{ episodeId: string }>(
    ({ userId }, after) => sql`
      select episode_id as "episodeId", seconds, at
      from podcast_places where user_id = ${userId} and episode_id > ${after?.episodeId ?? NO_UUID} order by episode_id`,
  ),
};

/** Their words and voice are among what they wrote. */
const podcastQuestions: PersonalRows = {
  name: 'podcast-questions',
  title: 'exports.part.podcastQuestions',
  of: [],
  schema: z.object({
    subjectId: z.string(),
    title: z.string(),
    name: z.string(),
    mayPlay: z.boolean(),
    episodeId: z.nullable(z.string()),
    seconds: z.nullable(z.number()),
    answeredAt: MaybeTime,
  }),
  find: findBy<{ subjectId: string }>(
    (person, after) => sql`
      select subject_id as "subjectId", e.title, q.name, q.may_play as "mayPlay", q.episode_id as "episodeId", q.seconds,
        q.answered_at as "answeredAt"
      from feedbag_entries e join podcast_questions q using (subject_id)
      where e.participant_id = any(${listParticipantIds(person)}::text[]) and subject_id > ${after?.subjectId ?? NO_UUID}
      order by subject_id`,
  ),
};

export const podcastRows = {
  personalRows: [podcastQuestions, podcastPlaces],
} satisfies PersonalData;
