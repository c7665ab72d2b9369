import * as z from 'zod/mini';

export const VITALS = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const;
export type Vital = (typeof VITALS)[number];

export const DEVICES = ['mobile', 'desktop'] as const;
export type Device = (typeof DEVICES)[number];

/** What the 75th percentile may be: milliseconds, of a layout shift (CLS) its score. Those that browsers' makers call good. */
export const BUDGETS: Readonly<Record<Vital, number>> = { LCP: 2500, INP: 200, CLS: 0.1, FCP: 1800, TTFB: 800 };

/** A value is told to within 7 percent. */
const STEP = 1.15;
/** Scores of layout shifts are small. */
const SCALES: Readonly<Record<Vital, number>> = { LCP: 1, INP: 1, CLS: 1000, FCP: 1, TTFB: 1 };

/** The place of a value in a histogram whose steps grow. 0 for less than one. */
export function toBucket(vital: Vital, value: number): number {
  const scaled = value * SCALES[vital];
  return scaled < 1 ? 0 : 1 + Math.floor(Math.log(scaled) / Math.log(STEP));
}

/** The middle of a place. */
export function ofBucket(vital: Vital, bucket: number): number {
  return bucket === 0 ? 0 : STEP ** (bucket - 0.5) / SCALES[vital];
}

/** How fast a route was. */
export interface RouteVitals {
  /** A pattern, such as `/games/:game`; `*` for what no screen is. */
  readonly route: string;
  /** Pages that were loaded: the most that one of its measures has. */
  readonly samples: number;
  /** The 75th percentile of each that was measured. */
  readonly p75: Partial<Readonly<Record<Vital, number>>>;
}

/** Fewer say nothing. */
export const MIN_SAMPLES = 50;

/** What a release may be called in an address. */
export const VersionQuery = z.string().check(z.regex(/^[\w.+-]{1,256}$/));
