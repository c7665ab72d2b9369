import type { AuditKind } from '#app/audit/audit-kind.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { ItemKey } from '#app/editor/schedule.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';

interface AuditedResult<Result> {
  readonly result: Result;
  readonly before?: object;
  readonly after?: object;
}

/** A deed of the storage and its entry, both or none. @param deed undefined from it where it has changed nothing */
export function inAudit<Result>(
  current: Current,
  { crateId, itemId }: ItemKey,
  kind: AuditKind,
  deed: (current: Current) => Promise<AuditedResult<Result> | undefined>,
): Promise<Result | undefined> {
  const work = async (current: Current) => {
    const done = await deed(current);
    if (done === undefined) return undefined;
    const { result, before, after } = done;
    await recordAuditEntry(current, kind, { target: `item/${crateId}/${itemId}`, before, after });
    return result;
  };
  return retryAfterDeadlock(current.db, () => inTransaction(current, work));
}
