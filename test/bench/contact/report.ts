import type { Percentiles } from '../people/percentiles.ts';
import { tableOf } from '../table.ts';

export interface ContactReport {
  submissions: number;
  /** Milliseconds. */
  figures: readonly { readonly name: string; readonly took: Percentiles }[];
}

const ms = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 });

export function contactSections({ submissions, figures }: ContactReport): string[] {
  const rows = figures.map(({ name, took: { p50, p95 } }) => [name, `${ms.format(p50)} / ${ms.format(p95)} ms`]);
  const table = tableOf([`of ${submissions.toLocaleString('en-US')} messages`, 'p50 / p95'], rows);
  return [`## The desk\n\nA page of 30, as the server finds it, for two callers at once.\n\n${table}`];
}
