import { FEW } from '../measure.ts';
import { tableOf } from '../table.ts';
import { atLeast, atMost, share } from '../verdicts.ts';
import type { BenchVerdict } from '../verdicts.ts';
import type { PageScore } from './lighthouse.ts';
import type { PageWeight } from './page-weight.ts';
import type { PageRates } from './pages.ts';
import { FEW_POSTS, MANY_POSTS } from './posts.ts';
import type { PostRates } from './posts.ts';
import type { Telemetry } from './telemetry.ts';
import type { TypingFigures } from './typing.ts';

/** What was measured of the pages and of what they tell. */
export interface SiteReport {
  pages?: PageRates[];
  weight?: PageWeight;
  telemetry?: Telemetry[];
  scores?: PageScore[];
}

const SCRIPTS = 150;
const STYLES = 20;
const CACHED_RATE = 5000;
const PERFORMANCE = 95;
const SHIFT = 0.05;
/** How much longer something may take among many posts. */
const GROWTH = 1.5;
/** Milliseconds, beyond which a key is felt to be late. */
const KEY_TO_FRAME = 50;
const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });

export function siteVerdicts({ pages = [], weight, telemetry = [], scores = [] }: SiteReport): BenchVerdict[] {
  return [
    ...pages.flatMap(({ path, bare, rendered, kept }) => [
      share(`${path} rendered, to React alone`, rendered / bare, 0.25),
      atLeast(`${path} from what is kept`, kept, CACHED_RATE, ' /s'),
    ]),
    ...(weight === undefined
      ? []
      : [
          atMost('scripts of the first page, gzip', weight.scripts / 1000, SCRIPTS, ' kB'),
          atMost('styles of the first page, gzip', weight.styles / 1000, STYLES, ' kB'),
        ]),
    ...telemetry.map(({ together, lost }) => atMost(`page views lost after 202, ${together} together`, lost, 0, '')),
    ...scores.flatMap(verdictsOfScore),
  ];
}

function verdictsOfScore({ path, performances, accessibility, bestPractices, seo, shift }: PageScore): BenchVerdict[] {
  const least = Math.min(accessibility, bestPractices, seo);
  return [
    atLeast(`Lighthouse of ${path}: performance`, middleOf(performances) * 100, PERFORMANCE, ''),
    atLeast(`Lighthouse of ${path}: the least of accessibility, best practices, SEO`, least * 100, 100, ''),
    atMost(`Lighthouse of ${path}: layout shift`, shift, SHIFT, ''),
  ];
}

interface PostsReport {
  posts: PostRates[];
  typing: TypingFigures;
}

export function postsSections({ posts, typing }: PostsReport): string[] {
  const verdicts = [
    ...posts.map(({ path, few, many }) => {
      const what = `${path}: p50 at ${number.format(MANY_POSTS)} posts to that at ${FEW_POSTS}`;
      return atMost(what, many.p50 / few.p50, GROWTH, ' ×');
    }),
    atMost(`typing in a post of ${typing.kilobytes} kB: p95 from a key to its frame`, typing.p95, KEY_TO_FRAME, ' ms'),
  ];
  const rows = verdicts.map(({ what, wanted, figure, isMet }) => [what, wanted, figure, isMet ? 'yes' : 'no']);
  return [
    [
      '## Posts',
      `Not from what is kept, over ${FEW} connections, which share the machine with the site and its database.`,
      tableOf(['', 'wanted', 'figure', 'reached'], rows),
      tableOf(POSTS, posts.map(rowOfPost)),
      tableOf(TYPING, [rowOfTyping(typing)]),
    ].join('\n\n'),
  ];
}

export function siteSections({ pages, telemetry, scores }: SiteReport): string[] {
  return [
    ...(pages === undefined ? [] : ['## Pages a second', tableOf(PAGES, pages.map(rowOfPage))]),
    ...(telemetry === undefined ? [] : ['## Telemetry', tableOf(TELEMETRY, telemetry.map(rowOfTelemetry))]),
    ...(scores === undefined ? [] : ['## Lighthouse, a throttled telephone', tableOf(SCORES, scores.map(rowOfScore))]),
  ];
}

const PAGES = ['', 'React alone', 'the site, rendered', 'share', 'the site, kept'];
const POSTS = ['', `p50 / p99 at ${FEW_POSTS}`, `p50 / p99 at ${number.format(MANY_POSTS)}`, 'React alone'];
const TYPING = ['', 'p50 / p95 from a key to its frame', 'at most'];
const TELEMETRY = ['events of one request', 'events', 'p50 / p99 of a request', 'lost'];
const SCORES = [
  '',
  'performance, worst to best',
  'accessibility',
  'best practices',
  'SEO',
  'shift',
  'what cost points',
];

function rowOfPage({ path, bare, rendered, kept }: PageRates): string[] {
  const rate = (value: number) => `${number.format(value)}/s`;
  return [path, rate(bare), rate(rendered), percent.format(rendered / bare), rate(kept)];
}

function rowOfPost({ path, few, many, bare }: PostRates): string[] {
  const times = ({ p50, p99 }: PostRates['few']) => `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`;
  return [path, times(few), times(many), bare === undefined ? '' : `${bare.toFixed(1)} ms`];
}

function rowOfTyping({ kilobytes, p50, p95, most }: TypingFigures): string[] {
  return [`a post of ${kilobytes} kB`, `${p50.toFixed(1)} / ${p95.toFixed(1)} ms`, `${most.toFixed(1)} ms`];
}

function rowOfTelemetry({ together, eventsPerSecond, figure, lost }: Telemetry): string[] {
  const times = `${figure.p50.toFixed(1)} / ${figure.p99.toFixed(1)} ms`;
  return [String(together), `${number.format(eventsPerSecond)}/s`, times, String(lost)];
}

function rowOfScore({ path, performances, accessibility, bestPractices, seo, shift, failed }: PageScore): string[] {
  const points = (share: number) => number.format(share * 100);
  const others = [accessibility, bestPractices, seo].map(points);
  return [path, performances.map(points).join(' '), ...others, shift.toFixed(3), failed.join(', ')];
}

function middleOf(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
