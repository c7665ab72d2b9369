import type { PageScore } from './lighthouse.ts';
import type { PageWeight } from './page-weight.ts';
import type { PageRates } from './pages.ts';
import { FEW_POSTS, MANY_POSTS } from './posts.ts';
import type { PostRates } from './posts.ts';
import { tableOf } from '../table.ts';
import type { TypingFigures } from './typing.ts';
import type { Telemetry } from './telemetry.ts';
import { atLeast, atMost, share } from '../verdicts.ts';
import type { BenchVerdict } from '../verdicts.ts';

/** What was measured of the pages and of what they tell. */
export interface SiteReport {
  pages?: PageRates[];
  weight?: PageWeight;
  posts?: PostRates[];
  typing?: TypingFigures;
  telemetry?: Telemetry[];
  scores?: PageScore[];
}

const SCRIPTS = 150;
const STYLES = 20;
const CACHED_RATE = 5000;
const PERFORMANCE = 95;
const SHIFT = 0.05;
/** Milliseconds, beyond which a key is felt to be late. */
const KEY_TO_FRAME = 50;
const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });

export function siteVerdicts({
  pages = [],
  weight,
  posts = [],
  typing,
  telemetry = [],
  scores = [],
}: SiteReport): BenchVerdict[] {
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
    ...posts.map(({ path, few, many }) =>
      atMost(
        `${path}: p50 at ${number.format(MANY_POSTS)} posts to that at ${FEW_POSTS}`,
        many.p50 / few.p50,
        1.5,
        ' ×',
      ),
    ),
    ...(typing === undefined ? [] : [atMost(whatIsTyped(typing), typing.p95, KEY_TO_FRAME, ' ms')]),
    ...telemetry.map(({ together, lost }) => atMost(`page views lost after 202, ${together} together`, lost, 0, '')),
    ...scores.flatMap(verdictsOfScore),
  ];
}

function whatIsTyped({ kilobytes }: TypingFigures): string {
  return `typing in a post of ${kilobytes} kB: p95 from a key to its frame`;
}

function verdictsOfScore({ path, performances, accessibility, bestPractices, seo, shift }: PageScore): BenchVerdict[] {
  const least = Math.min(accessibility, bestPractices, seo);
  return [
    atLeast(`Lighthouse of ${path}: performance`, middleOf(performances) * 100, PERFORMANCE, ''),
    atLeast(`Lighthouse of ${path}: the least of accessibility, best practices, SEO`, least * 100, 100, ''),
    atMost(`Lighthouse of ${path}: layout shift`, shift, SHIFT, ''),
  ];
}

export function siteSections({ pages, posts, typing, telemetry, scores }: SiteReport): string[] {
  return [
    ...(pages === undefined ? [] : ['## Pages a second', tableOf(PAGES, pages.map(rowOfPage))]),
    ...(posts === undefined ? [] : ['## Posts, not kept', tableOf(POSTS, posts.map(rowOfPost))]),
    ...(typing === undefined ? [] : ['## Typing in the editor', tableOf(TYPING, [rowOfTyping(typing)])]),
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
