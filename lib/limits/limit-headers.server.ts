import type { LimitRule, LimitResult } from './limits.server.ts';

export interface LimitStatus {
  readonly rule: LimitRule;
  readonly taken: LimitResult;
}

/**
 * The three older headers, and those of draft-ietf-httpapi-ratelimit-headers-11: `RateLimit-Policy` lists every policy,
 * `RateLimit` and the older ones the policy nearest to its end. No partition key: it would tell callers' ids.
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

/** The one that refuses, else the one with the smallest part left. */
export function nearestLimit([first, ...others]: readonly [LimitStatus, ...LimitStatus[]]): LimitStatus {
  return others.reduce((least, other) => (left(other) < left(least) ? other : least), first);
}

function left({ taken: { allowed, remaining, limit } }: LimitStatus): number {
  return allowed ? remaining / limit : -1;
}
