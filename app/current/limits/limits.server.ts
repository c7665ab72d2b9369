import { createHash } from 'node:crypto';

import { rateLimited } from '#lib/calls/problems.ts';
import { limitHeaders, nearestLimit } from '#lib/limits/limit-headers.server.ts';
import type { LimitStatus } from '#lib/limits/limit-headers.server.ts';
import type { LimitRule } from '#lib/limits/limits.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Current } from '../current.server.ts';

/**
 * For deeds with limits of their own, beside those of the request: takes `cost` points of `caller` from a rule. The
 * caller may be an e-mail address: only its hash is stored.
 * @throws Problem 429 with the headers of the rule; for a window longer than a minute they say to retry in one
 */
export async function requireWithinLimit(current: Current, caller: string, rule: LimitRule, cost = 1): Promise<void> {
  const hash = createHash('sha256').update(caller).digest('base64url');
  const taken = await current.limits.take(hash, rule, cost);
  if (!taken.allowed) throw rateLimitRefusal([{ rule, taken }]);
}

/** The refusal of a request beyond its limits, with the RateLimit fields of the draft. */
export function rateLimitRefusal(all: readonly [LimitStatus, ...LimitStatus[]]): Problem {
  const members = { type: QUOTA_EXCEEDED, 'violated-policies': [nearestLimit(all).rule.name] };
  return new Problem(rateLimited, { headers: limitHeaders(all), members });
}

const QUOTA_EXCEEDED = 'https://iana.org/assignments/http-problem-types#quota-exceeded';
