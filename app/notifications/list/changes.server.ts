import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import type { AnyEventKind } from '../event-kind.server.ts';
import { publishNotifications } from '../live.server.ts';
import { isNotificationId } from '../notification.ts';
import { noNotification } from '../problems.ts';
import { TAB_CONDITIONS } from '../visible-notifications.server.ts';

const CHANGES = ['read', 'unread', 'archive', 'unarchive', 'unsnooze'] as const;
type ReadingChange = (typeof CHANGES)[number];

/** What is read or put away for the first time grows no more: what comes then is another one. */
const SET: Record<ReadingChange, (now: Date) => Sql> = {
  read: (now) => sql`read_at = coalesce(read_at, ${now}), seen_at = coalesce(seen_at, ${now}), is_open = false`,
  unread: () => sql`read_at = null`,
  archive: (now) =>
    sql`archived_at = coalesce(archived_at, ${now}), seen_at = coalesce(seen_at, ${now}), is_open = false`,
  unarchive: () => sql`archived_at = null`,
  unsnooze: () => sql`snoozed_until = null`,
};

/** @throws Problem 401, 404 for another's as for none */
export function changeNotification(current: Current, notificationId: string, change: ReadingChange): Promise<void> {
  return changeOne(current, notificationId, SET[change](current.now()));
}

/** @throws Problem as `changeNotification` */
export function snoozeNotification(current: Current, notificationId: string, until: Date): Promise<void> {
  return changeOne(
    current,
    notificationId,
    sql`snoozed_until = ${until}, seen_at = coalesce(seen_at, ${current.now()})`,
  );
}

async function changeOne(current: Current, notificationId: string, set: Sql): Promise<void> {
  const userId = requireUser(current);
  const [changed] = isNotificationId(notificationId)
    ? await current.db.query(sql`update notifications set ${set}
        where user_id = ${userId} and notification_id = ${notificationId} returning user_id`)
    : [];
  if (changed === undefined) throw new Problem(noNotification);
  publishNotifications(current, [userId]);
}

/** For good. @throws Problem as `changeNotification` */
export async function deleteNotification(current: Current, notificationId: string): Promise<void> {
  const userId = requireUser(current);
  const [deleted] = isNotificationId(notificationId)
    ? await current.db.query(sql`
        delete from notifications where user_id = ${userId} and notification_id = ${notificationId}
        returning user_id`)
    : [];
  if (deleted === undefined) throw new Problem(noNotification);
  publishNotifications(current, [userId]);
}

/** What stands in the list now, and no snoozed one. @returns when it was, by which it can be undone @throws Problem 401 */
export async function readAll(current: Current): Promise<Date> {
  const userId = requireUser(current);
  const now = current.now();
  await current.db.query(sql`
    update notifications set read_at = ${now}, seen_at = coalesce(seen_at, ${now}), is_open = false
    where user_id = ${userId} and ${TAB_CONDITIONS.unread(now)}`);
  publishNotifications(current, [userId]);
  return now;
}

/** What was told of one kind until then, because its reader has found all of it by another way. @throws Problem 401 */
export async function readKind(current: Current, { id }: Pick<AnyEventKind, 'id'>, until: Date): Promise<void> {
  const userId = requireUser(current);
  const read = await current.db.query(sql`
    update notifications set ${SET.read(until)}
    where user_id = ${userId} and kind = ${id} and read_at is null and at <= ${until} returning user_id`);
  if (read.length > 0) publishNotifications(current, [userId]);
}

/** Those that were read all at once at that time. @throws Problem 401 */
export async function unreadAll(current: Current, at: Date): Promise<void> {
  const userId = requireUser(current);
  await current.db.query(sql`
    update notifications set read_at = null
    where user_id = ${userId} and archived_at is null and read_at = ${at}`);
  publishNotifications(current, [userId]);
}

/** Whoever has the list before them has seen what is in it. @throws Problem 401 */
export async function seeAll(current: Current): Promise<void> {
  const userId = requireUser(current);
  const seen = await current.db.query(sql`
    update notifications set seen_at = ${current.now()}
    where user_id = ${userId} and seen_at is null and ${TAB_CONDITIONS.unread(current.now())} returning user_id`);
  if (seen.length > 0) publishNotifications(current, [userId]);
}
