import type { Logger } from 'pino';

import type { Database } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

interface MarkPlace {
  readonly db: Pick<Database, 'query'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Notes that something went well just now; within ten seconds once, so that nobody waits for its row. Never throws: it went well all the same. */
export async function markSuccess({ db, log }: MarkPlace, name: string): Promise<void> {
  try {
    await db.query(sql`insert into health_marks (name, at) values (${name}, now())
      on conflict (name) do update set at = excluded.at where health_marks.at < excluded.at - interval '10 seconds'`);
  } catch (error) {
    log.warn({ reason: String(error), name }, 'a success could not be noted');
  }
}

/** The same job, of which, where the clock starts it, is noted when it last ended well. */
export function markRuns(job: Job, place: MarkPlace): Job {
  if (job.cron === undefined) return job;
  return {
    ...job,
    run: async (payload) => {
      await job.run(payload);
      await markSuccess(place, markOfJob(job.name));
    },
  };
}

export function markOfJob(name: string): string {
  return `job ${name}`;
}

export const SELECT_MARKS = sql`select name, at from health_marks order by name limit 1000`;
