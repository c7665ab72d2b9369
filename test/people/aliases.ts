import { beforeEach } from 'vitest';

import type { Alias, OwnAlias } from '#app/aliases/alias.ts';
import { setAlias } from '#app/aliases/aliases.server.ts';
import type { QueueEntry } from '#app/aliases/moderation/moderation.ts';
import { changeAlias } from '#app/aliases/naming/changes.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { CAST } from '../cast.ts';
import type { CastName } from '../cast.ts';
import type { SiteRequest, TestSite } from '../site.ts';
import { dataOf } from '../storage.ts';

export const FORBIDDEN = [403, "You aren't allowed in here."];
const TABLES = sql`aliases, alias_names, alias_looks, alias_history, alias_reports, alias_decisions, alias_words`;

/** What the tests of names do; before each test nobody but the creator has a name. */
export function useAliases(site: TestSite) {
  beforeEach(async () => {
    await site.parts.db.query(sql`truncate ${TABLES}`);
    await give(CAST.creator.userId, CAST.creator.alias);
  });
  const give = (userId: string, alias: string, context = 'rumpus') =>
    setAlias(systemCurrent(site.parts), context, userId, alias);
  const as = (userId: string, role: 'authenticated' | 'staff' = 'authenticated'): Current => {
    const current = systemCurrent(site.parts);
    return { ...current, actor: { ...current.actor, userId, role, ownRole: role } };
  };
  const post = (who: CastName | undefined, path: string, body: object, headers: SiteRequest['headers'] = {}) =>
    site.ask(who, `/api/aliases${path}`, { method: 'POST', body, headers });
  const seen = async (userId: string) => {
    const path = `/api/aliases/contexts/rumpus/users?userIds=${userId}`;
    return (await dataOf<Alias[]>(await site.ask(undefined, path)))[0];
  };
  /** A name that waits for a moderator. */
  const flagged = async (userId = 'copycat', one = 'limes11', other = 'Iimes11') => {
    await give('original', one);
    return changeAlias(as(userId), 'rumpus', '@me', other);
  };
  return {
    give,
    as,
    post,
    seen,
    flagged,
    report: (who: CastName | undefined, userId: string, reason = 'rude') =>
      post(who, `/contexts/rumpus/users/${userId}/reports`, { reason }),
    decide: (who: CastName | undefined, userId: string, body: object, headers: SiteRequest['headers'] = {}) =>
      post(who, `/contexts/rumpus/users/${userId}/decisions`, body, headers),
    undo: (who: CastName | undefined, decisionId: string) => post(who, `/moderation/${decisionId}/undo`, {}),
    queue: async (query = '') => dataOf<QueueEntry[]>(await site.ask('staff', `/api/aliases/moderation${query}`)),
    stateOf: async (userId: string) =>
      dataOf<OwnAlias>(await site.ask('admin', `/api/aliases/contexts/rumpus/users/${userId}`)),
  };
}
