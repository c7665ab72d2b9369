import type { Percentiles } from '../people/percentiles.ts';
import { tableOf } from '../table.ts';

export interface AuditReport {
  entries: number;
  /** Milliseconds. */
  figures: readonly { readonly name: string; readonly took: Percentiles }[];
  /** Entries a second, by one process. */
  chained: number;
  verified: number;
}

const ms = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 });
const whole = (number: number) => Math.round(number).toLocaleString('en-US');

export function auditSections({ entries, figures, chained, verified }: AuditReport): string[] {
  const rows = figures.map(({ name, took: { p50, p95 } }) => [name, `${ms.format(p50)} / ${ms.format(p95)} ms`]);
  const table = tableOf([`of ${whole(entries)} entries`, 'p50 / p95'], rows);
  const chain = `A process chains ${whole(chained)} entries a second, and verifies ${whole(verified)}.`;
  return [`## The audit\n\nA page of 50, as the server finds it, for two callers at once.\n\n${table}\n\n${chain}`];
}
