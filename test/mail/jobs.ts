import { jobs } from '#app/nouns.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { runDueJobs } from '#lib/jobs/jobs.server.ts';

import type { TestSite } from '../site.ts';

/** Runs what is queued at once, again and again until nothing is due; what fails waits for its next try. */
export async function runJobs({ parts }: Pick<TestSite, 'parts'>): Promise<void> {
  await runDueJobs(parts.db.pool, jobs(parts), parts.log);
}

/** As `runJobs`, when the pauses before the next tries of what failed are over. */
export async function runJobsAgain(site: Pick<TestSite, 'parts'>): Promise<void> {
  await site.parts.db.query(sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`);
  await runJobs(site);
}
