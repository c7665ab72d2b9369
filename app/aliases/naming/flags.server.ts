import type { Current } from '#app/current/current.server.ts';

import type { AliasFlag } from '../alias.ts';
import { isMixed, scriptsIn } from '../rules/scripts.ts';

interface FlagSubject {
  context: string;
  userId: string;
  alias: string;
  looks: readonly string[];
}

/** What is odd about a name, for moderators to judge: nothing of it forbids the name (UTS 39). */
export async function findFlags(
  current: Current,
  { context, userId, alias, looks }: FlagSubject,
): Promise<AliasFlag[]> {
  const alike = await current.db.query<{ user_id: string }>(ALIKE, [context, looks, userId]);
  const scripts = scriptsIn(alias);
  return [
    ...(alike.length > 0 ? [{ kind: 'lookalike', userIds: alike.map((row) => row.user_id) } as const] : []),
    ...(isMixed(alias) ? [{ kind: 'mixedScripts', scripts } as const] : []),
    ...(scripts.includes('Other') ? [{ kind: 'rareScript' } as const] : []),
  ];
}

const ALIKE = {
  name: 'alias_alike',
  text: `select distinct user_id from alias_looks
    where context = $1 and look = any($2::text[]) and user_id <> $3 limit 5`,
};
