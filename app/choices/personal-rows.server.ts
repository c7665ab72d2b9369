import * as z from 'zod/mini';

import { findBy } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

const choices: PersonalRows = {
  name: 'choices',
  title: 'exports.part.choices',
  of: ['account_choices.user_id'],
  schema: z.object({ name: z.string(), value: z.string() }),
  find: findBy<{ name: string }>(
    ({ userId }, after) => sql`
      select name, value
      from account_choices where user_id = ${userId} and name > ${after?.name ?? ''} order by name`,
  ),
};

export const choiceRows = {
  personalRows: [choices],
} satisfies PersonalData;
