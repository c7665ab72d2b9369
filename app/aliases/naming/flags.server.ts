import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { AliasFlag } from '../alias.ts';
import { findRudeWords } from '../rules/rude.server.ts';
import { isMixed, scriptsIn } from '../rules/scripts.ts';

interface FlagSubject {
  context: string;
  userId: string;
  alias: string;
  looks: readonly string[];
}

/** What moderators should look at in a name; a flag alone does not forbid it (UTS 39). */
export async function findFlags(
  current: Current,
  { context, userId, alias, looks }: FlagSubject,
): Promise<AliasFlag[]> {
  const alike = await current.db.query<Pick<Row<'alias_looks'>, 'user_id'>>(sql`select distinct user_id from alias_looks
    where context = ${context} and look = any(${looks}::text[]) and user_id <> ${userId} limit 5`);
  const scripts = scriptsIn(alias);
  const words = findRudeWords(alias);
  return [
    ...(words.length > 0 ? [{ kind: 'rude', words } as const] : []),
    ...(alike.length > 0 ? [{ kind: 'lookalike', userIds: alike.map((row) => row.user_id) } as const] : []),
    ...(isMixed(alias) ? [{ kind: 'mixedScripts', scripts } as const] : []),
    ...(scripts.includes('Other') ? [{ kind: 'rareScript' } as const] : []),
  ];
}
