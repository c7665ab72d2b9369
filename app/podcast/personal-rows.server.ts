import * as z from 'zod/mini';

import { NO_UUID, Time, findBy } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
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

export const podcastRows = {
  personalRows: [podcastPlaces],
} satisfies PersonalData;
