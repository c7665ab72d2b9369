import type { Percentiles } from '../people/percentiles.ts';
import { tableOf } from '../table.ts';

export interface SetPageFigures {
  name: string;
  deed: Percentiles;
  plain: Percentiles;
}

export interface SetSizeReport {
  size: number;
  /** A second, of many callers; `alone` is one after the other. */
  likes: { name: string; deed: number; plain: number; alone: { deed: Percentiles; plain: Percentiles } }[];
  pages: SetPageFigures[];
}

export interface SetsReport {
  sizes: SetSizeReport[];
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });
const ms = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, minimumFractionDigits: 2 });

export function setsSections({ sizes }: SetsReport): string[] {
  return sizes.flatMap(({ size, likes, pages }) => [
    `## Sets of ${number.format(size)} memberships`,
    tableOf(
      ['', 'site', 'plain SQL', 'share', 'alone, site p50 / p95', 'alone, plain SQL p50 / p95'],
      likes.map(({ name, deed, plain, alone }) => [
        name,
        `${number.format(deed)}/s`,
        `${number.format(plain)}/s`,
        percent.format(deed / plain),
        timesText(alone.deed),
        timesText(alone.plain),
      ]),
    ),
    tableOf(
      ['', 'site p50 / p95', 'plain SQL p50 / p95', 'longer'],
      pages.map(({ name, deed, plain }) => [
        name,
        timesText(deed),
        timesText(plain),
        percent.format(deed.p50 / plain.p50 - 1),
      ]),
    ),
  ]);
}

function timesText({ p50, p95 }: Percentiles): string {
  return `${ms.format(p50)} / ${ms.format(p95)} ms`;
}
