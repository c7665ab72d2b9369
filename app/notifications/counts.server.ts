import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { EventCatalog } from './event-kind.server.ts';
import { MAX_COUNT } from './notification.ts';
import type { NotificationCount } from './notification.ts';
import { TAB_CONDITIONS, findVisible, visibleKinds } from './visible-notifications.server.ts';
import type { NotificationEventRow } from './visible-notifications.server.ts';

/** Counted whenever somebody asks, so that it is what the list shows. @throws Problem 401 */
export async function countNotifications(current: Current, catalog: EventCatalog): Promise<NotificationCount> {
  const [{ unread, unseen }, messages] = await Promise.all([
    countWithNext(current, catalog),
    catalog.countMessages(current),
  ]);
  return { unread, unseen, messages };
}

/** Of the account widget on every page, none of which a noun takes down that cannot say what it shows. */
export async function findBadgeCount(current: Current, catalog: EventCatalog): Promise<NotificationCount | undefined> {
  if (current.actor.userId === undefined) return undefined;
  try {
    return await countNotifications(current, catalog);
  } catch (err) {
    current.log.error({ err }, 'the notifications of a page cannot be counted');
    return undefined;
  }
}

interface CountWithNext extends Omit<NotificationCount, 'messages'> {
  /** When it changes by itself, because a snooze ends. */
  readonly nextAt: Date | undefined;
}

/** @throws Problem 401 */
export async function countWithNext(current: Current, catalog: EventCatalog): Promise<CountWithNext> {
  const reader = { userId: requireUser(current), role: current.actor.role };
  let nextAt: Date | undefined;
  const findPage = async (after: UnreadRow | undefined) => {
    const page = await findUnread(current, catalog, reader.userId, after);
    nextAt = page?.next_at ?? undefined;
    return page?.waiting ?? [];
  };
  const { rows } = await findVisible(current, catalog, reader, { wanted: MAX_COUNT, findPage });
  const unread = rows.slice(0, MAX_COUNT);
  return { unread: unread.length, unseen: unread.filter(({ row }) => !row.is_seen).length, nextAt };
}

/** From JSON: the time is a text. */
type UnreadRow = NotificationEventRow &
  Pick<Row<'notifications'>, 'notification_id'> &
  Record<keyof Pick<Row<'notifications'>, 'at'>, string> & { is_seen: boolean };

/** In one statement, because nearly everybody has none: each page of the site asks it. */
async function findUnread(
  current: Current,
  catalog: EventCatalog,
  userId: string,
  after: UnreadRow | undefined,
): Promise<{ next_at: Date | null; waiting: UnreadRow[] } | undefined> {
  const now = current.now();
  const from = after && sql`and (at, notification_id) < (${after.at}::timestamptz, ${after.notification_id}::uuid)`;
  const [page] = await current.db.query<{ next_at: Date | null; waiting: UnreadRow[] }>(sql`
    select (
      select min(snoozed_until) from notifications
      where user_id = ${userId} and read_at is null and archived_at is null and snoozed_until > ${now}
    ) as next_at, coalesce(json_agg(waiting order by at desc, notification_id desc), '[]') as waiting
    from (
      select notification_id, kind, event_key, details, at, seen_at is not null as is_seen from notifications
      where user_id = ${userId} and kind = any(${visibleKinds(current, catalog)}::text[]) and ${TAB_CONDITIONS.unread(now)}
        ${from ?? sql.empty}
      order by at desc, notification_id desc limit ${MAX_COUNT}::integer
    ) waiting`);
  return page;
}
