import type { Percentiles } from '../people/percentiles.ts';
import { tableOf } from '../table.ts';

export interface ScreenFigures {
  name: string;
  statuses: readonly number[];
  /** Milliseconds of the first answer after a start. */
  first: number;
  page: Percentiles;
  /** Of its main part in SQL alone. */
  bare: Percentiles;
}

export interface ConsoleReport {
  items: number;
  screens: readonly ScreenFigures[];
}

/** Milliseconds, at p95. */
const MOST = 200;
const ms = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 });

export function consoleSections({ items, screens }: ConsoleReport): string[] {
  const heads = ['', 'the first, ms', 'p50 / p95, ms', 'SQL alone, ms', 'share', `p95 ≤ ${MOST} ms`];
  return [`## The console\n\n${about(items)}\n\n${tableOf(heads, screens.map(screenRowOf))}`];
}

const about = (
  items: number,
) => `A crate of ${items.toLocaleString('en-US')} items beside 1,000 crates, 100,000 accounts, 500 apps, 200,000 entries of the audit, 10,000 posts and
100,000 messages: whole pages as staff get them, one after the other, and the main statement of each in SQL alone.`;

export function screenRowOf({ name, statuses, first, page, bare }: ScreenFigures): string[] {
  const isOk = statuses.every((status) => status === 200 || status === 303);
  return [
    isOk ? name : `${name} (${statuses.join(', ')})`,
    ms.format(first),
    `${ms.format(page.p50)} / ${ms.format(page.p95)}`,
    `${ms.format(bare.p50)} / ${ms.format(bare.p95)}`,
    `${ms.format(page.p50 / bare.p50)} ×`,
    isOk && page.p95 <= MOST ? 'yes' : 'no',
  ];
}
