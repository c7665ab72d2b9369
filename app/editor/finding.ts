import * as z from 'zod/mini';

/** What is to be looked at before a document is published. An error is in the way of that, a warning is not. */
export const Finding = z.object({
  /** The name of the rule. */
  rule: z.string(),
  level: z.enum(['error', 'warning']),
  /** Where it is: a line of the text, from 1, or a field of the form. */
  line: z.optional(z.number()),
  field: z.optional(z.string()),
  /** What it is about, as it was typed. */
  what: z.optional(z.string()),
});
export type Finding = z.output<typeof Finding>;

export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some(({ level }) => level === 'error');
}
