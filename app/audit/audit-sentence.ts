/** An entry of the audit log as its reader reads it: with names, and with the reader as 'you'. */
export interface AuditSentence {
  readonly auditId: number;
  /** ISO 8601. */
  readonly at: string;
  /** The role as which whoever did it saw the site. */
  readonly masquerade: string | null;
  /** Words in the locale of the reader, and what is shown between them. */
  readonly parts: readonly AuditSentenceValue[];
  readonly changes: readonly FieldChange[];
  readonly reason: string | null;
}

/** Texts and numbers choose the words of a sentence; the rest is shown in it. */
export type AuditSentenceValue =
  | string
  | number
  | { readonly userId: string; readonly name: string; readonly isYou: boolean }
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
