import type { Job } from '#lib/jobs/jobs.server.ts';
import type { Limits } from '#lib/limits/limits.server.ts';

/** Leases hold addresses of callers, which nobody needs when their minute is over. */
export function siteJobs(limits: Limits): Job[] {
  return [{ name: 'site:sweepLimits', cron: '*/5 * * * *', run: () => limits.sweep() }];
}
