import type { Current } from '#app/current/current.server.ts';
import type { Erasure, PersonalData } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { HELD_DAYS } from './alias.ts';
import { ALIASES_TOPIC } from './cache-topics.ts';
import { mergedAliases } from './merging.server.ts';

/** Nobody else is called as they were for a while, so that nobody is taken for them. */
const heldNames: Erasure = {
  name: 'aliases.names',
  run: async (current, { userId, standIn, at }) => {
    const until = new Date(at.getTime() + HELD_DAYS * 86_400_000);
    const rows = await current.db.query(sql`update alias_names
      set user_id = ${standIn}, held_until = greatest(held_until, ${until}::timestamptz)
      where user_id = ${userId}::text returning 1`);
    if (rows.length > 0) current.pubSub.publish(ALIASES_TOPIC);
    return { changed: rows.length, next: undefined };
  },
};

export const aliasErasure = {
  fates: {
    'aliases.user_id': 'gone',
    'aliases.flags': 'row',
    'alias_decisions.user_id': 'gone',
    'alias_decisions.decided_by': 'unnamed',
    'alias_decisions.before': 'row',
    'alias_history.user_id': 'gone',
    'alias_looks.user_id': 'gone',
    'alias_names.user_id': 'erased',
    'alias_names.alias_key': 'held',
    'alias_reports.user_id': 'gone',
    'alias_reports.reporter_id': 'unnamed',
    'alias_words.user_id': 'gone',
  },
  erasures: [heldNames],
  moves: {
    'aliases.user_id': 'merged',
    'alias_looks.user_id': 'merged',
    'alias_words.user_id': 'merged',
    'alias_names.user_id': 'merged',
  },
  mergers: [mergedAliases],
} as const satisfies PersonalData;

/** Every name that somebody has or had. Permission is up to the caller. */
export async function findUsedNames({ db }: Current, userId: string): Promise<string[]> {
  const rows = await db.query<{ alias: string }>(sql`
    select alias from aliases where user_id = ${userId} union select safe_alias from aliases where user_id = ${userId}
    union select alias from alias_history where user_id = ${userId}`);
  return rows.map(({ alias }) => alias);
}

/** The names of deleted people are free again when they were held long enough. A job's: needs no role. */
export async function sweepHeldNames({ db, now }: Current): Promise<void> {
  await db.query(
    sql`delete from alias_names where user_id like 'deleted%' and held_until <= ${now()} and not is_refused`,
  );
}
