import { createHash } from 'node:crypto';

import { rateLimited } from '#lib/calls/problems.ts';
import { limitHeaders, nearestLimit } from '#lib/limits/limit-headers.server.ts';
import type { LimitStatus } from '#lib/limits/limit-headers.server.ts';
import type { LimitResult, LimitRule } from '#lib/limits/limits.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Current } from './current.server.ts';

/** `caller` may be an e-mail address: only its hash is stored. @throws Problem 429, to retry in a minute at most */
export async function requireWithinLimit(current: Current, caller: string, rule: LimitRule, cost = 1): Promise<void> {
  const taken = await consumePoints(current, caller, rule, cost);
  if (!taken.allowed) throw rateLimitRefusal([{ rule, taken }]);
}

/** As `requireWithinLimit`, where a refusal would tell too much. */
export function consumePoints(current: Current, caller: string, rule: LimitRule, cost = 1): Promise<LimitResult> {
  return current.limits.take(createHash('sha256').update(caller).digest('base64url'), rule, cost);
}

/** With the RateLimit fields of the IETF draft. */
export function rateLimitRefusal(all: readonly [LimitStatus, ...LimitStatus[]]): Problem {
  const members = { type: QUOTA_EXCEEDED, 'violated-policies': [nearestLimit(all).rule.name] };
  return new Problem(rateLimited, { headers: limitHeaders(all), members });
}

const QUOTA_EXCEEDED = 'https://iana.org/assignments/http-problem-types#quota-exceeded';
