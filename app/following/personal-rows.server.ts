import * as z from 'zod/mini';

import { PERSONAL_PAGE, pagesOf } from '#app/current/personal-data.server.ts';
import type { PersonalRows } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

const Follow = z.object({ subject: z.string(), createdAt: z.iso.datetime(), isImplied: z.boolean() });

const follows: PersonalRows = {
  name: 'follows',
  title: 'exports.part.follows',
  of: ['follows.user_id'],
  schema: Follow,
  find: ({ db }, { userId = null }) =>
    pagesOf((after: { subject: string } | undefined) =>
      db.query(sql`
        select subject, created_at as "createdAt", is_implied as "isImplied" from follows
        where user_id = ${userId} and subject > ${after?.subject ?? ''} order by subject limit ${PERSONAL_PAGE}`),
    ),
};

export const followRows = {
  personalRows: [follows],
  withheld: { 'followers.user_id': 'derived', 'follow_counts.user_id': 'derived' },
} as const;
