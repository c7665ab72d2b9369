import type { Current } from '#app/current/current.server.ts';
import { sweepFormAnswers } from '#app/current/forms/form-answers.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

/** Leases contain addresses of callers, so expired ones are deleted. */
export function siteJobs(current: () => Current): Job[] {
  return [
    { name: 'site:sweepLimits', cron: '*/5 * * * *', run: () => current().limits.sweep() },
    { name: 'site:sweepFormAnswers', cron: '33 * * * *', run: () => sweepFormAnswers(current()) },
  ];
}
