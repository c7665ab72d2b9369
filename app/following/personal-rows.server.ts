import * as z from 'zod/mini';

import { Time, findBy } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

const follows: PersonalRows = {
  name: 'follows',
  title: 'exports.part.follows',
  of: ['follows.user_id'],
  schema: z.object({ subject: z.string(), createdAt: Time, isImplied: z.boolean() }),
  find: findBy<{ subject: string }>(
    ({ userId }, after) => sql`
      select subject, created_at as "createdAt", is_implied as "isImplied"
      from follows where user_id = ${userId} and subject > ${after?.subject ?? ''} order by subject`,
  ),
};

export const followRows = {
  personalRows: [follows],
  withheld: {
    'followers.user_id': 'derived',
    'follow_counts.user_id': 'derived',
  },
} satisfies PersonalData;
