import * as z from 'zod/mini';

import { NO_UUID, Time, findBy } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

const supportVotes: PersonalRows = {
  name: 'support-votes',
  title: 'exports.part.supportVotes',
  of: ['support_votes.user_id'],
  schema: z.object({ answerId: z.string(), hasHelped: z.boolean(), isSpared: z.boolean(), at: Time }),
  find: findBy<{ answerId: string }>(
    ({ userId }, after) => sql`
      select answer_id as "answerId", has_helped as "hasHelped", is_spared as "isSpared", at
      from support_votes where user_id = ${userId} and answer_id > ${after?.answerId ?? NO_UUID} order by answer_id`,
  ),
};

export const supportRows = {
  personalRows: [supportVotes],
} satisfies PersonalData;
