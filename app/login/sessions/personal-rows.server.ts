import * as z from 'zod/mini';

import { MaybeText, Time, findBy } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

const sessions: PersonalRows = {
  name: 'sessions',
  title: 'exports.part.sessions',
  of: ['sessions.user_id'],
  schema: z.object({
    loginId: z.string(),
    browser: MaybeText,
    system: MaybeText,
    createdAt: Time,
    lastUsedAt: Time,
    provedAt: Time,
    expiresAt: Time,
  }),
  find: findBy<{ loginId: string }>(
    ({ userId }, after) => sql`
      select login_id as "loginId", browser, system, created_at as "createdAt", last_used_at as "lastUsedAt", proved_at as "provedAt", expires_at as "expiresAt"
      from sessions where user_id = ${userId} and login_id > ${after?.loginId ?? ''} order by login_id`,
  ),
};

export const sessionRows = {
  personalRows: [sessions],
} satisfies PersonalData;
