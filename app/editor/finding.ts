import * as z from 'zod/mini';

/** What is to be looked at before a document is published. An error is in the way of that, a warning is not. */
export const Finding = z.object({
  rule: z.string(),
  level: z.enum(['error', 'warning']),
  line: z.optional(z.number()),
  field: z.optional(z.string()),
  what: z.optional(z.string()),
});
export type Finding = z.output<typeof Finding>;

export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some(({ level }) => level === 'error');
}

export type FindingPosition = Pick<Finding, 'line' | 'field' | 'what'>;

/** With everything known that it asks for, so that it asks nobody. */
export interface CheckRule<Checked> {
  readonly level: Finding['level'];
  readonly find: (checked: Checked) => readonly FindingPosition[];
}

/** The errors first, then in the order of the text, else of the rules. */
export function checkRules<Checked>(checked: Checked, rules: Readonly<Record<string, CheckRule<Checked>>>): Finding[] {
  const findings = Object.entries(rules).flatMap(([rule, { level, find }]) =>
    find(checked).map((position): Finding => Object.assign(position, { rule, level })),
  );
  const rank = ({ level, line = 0 }: Finding) => (level === 'error' ? 0 : 1e9) + line;
  return findings.toSorted((one, other) => rank(one) - rank(other)).slice(0, MAX_FINDINGS);
}

/** More than anybody reads at once; the next ones come when these are done. */
const MAX_FINDINGS = 100;
