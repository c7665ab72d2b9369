import type { AuditDeclaration } from '#app/current/answer.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { CAST } from './cast.ts';
import type { CastName } from './cast.ts';
import type { TestSite } from './site.ts';

/** A form or call that had success. */
export interface SentRequest {
  readonly who: CastName;
  /** An intent, or the id of a call. */
  readonly name: string;
  readonly requestId: string;
}

/** What a form or call says that the audit gets of it. */
interface NamedDeclaration {
  readonly name: string;
  readonly audit?: AuditDeclaration['audit'];
  readonly unaudited?: AuditDeclaration['unaudited'];
}

/**
 * Holds what requests have written into the audit against what they declare.
 * @returns as sentences what was written otherwise, and the names of those that should write something and never did
 */
export async function checkEntries(
  { parts }: TestSite,
  sent: readonly SentRequest[],
  declarations: readonly NamedDeclaration[],
): Promise<{ wrong: string[]; silent: string[] }> {
  const ids = sent.map(({ requestId }) => requestId);
  const entries = await parts.db.query<{ requestId: string; action: string; userId: string | null }>(sql`
    select request_id as "requestId", action, user_id as "userId" from audit where request_id = any(${ids}::text[])`);
  const heard = new Set<string>();
  const wrong = sent.flatMap(({ who, name, requestId }) => {
    const declared = declarations.filter((one) => one.name === name);
    const actions = declared.flatMap(({ audit = [] }) => audit);
    const written = entries.filter((entry) => entry.requestId === requestId);
    if (written.length > 0) heard.add(name);
    const isTrue = written.every(({ action, userId }) => actions.includes(action) && userId === CAST[who].userId);
    const maySayNothing = actions.length === 0 || declared.some(({ unaudited }) => unaudited !== undefined);
    if (isTrue && (written.length > 0 || maySayNothing)) return [];
    const found = written.map(({ action, userId }) => `${action} of ${userId}`);
    return [`${name} by ${who} declares [${actions.join(', ')}] and has written [${found.join(', ')}]`];
  });
  const silent = declarations.filter(({ name, audit }) => audit !== undefined && !heard.has(name));
  return { wrong, silent: silent.map(({ name }) => name) };
}
