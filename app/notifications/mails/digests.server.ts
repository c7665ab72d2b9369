import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { sendMailsLater } from '#app/mail/mail-queue.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { DIGEST_COLUMNS } from './digest-plans.server.ts';
import { DIGEST_MAIL } from './mail-payloads.ts';
import type { DigestPace, DigestPayload } from './mail-payloads.ts';

const BATCH = 500;

/** Queues the digests that are due, each in the transaction that ends its plan, so that it goes out once. */
export async function sendDueDigests(system: Current): Promise<void> {
  for (const pace of ['daily', 'weekly'] satisfies DigestPace[]) {
    while (!system.closing.aborted && (await sendNext(withHeavyPool(system), pace)) === BATCH);
  }
}

function sendNext(current: Current, pace: DigestPace): Promise<number> {
  const column = DIGEST_COLUMNS[pace];
  return inTransaction(current, async (current) => {
    const rows = await current.db.query<Pick<Row<'notification_readers'>, 'user_id'> & { due_at: Date }>(sql`
      with due as (
        select user_id, ${column} as due_at from notification_readers where ${column} <= ${current.now()}
        order by ${column}, user_id limit ${BATCH}::integer for update skip locked
      )
      update notification_readers r set ${column} = null from due
      where r.user_id = due.user_id
      returning r.user_id, due.due_at`);
    await sendMailsLater<DigestPayload>(
      current,
      DIGEST_MAIL,
      rows.map(({ user_id: userId, due_at }) => {
        const dueAt = due_at.toISOString();
        return { payload: { userId, pace, dueAt }, key: `${userId} ${pace} ${dueAt}` };
      }),
    );
    return rows.length;
  });
}

/** Days that people can look back; events themselves are kept, so that nothing is told again. */
const KEPT_DAYS = 400;

export async function sweepNotifications(system: Current): Promise<void> {
  const current = withHeavyPool(system);
  const before = new Date(current.now().getTime() - KEPT_DAYS * 86_400_000);
  for (const table of ['notification_deliveries', 'notifications'] as const) {
    const [key, name] =
      table === 'notifications'
        ? [sql`user_id, notification_id`, sql`notifications`]
        : [sql`user_id, event_key, kind`, sql`notification_deliveries`];
    for (let swept = BATCH; swept === BATCH && !current.closing.aborted;) {
      const rows = await current.db.query(sql`
        delete from ${name} where (${key}) in (
          select ${key} from ${name} where at < ${before} limit ${BATCH}::integer)
        returning user_id`);
      swept = rows.length;
    }
  }
}
