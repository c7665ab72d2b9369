import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { isAtLeast } from '#app/current/role.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { EventCatalog } from './event-kind.server.ts';
import { MAX_COUNT } from './notification.ts';
import type { NotificationCount } from './notification.ts';

/** Counted whenever somebody asks, so that it is what the list shows. @throws Problem 401 */
export async function countNotifications(current: Current, catalog: EventCatalog): Promise<NotificationCount> {
  const [{ unread, unseen }, messages] = await Promise.all([
    countWithNext(current, catalog),
    catalog.countMessages(current),
  ]);
  return { unread, unseen, messages };
}

interface CountWithNext extends Omit<NotificationCount, 'messages'> {
  /** When it changes by itself, because a snooze ends. */
  readonly nextAt: Date | undefined;
}

/** @throws Problem 401 */
export async function countWithNext(current: Current, catalog: EventCatalog): Promise<CountWithNext> {
  const userId = requireUser(current);
  const now = current.now();
  const kinds = visibleKinds(current, catalog);
  const [row] = await current.db.query<{ unread: number; unseen: number; next_at: Date | null }>(sql`
    select count(*)::integer as unread, count(*) filter (where seen_at is null)::integer as unseen, (
      select min(snoozed_until) from notifications
      where user_id = ${userId} and read_at is null and archived_at is null and snoozed_until > ${now}
    ) as next_at
    from (
      select seen_at from notifications
      where user_id = ${userId} and kind = any(${kinds}::text[]) and read_at is null and archived_at is null
        and (snoozed_until is null or snoozed_until <= ${now})
      limit ${MAX_COUNT}::integer
    ) waiting`);
  return { unread: row?.unread ?? 0, unseen: row?.unseen ?? 0, nextAt: row?.next_at ?? undefined };
}

/** Those that the actor is told of at all. */
export function visibleKinds({ actor }: Pick<Current, 'actor'>, { events }: EventCatalog): string[] {
  return events.filter(({ least }) => isAtLeast(actor.role, least)).map(({ id }) => id);
}
