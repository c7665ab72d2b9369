import type { LimitRule, LimitResult } from './limits.server.ts';

/** A rule, and what a caller has of it. */
export interface LimitStatus {
  readonly rule: LimitRule;
  readonly taken: LimitResult;
}

/**
 * The headers about limits of one answer: the older three and, as draft-ietf-httpapi-ratelimit-headers-11 writes them,
 * `RateLimit-Policy` with every policy that counts here and `RateLimit` with the one that is nearest to its end. That
 * one is told by the older three as well. Callers are not named: a partition key would tell their ids.
 */
export function limitHeaders(all: readonly [LimitStatus, ...LimitStatus[]]): Record<string, string> {
  const { rule, taken } = nearestLimit(all);
  return {
    'x-rate-limit-limit': String(taken.limit),
    'x-rate-limit-remaining': String(taken.remaining),
    'x-rate-limit-reset': String(taken.reset),
    'ratelimit-policy': all.map(({ rule, taken }) => `"${rule.name}";q=${taken.limit};w=${rule.seconds}`).join(', '),
    ratelimit: `"${rule.name}";r=${taken.remaining};t=${taken.reset}`,
    ...(taken.allowed ? {} : { 'retry-after': String(taken.reset) }),
  };
}

/** The one that refuses, else the one of which the least part is left. */
export function nearestLimit([first, ...others]: readonly [LimitStatus, ...LimitStatus[]]): LimitStatus {
  return others.reduce((least, other) => (left(other) < left(least) ? other : least), first);
}

function left({ taken: { allowed, remaining, limit } }: LimitStatus): number {
  return allowed ? remaining / limit : -1;
}
