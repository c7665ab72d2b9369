import * as z from 'zod/mini';

import { MaybeTime, NO_UUID, Time, findBy } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

const keys: PersonalRows = {
  name: 'keys',
  title: 'exports.part.keys',
  of: ['delegation_keys.user_id'],
  schema: z.object({
    keyId: z.string(),
    name: z.string(),
    permissions: z.array(z.string()),
    createdAt: Time,
    expiresAt: MaybeTime,
    lastUsedAt: MaybeTime,
  }),
  find: findBy<{ keyId: string }>(
    ({ userId }, after) => sql`
      select key_id as "keyId", name, permissions, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"
      from delegation_keys where user_id = ${userId} and key_id > ${after?.keyId ?? NO_UUID} order by key_id`,
  ),
};

export const keyRows = {
  personalRows: [keys],
} satisfies PersonalData;
