import type { Job } from '#lib/jobs/jobs.server.ts';
import type { Limits } from '#lib/limits/limits.server.ts';

/** Leases contain addresses of callers, so expired ones are deleted. */
export function siteJobs(limits: Limits): Job[] {
  return [{ name: 'site:sweepLimits', cron: '*/5 * * * *', run: () => limits.sweep() }];
}
