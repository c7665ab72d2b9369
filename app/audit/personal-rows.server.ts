import * as z from 'zod/mini';

import { MaybeText, Time, findBy } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

const deeds: PersonalRows = {
  name: 'deeds',
  title: 'exports.part.deeds',
  of: ['audit.user_id'],
  schema: z.object({ auditId: z.number(), at: Time, action: z.string(), role: z.string(), masquerade: MaybeText }),
  find: findBy<{ auditId: number }>(
    ({ userId }, after) => sql`
      select audit_id::float8 as "auditId", at, action, role, masquerade
      from audit where user_id = ${userId} and (at, audit_id) > (coalesce((select before.at from audit before where before.audit_id = ${after?.auditId ?? 0}), '-infinity'), ${after?.auditId ?? 0}) order by at, audit_id`,
  ),
};

export const auditRows = {
  personalRows: [deeds],
} satisfies PersonalData;
