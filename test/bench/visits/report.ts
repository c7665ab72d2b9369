import type { Percentiles } from '../people/percentiles.ts';
import { tableOf } from '../table.ts';
import { DAYS, DAYS_OF_ROWS, ROWS, VIEWS } from './fill.ts';
import type { FlowFigures } from './flow.ts';

export interface VisitScreenFigures {
  readonly name: string;
  readonly statuses: readonly number[];
  /** Milliseconds. */
  readonly page: Percentiles;
  /** Of its statements alone. */
  readonly bare: Percentiles;
}

export interface VisitsReport {
  /** Milliseconds to sum up a day the first time, and what is left of the last one each hour. */
  readonly ofDay: number;
  readonly hourly: number;
  readonly sums: number;
  readonly megabytes: number;
  readonly screens: readonly VisitScreenFigures[];
  readonly flow: FlowFigures;
}

const ms = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 });
const whole = (number: number) => Math.round(number).toLocaleString('en-US');

export function visitsSections({ ofDay, hourly, sums, megabytes, screens, flow }: VisitsReport): string[] {
  const heads = ['', 'p50 / p95, ms', 'SQL alone, ms', 'share'];
  const about = `${whole(VIEWS)} views of ${whole(DAYS)} days as ${whole(sums)} sums (${whole(megabytes)} MB), the last ${DAYS_OF_ROWS} days of them as
${whole(ROWS)} rows: whole pages as staff get them, one after the other, and the statements of each alone, at once, in turns with it.`;
  const jobs = `A day of ${whole(ROWS / DAYS_OF_ROWS)} views is summed up in ${ms.format(ofDay / 1000)} s, with its month; the run of every hour takes ${ms.format(hourly / 1000)} s.`;
  return [`## Visits\n\n${about}\n\n${tableOf(heads, screens.map(rowOf))}\n\n${jobs}\n\n${flowLine(flow)}`];
}

function rowOf({ name, statuses, page, bare }: VisitScreenFigures): string[] {
  return [
    statuses.every((status) => status === 200) ? name : `${name} (${statuses.join(', ')})`,
    `${ms.format(page.p50)} / ${ms.format(page.p95)}`,
    `${ms.format(bare.p50)} / ${ms.format(bare.p95)}`,
    `${ms.format(page.p50 / bare.p50)} ×`,
  ];
}

function flowLine({ perSecond, seconds, told, lost, refused, page, refusedPages }: FlowFigures): string {
  return `${whole(perSecond)} views a second for ${seconds} seconds, a request each, are taken in ${ms.format(told.p50)} / ${ms.format(told.p95)} ms
(p50 / p95, from when each is due), ${whole(lost)} of them lost after 202, ${whole(refused)} refused; the page of visits meanwhile takes
${ms.format(page.p50)} / ${ms.format(page.p95)} ms, ${whole(refusedPages)} times refused.`;
}
