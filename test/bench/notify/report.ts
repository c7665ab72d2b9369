import type { Percentiles } from '../people/percentiles.ts';
import { tableOf } from '../table.ts';

export interface NotifyReport {
  followers: number;
  /** Followers told in a second, when nobody asks for anything, and while counts are asked without end. */
  perSecond: number;
  perSecondBeside: number;
  /** Milliseconds that a count takes, without and with the fan-out. */
  alone: Percentiles;
  beside: Percentiles;
  streams: number;
  /** Milliseconds until an open stream has counted anew, when all do at once. */
  counted: Percentiles;
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const times = ({ p50, p95 }: Percentiles) => `${number.format(p50)} / ${number.format(p95)} ms`;

export function notifySections({
  followers,
  perSecond,
  perSecondBeside,
  alone,
  beside,
  streams,
  counted,
}: NotifyReport): string[] {
  const table = tableOf(
    ['', 'figure'],
    [
      [`followers told a second, of ${number.format(followers)}`, number.format(perSecond)],
      ['followers told a second beside counts', number.format(perSecondBeside)],
      ['a count without a fan-out, p50 / p95', times(alone)],
      ['a count beside a fan-out, p50 / p95', times(beside)],
      [`${streams} open streams have counted anew, p50 / p95`, times(counted)],
    ],
  );
  return [`## Notifications\n\n${table}`];
}
