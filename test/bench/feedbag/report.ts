import type { Percentiles } from '../people/percentiles.ts';
import { tableOf } from '../table.ts';

export interface FeedbagReport {
  readonly entries: number;
  /** Of three words; the plain statement knows how they are written. */
  readonly similar: { readonly plain: Percentiles; readonly exact: Percentiles; readonly mistyped: Percentiles };
  /** A second, of many callers for one entry; the plain statement follows nothing and asks nobody whether it may. */
  readonly votes: { readonly deed: number; readonly plain: number };
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });
const times = ({ p50, p95 }: Percentiles) => `${number.format(p50)} / ${number.format(p95)} ms`;

export function feedbagSections({ entries, similar, votes }: FeedbagReport): string[] {
  const table = tableOf(
    ['', 'figure'],
    [
      ['entries like three words as they are written, p50 / p95', times(similar.exact)],
      ['entries like three mistyped words, p50 / p95 (wanted: p95 under 100 ms)', times(similar.mistyped)],
      ['entries with three exact words by plain SQL, p50 / p95', times(similar.plain)],
      ['votes for one entry a second', number.format(votes.deed)],
      ['votes for one entry a second by plain SQL', number.format(votes.plain)],
      ['share', percent.format(votes.deed / votes.plain)],
    ],
  );
  return [`## Feedback of ${number.format(entries)} entries\n\n${table}`];
}
