import * as z from 'zod/mini';

import { MaybeTime, Time } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { listOwners } from './exports.server.ts';

const exports: PersonalRows = {
  name: 'exports',
  title: 'exports.part.exports',
  of: ['data_exports.user_id', 'data_exports.email', 'data_exports.owner'],
  schema: z.object({ exportId: z.string(), state: z.string(), askedAt: Time, finishedAt: MaybeTime }),
  find: async function* find({ db }, person) {
    const rows = await db.query(sql`
      select export_id as "exportId", state, asked_at as "askedAt", finished_at as "finishedAt" from data_exports
      where owner = any(${listOwners(person)}::text[]) order by owner`);
    for (const data of rows) yield { data };
  },
};

export const exportRows = {
  addresses: { data_exports: ['email'] },
  moves: { 'data_exports.user_id': 'dropped', 'data_exports.owner': 'dropped', 'data_exports.email': 'ways' },
  personalRows: [exports],
} satisfies PersonalData;
