import type * as z from 'zod/mini';

import type { ReadAuditEntry } from '#app/audit/audit-kind.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { TextKey } from '#app/current/locale.ts';

/** A deed of supers for which a second one may be needed, declared by its noun. */
export interface ApprovalKind<Payload = unknown> {
  /** `noun.deed`, unique: what stored ones are found by. */
  readonly name: string;
  readonly schema: z.ZodMiniType<Payload>;
  /** As that of an `AuditKind`, said of what is asked for: `before` is the state, and `after` the payload. */
  readonly text: TextKey;
  readonly read: ReadAuditEntry;
  /** What the audit gets of the deed itself. */
  readonly audit: readonly string[];
  /** What the deed changes, as both see it, locked until the end of the transaction. JSON. @throws Problem */
  findState(current: Current, payload: Payload): Promise<Readonly<Record<string, unknown>>>;
  /** In the transaction of the second person, with the audit of the deed itself. @throws Problem */
  run(current: Current, payload: Payload, reason: string): Promise<void>;
}
