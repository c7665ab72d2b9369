import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { RETENTION_MS } from './idempotency.ts';

const BATCH = 1000;

/** Deletes in batches, so that no statement is long. */
export async function sweepKeys(current: Current): Promise<void> {
  const before = new Date(current.now().getTime() - RETENTION_MS);
  let swept = 0;
  for (let more = true; more;) {
    const [row] = await current.db.query<{ count: string }>(sql`
      with swept as (
        delete from idempotency_keys k using (
          select scope, key from idempotency_keys where created_at <= ${before} order by created_at limit ${BATCH}
        ) old where k.scope = old.scope and k.key = old.key and k.created_at <= ${before} returning 1
      )
      select count(*) from swept`);
    const count = Number(row?.count ?? 0);
    swept += count;
    more = count === BATCH;
  }
  current.log.info({ swept }, 'swept idempotency keys');
}
