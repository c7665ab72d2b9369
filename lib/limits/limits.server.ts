import type { Pool } from 'pg';

import { CallerBudget } from './caller-budget.ts';
import { Leases } from './leases.server.ts';

/** `points` per caller in each window of `seconds`. */
export interface LimitRule {
  /** Unique, sent to callers: ASCII without quotes. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /** Points that a process gives before it leases any; by default a 160th, rounded down. */
  readonly credit?: number;
}

/** For the headers `x-rate-limit-limit`, `-remaining` and `-reset`. */
export interface LimitResult {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds from now, at most 60 even of a longer window: a client that waits for it stops everything it does. */
  readonly reset: number;
  readonly allowed: boolean;
}

export interface LimitsOptions {
  pool: Pool;
  now: () => Date;
  slice?: number;
  /** Multiplies the points of every rule; 0 turns limits off. */
  multiplier?: number;
  /** Callers per rule that are remembered; the oldest is forgotten first. */
  maxCallers?: number;
  /** Milliseconds that a lease may take before the process goes on alone. */
  patience?: number;
  /** Runs when leasing fails; the limits then hold for each process by itself. */
  onError?: (error: unknown) => void;
}

export interface Limits {
  /**
   * Takes all of `cost` points or none. A cost above the rule's points is all of them, 0 only reads the state. Never throws
   * because the database is away. @param caller at most 200 characters
   */
  take(caller: string, rule: LimitRule, cost?: number): Promise<LimitResult>;
  sweep(): Promise<void>;
}

const MAX_RESET = 60;
const CREDIT = 1 / 160;
const SLICE = 1 / 200;

/**
 * Rate limits that all processes of one database share, in fixed windows of the clock. A process leases slices of a
 * caller's window from PostgreSQL and counts in memory; it leases the next one before the last is used up, so that most
 * requests cost no statement and wait for none.
 *
 * Together the processes allow at most `points + (processes - 1) * credit` in a window: credit is settled with the first
 * lease, and only that of a process that comes too late to settle is in excess. They allow less than `points` by unused
 * leases, a slice and a half at most. So four processes keep a large rule to within 2 percent, and one process alone is
 * exact; so is the upper bound with a credit of 0, at the price of a statement per caller and window.
 * Across the border of two windows a caller may spend the points of both.
 * A process whose lease fails allows `points` by itself until the window is over.
 */
export function createLimits(options: LimitsOptions): Limits {
  const { now, multiplier = 1, slice = SLICE, maxCallers = 50_000 } = options;
  const leases = new Leases({ patience: 1000, ...options });
  const windows = new Map<string, Window>();

  function ensureShare(rule: LimitRule, { endsAt, shares }: Window, caller: string, points: number): CallerBudget {
    const known = shares.get(caller);
    if (known !== undefined) return known;
    const [first] = shares.keys();
    if (shares.size >= maxCallers && first !== undefined) shares.delete(first);
    const credit = Math.floor(rule.credit === undefined ? points * CREDIT : rule.credit * multiplier);
    const lease = { rule: rule.name, caller, endsAt };
    const terms = { points, credit: Math.min(points, credit), step: Math.ceil(points * slice) };
    const share = new CallerBudget({ ...terms, ask: (wanted) => leases.ask(lease, wanted) });
    shares.set(caller, share);
    return share;
  }

  return {
    async take(caller, rule, cost = 1) {
      if (multiplier === 0) return unlimited(rule);
      const points = Math.max(1, Math.floor(rule.points * multiplier));
      const time = now().getTime();
      const window = ensureWindow(windows, rule, time);
      const share = ensureShare(rule, window, caller, points);
      const allowed = await share.take(Math.min(cost, points));
      const reset = Math.min(MAX_RESET, Math.ceil((window.endsAt - time) / 1000));
      return { limit: points, remaining: share.remaining, reset, allowed };
    },
    sweep: () => leases.sweep(),
  };
}

interface Window {
  readonly endsAt: number;
  readonly shares: Map<string, CallerBudget>;
}

function ensureWindow(windows: Map<string, Window>, { name, seconds }: LimitRule, time: number): Window {
  const length = seconds * 1000;
  const endsAt = (Math.floor(time / length) + 1) * length;
  const known = windows.get(name);
  if (known?.endsAt === endsAt) return known;
  const window = { endsAt, shares: new Map<string, CallerBudget>() };
  windows.set(name, window);
  return window;
}

function unlimited({ points, seconds }: LimitRule): LimitResult {
  return { limit: points, remaining: points, reset: Math.min(MAX_RESET, seconds), allowed: true };
}
