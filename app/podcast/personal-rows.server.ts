import * as z from 'zod/mini';

import { MaybeTime, NO_UUID, Time, findBy, pagesOf } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import { findEntriesOf } from '#app/feedbag/personal-rows.server.ts';
import type { OwnEntry } from '#app/feedbag/personal-rows.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { QUESTIONS_PROJECT } from './questions/question.ts';

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
  find: async function* find(current, person) {
    const findPage = async (after: QuestionEntry | undefined) => {
      const entries = await findEntriesOf(current, person, { projectId: QUESTIONS_PROJECT, after, limit: PAGE });
      const ids = entries.map(({ subjectId }) => subjectId);
      const rows = await current.db.query<OwnQuestionRow>(sql`
        select subject_id, name, may_play, episode_id, seconds, answered_at from podcast_questions
        where subject_id = any(${ids}::uuid[])`);
      const facts = new Map(rows.map((row) => [row.subject_id, row]));
      return entries.map((entry) => Object.assign(entry, { facts: facts.get(entry.subjectId) }));
    };
    for await (const { subjectId, title, facts } of pagesOf(findPage, PAGE)) {
      const { name = '', may_play: mayPlay = false, episode_id: episodeId = null, seconds = null } = facts ?? {};
      yield { data: { subjectId, title, name, mayPlay, episodeId, seconds, answeredAt: facts?.answered_at ?? null } };
    }
  },
};

const PAGE = 500;

type OwnQuestionRow = Pick<
  Row<'podcast_questions'>,
  'subject_id' | 'name' | 'may_play' | 'episode_id' | 'seconds' | 'answered_at'
>;
interface QuestionEntry extends OwnEntry {
  readonly facts: OwnQuestionRow | undefined;
}

export const podcastRows = {
  personalRows: [podcastQuestions, podcastPlaces],
} satisfies PersonalData;
