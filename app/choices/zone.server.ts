import * as z from 'zod/mini';

import type { Current } from '#app/current/current.server.ts';
import { isSqlState } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { isTimeZone } from '#lib/locale/zone-time.ts';

import type { Choice } from './choice.server.ts';
import { noZone } from './problems.ts';

/** By its name, such as Europe/Berlin. */
export const zone: Choice = {
  name: 'zone',
  // PostgreSQL turns offsets the other way round.
  schema: z.string().check(z.maxLength(64), z.regex(/^[A-Za-z]/), z.refine(isTimeZone)),
  fallback: 'UTC',
  isClearable: true,
  pages: ['/alerts', '/account/settings'],
  title: 'choices.zone.title',
  about: 'choices.zone.about',
  refusal: noZone,
  isKnown: hasDatabaseZone,
  guess: 'zone',
};

/** Browsers know zones that PostgreSQL does not, with which a statement for many people would fail. */
async function hasDatabaseZone({ db }: Current, value: string): Promise<boolean> {
  try {
    await db.query(sql`select now() at time zone ${value}`);
    return true;
  } catch (error) {
    if (isSqlState(error, '22023')) return false;
    throw error;
  }
}
