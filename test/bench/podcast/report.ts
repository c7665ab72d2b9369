import { tableOf } from '../table.ts';
import { atMost, share } from '../verdicts.ts';
import type { BenchVerdict } from '../verdicts.ts';

export interface FeedTimes {
  readonly episodes: number;
  readonly bytes: number;
  /** Milliseconds: as it is kept, for whom it has not changed, and after an episode has changed. */
  readonly kept: readonly number[];
  readonly fresh: readonly number[];
  readonly anew: readonly number[];
}

/** Megabytes a second, and megabytes of the site's process before and at most. */
export interface RangeFigures {
  readonly part: number;
  readonly site: number;
  readonly bare: number;
  readonly idle: number;
  readonly most: number;
}

export interface PodcastReport {
  readonly feeds: readonly FeedTimes[];
  readonly fileBytes: number;
  readonly clients: number;
  readonly ranges: readonly RangeFigures[];
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const ms = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 });
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });

export function podcastSections({ feeds, fileBytes, clients, ranges }: PodcastReport): string[] {
  const feed = tableOf(
    ['feed, p50 / p95 / p99', 'kB, compressed', 'as it is kept', '304', 'after a change'],
    feeds.map(({ episodes, bytes, kept, fresh, anew }) => [
      `of ${number.format(episodes)} episodes`,
      number.format(bytes / 1000),
      ...[kept, fresh, anew].map(timesOf),
    ]),
  );
  const files = tableOf(
    [
      `parts of ${number.format(fileBytes / 1e6)} MB, ${clients} clients`,
      'site',
      'bare server',
      'share',
      'MB before / at most',
    ],
    ranges.map(({ part, site, bare, idle, most }) => [
      `${number.format(part / 1024)} KB each`,
      ...[site, bare].map((rate) => `${number.format(rate)} MB/s`),
      percent.format(site / bare),
      [idle, most].map((one) => number.format(one)).join(' / '),
    ]),
  );
  const wanted = verdictsOf(feeds, ranges).map(({ what, wanted: bound, figure, isMet }) => {
    return [what, bound, figure, isMet ? 'yes' : 'no'];
  });
  return [`## Podcast\n\n${tableOf(['', 'wanted', 'figure', 'reached'], wanted)}\n\n${feed}\n\n${files}`];
}

function verdictsOf(feeds: readonly FeedTimes[], ranges: readonly RangeFigures[]): BenchVerdict[] {
  const most = feeds.at(-1);
  const ofFeed =
    most === undefined
      ? []
      : [
          atMost(`feed of ${number.format(most.episodes)} episodes as it is kept, p95`, at(most.kept, 0.95), 50, ' ms'),
          atMost(`304 for it, p95`, at(most.fresh, 0.95), 10, ' ms'),
          atMost(`the same after a change, p95`, at(most.anew, 0.95), 1000, ' ms'),
        ];
  const ofRanges = ranges.flatMap(({ part, site, bare, idle, most: megabytes }) => {
    const what = `parts of ${number.format(part / 1024)} KB`;
    return [
      share(`${what}, of the bare server`, site / bare, 0.6),
      atMost(`${what}, memory beyond that before`, megabytes - idle, 100, ' MB'),
    ];
  });
  return [...ofFeed, ...ofRanges];
}

function timesOf(times: readonly number[]): string {
  return `${[0.5, 0.95, 0.99].map((part) => ms.format(at(times, part))).join(' / ')} ms`;
}

function at(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
