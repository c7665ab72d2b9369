import * as z from 'zod/mini';

import { Details, MaybeTime, NO_UUID, Time, findBy } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

const drafts: PersonalRows = {
  name: 'drafts',
  title: 'exports.part.drafts',
  of: ['editor_drafts.user_id'],
  schema: z.object({ crateId: z.string(), itemId: z.string(), fields: Details, savedAt: Time, discardedAt: MaybeTime }),
  find: findBy<{ crateId: string; itemId: string }>(
    ({ userId }, after) => sql`
      select crate_id as "crateId", item_id as "itemId", fields, saved_at as "savedAt", discarded_at as "discardedAt"
      from editor_drafts where user_id = ${userId} and (crate_id, item_id) > (${after?.crateId ?? ''}, ${after?.itemId ?? ''}) order by crate_id, item_id`,
  ),
};

const reviews: PersonalRows = {
  name: 'reviews',
  title: 'exports.part.reviews',
  of: ['editor_reviews.user_id'],
  schema: z.object({
    crateId: z.string(),
    itemId: z.string(),
    etag: z.string(),
    kind: z.string(),
    note: z.string(),
    at: Time,
  }),
  find: findBy<{ crateId: string; itemId: string; etag: string }>(
    ({ userId }, after) => sql`
      select crate_id as "crateId", item_id as "itemId", etag, kind, note, at
      from editor_reviews where user_id = ${userId} and (crate_id, item_id, etag) > (${after?.crateId ?? ''}, ${after?.itemId ?? NO_UUID}::uuid, ${after?.etag ?? ''}) order by crate_id, item_id, etag`,
  ),
};

export const editorRows = {
  personalRows: [drafts, reviews],
  withheld: {
    'editor_presence.user_id': 'passing',
    'editor_previews.created_by': 'staff',
    'editor_schedules.user_id': 'staff',
  },
} satisfies PersonalData;
