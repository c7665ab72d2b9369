import { REPORTS, isReport } from '#app/telemetry/reports.ts';
import type { LimitRule, Taken } from '#lib/limits/limits.server.ts';

const READS = { name: 'read', points: 1200, seconds: 60 };
const WRITES = { name: 'write', points: 240, seconds: 60 };
/** Apart from the others: a page has many pictures. */
const PICTURES = { name: 'picture', points: 1200, seconds: 60 };

/** What a request counts as. */
export function limitRuleOf(request: Request, path: string): LimitRule {
  if (isReport(request, path)) return REPORTS;
  if (path.startsWith('/media/')) return PICTURES;
  return isWrite(request) ? WRITES : READS;
}

export function limitHeaders({ limit, remaining, reset }: Taken): Record<string, string> {
  return {
    'x-rate-limit-limit': String(limit),
    'x-rate-limit-remaining': String(remaining),
    'x-rate-limit-reset': String(reset),
  };
}

export function isWrite({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}
