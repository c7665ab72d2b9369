import type { AuditAction } from '#app/audit/audit.ts';

import type { NamedPerson } from '../person-link.tsx';

/** An entry of the audit log as its reader reads it: with names, and with the reader as 'you'. */
export interface AuditSentence {
  readonly auditId: number;
  /** ISO 8601. */
  readonly at: string;
  readonly kind: AuditSentenceKind;
  /** The role as which whoever did it saw the site. */
  readonly masquerade: string | null;
  readonly values: Readonly<Record<string, AuditSentenceValue>>;
  readonly changes: readonly FieldChange[];
  readonly reason: string | null;
}

export type AuditSentenceKind = AuditAction | 'account.changeBan' | 'snippet.replace' | 'other';

/** Texts and numbers choose the words of a sentence; the rest is shown in it. */
export type AuditSentenceValue =
  | string
  | number
  | NamedPerson
  | { readonly title: string }
  | { readonly role: string }
  | { readonly at: string }
  /** The end of a ban; null until somebody lifts it. */
  | { readonly until: string | null };

/** `null` where there was or is nothing. */
export interface FieldChange {
  /** The names on the way to it, such as `policy › quotas › user`. */
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}
