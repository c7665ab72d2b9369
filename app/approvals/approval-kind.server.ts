import type * as z from 'zod/mini';

import type { ReadAuditEntry } from '#app/audit/audit-kind.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { Role } from '#app/current/role.ts';

/** A deed for which a second person, a super, may be needed, declared by its noun. */
export interface ApprovalKind<Payload = unknown> {
  /** `noun.deed`, unique: what stored ones are found by. */
  readonly name: string;
  /** The lowest role that may ask for it. */
  readonly least: Role;
  readonly schema: z.ZodMiniType<Payload>;
  /** As that of an `AuditKind`, said of what is asked for: `before` is the state, and `after` the payload. */
  readonly text: TextKey;
  readonly read: ReadAuditEntry;
  /** The path of a page that says what it would do, before anybody decides. */
  preview?(payload: Payload): string;
  /** What the audit gets of the deed itself. */
  readonly audit: readonly string[];
  /** What the deed changes, as both see it, locked until the end of the transaction. JSON. @throws Problem */
  findState(current: Current, payload: Payload): Promise<Readonly<Record<string, unknown>>>;
  /** In the transaction of the second person, with the audit of the deed itself. @throws Problem */
  run(current: Current, payload: Payload, asked: AskedBy): Promise<void>;
}

interface AskedBy {
  readonly askedBy: string;
  readonly reason: string;
}
