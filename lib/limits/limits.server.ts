import type { Pool } from 'pg';

import { Leases } from './leases.server.ts';

/** So many `points` per caller in each window of `seconds`. A name stands for one rule only. */
export interface LimitRule {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /** Points that a process gives of its own before it asks the others; an eighth, rounded down, unless told. */
  readonly credit?: number;
}

/** What the caller is told: `x-rate-limit-limit`, `-remaining` and `-reset`, the latter in whole seconds from now. */
export interface Taken {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
  readonly allowed: boolean;
}

export interface LimitsOptions {
  pool: Pool;
  now: () => Date;
  /** The table of leases: `ends_at`, `rule`, `caller` (together its key) and `asked`, an integer. */
  table?: string;
  /** The part of a rule's points that a process leases at once. */
  slice?: number;
  /** Multiplies the points of every rule; 0 turns limits off. */
  multiplier?: number;
  /** Callers of one rule that are remembered at a time; the one seen first is forgotten first. */
  maxCallers?: number;
  /** Milliseconds that a lease may take before the process goes on alone. */
  patience?: number;
  /** Told when the database does not lease; the limits then hold for each process by itself. */
  onError?: (error: unknown) => void;
}

export interface Limits {
  /** Takes one point of the caller, named by text of at most 200 characters. Never throws because the database is away. */
  take(caller: string, rule: LimitRule): Promise<Taken>;
  /** Removes the leases of windows that are over. */
  sweep(): Promise<void>;
}

/**
 * Limits that all processes of one database keep together, in fixed windows of the clock. A process leases slices of a
 * caller's window from PostgreSQL and counts in memory, so that most requests cost no statement.
 *
 * Together the processes allow at most `points + (processes - 1) * credit` in a window: points given on credit are
 * settled with the first lease, and only those of a process that comes too late to settle are in excess. One process
 * alone is exact; so is a rule with a credit of 0, at the price of a statement for each caller and window.
 * A process whose lease fails allows `points` by itself until the window is over.
 */
export function createLimits(options: LimitsOptions): Limits {
  const { now, multiplier = 1, slice = 1 / 16, maxCallers = 50_000 } = options;
  const leases = new Leases({ table: 'limit_leases', patience: 1000, ...options });
  const windows = new Map<string, Window>();
  return {
    async take(caller, rule) {
      if (multiplier === 0) return { limit: rule.points, remaining: rule.points, reset: rule.seconds, allowed: true };
      const points = Math.max(1, Math.floor(rule.points * multiplier));
      const credit = Math.min(points, Math.floor(rule.credit === undefined ? points / 8 : rule.credit * multiplier));
      const time = now().getTime();
      const window = windowOf(windows, rule, time);
      const share = shareOf(window, caller, points, maxCallers);
      const lease = { rule: rule.name, caller, endsAt: window.endsAt };
      const extend = () => extendShare(share, points, Math.ceil(points * slice), (asks) => leases.ask(lease, asks));
      const allowed = await takeFrom(share, credit, extend);
      const remaining = Math.max(0, share.open + share.granted - share.used);
      return { limit: points, remaining, reset: Math.ceil((window.endsAt - time) / 1000), allowed };
    },
    sweep: () => leases.sweep(),
  };
}

/** The window of a rule that runs now; those before it are forgotten whole. */
interface Window {
  readonly endsAt: number;
  readonly shares: Map<string, Share>;
}

/** What this process knows of one caller in one window. */
interface Share {
  used: number;
  /** Points that this process may give. */
  granted: number;
  /** Points that no process had asked for when this one last asked. */
  open: number;
  /** Whether the points given on credit have been asked for. */
  isSettled: boolean;
  extending?: Promise<void> | undefined;
}

function windowOf(windows: Map<string, Window>, { name, seconds }: LimitRule, time: number): Window {
  const length = seconds * 1000;
  const endsAt = (Math.floor(time / length) + 1) * length;
  const known = windows.get(name);
  if (known?.endsAt === endsAt) return known;
  const window = { endsAt, shares: new Map<string, Share>() };
  windows.set(name, window);
  return window;
}

function shareOf({ shares }: Window, caller: string, points: number, maxCallers: number): Share {
  const known = shares.get(caller);
  if (known !== undefined) return known;
  const [first] = shares.keys();
  if (shares.size >= maxCallers && first !== undefined) shares.delete(first);
  const share = { used: 0, granted: 0, open: points, isSettled: false };
  shares.set(caller, share);
  return share;
}

async function takeFrom(share: Share, credit: number, extend: () => Promise<void>): Promise<boolean> {
  while (share.used >= (share.isSettled ? share.granted : credit)) {
    if (share.open === 0) return false;
    share.extending ??= extend().finally(() => (share.extending = undefined));
    await share.extending;
  }
  share.used += 1;
  return true;
}

async function extendShare(
  share: Share,
  points: number,
  step: number,
  ask: (points: number) => Promise<number | undefined>,
): Promise<void> {
  const debt = Math.max(0, share.used - share.granted);
  const wanted = debt + step;
  const asked = await ask(wanted);
  share.isSettled = true;
  share.open = asked === undefined ? 0 : Math.max(0, points - asked);
  if (asked === undefined) share.granted = points;
  else share.granted += Math.min(wanted, Math.max(0, points - (asked - wanted)));
}
