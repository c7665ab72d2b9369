import * as z from 'zod/mini';

import { Time, findBy } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

const itemViews: PersonalRows = {
  name: 'item-views',
  title: 'exports.part.itemViews',
  of: ['item_views.user_id'],
  schema: z.object({
    crateId: z.string(),
    slot: z.number(),
    name: z.string(),
    query: z.string(),
    isShared: z.boolean(),
    updatedAt: Time,
  }),
  find: findBy<{ crateId: string; slot: number }>(
    ({ userId }, after) => sql`
      select crate_id as "crateId", slot, name, query, is_shared as "isShared", updated_at as "updatedAt"
      from item_views where user_id = ${userId} and (crate_id, slot) > (${after?.crateId ?? ''}, ${after?.slot ?? -1}) order by crate_id, slot`,
  ),
};

export const itemViewRows = {
  personalRows: [itemViews],
} satisfies PersonalData;
