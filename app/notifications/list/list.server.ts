import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import { requireUser } from '#app/current/permission.ts';
import { describeSubjects } from '#app/following/follows.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import { ListCursor } from '#lib/list-cursor.server.ts';
import type { ListPosition } from '#lib/list-cursor.server.ts';

import type { EventCatalog } from '../event-kind.server.ts';
import { isNotificationId } from '../notification.ts';
import type { ShownNotification, Tab } from '../notification.ts';
import { foreignCursor } from '../problems.ts';
import { TAB_CONDITIONS, findVisible, visibleKinds, findEventWords } from '../visible-notifications.server.ts';
import type { NotificationEventRow, VisibleRows } from '../visible-notifications.server.ts';

const PAGE = 20;

interface NotificationQuery {
  readonly tab: Tab;
  readonly kind?: string | undefined;
  /** A cursor. */
  readonly after?: string | undefined;
}

interface NotificationPage {
  readonly notifications: ShownNotification[];
  readonly next: string | undefined;
}

/** The latest first; what is gone, or not for the actor any more, is left out. @throws Problem 400 or 401 */
export async function findNotifications(
  current: Current,
  catalog: EventCatalog,
  { tab, kind, after }: NotificationQuery,
): Promise<NotificationPage> {
  const reader = { userId: requireUser(current), role: current.actor.role };
  const kinds = visibleKinds(current, catalog).filter((id) => kind === undefined || id === kind);
  const from = CURSOR.read(current, after);
  const findPage = (last: NotificationRow | undefined) => findRows(current, tab, kinds, last ? toPosition(last) : from);
  const { rows, end } = await findVisible(current, catalog, reader, { wanted: PAGE + 1, findPage });
  const { shown, last: lastShown } = cutPage(rows, PAGE);
  const last = lastShown?.row ?? end;
  return {
    notifications: await describe(current, catalog, shown),
    next: last && CURSOR.write(current, last.at, last.notification_id),
  };
}

type NotificationRow = Omit<Row<'notifications'>, 'user_id' | 'group_key' | 'created_at' | 'is_open' | 'details'> &
  Columns<'notifications', { details: never }>;

function toPosition({ at, notification_id: id }: NotificationRow): ListPosition {
  return { value: at.toISOString(), id };
}

function findRows(
  current: Current,
  tab: Tab,
  kinds: readonly string[],
  from: ListPosition | undefined,
): Promise<NotificationRow[]> {
  const userId = requireUser(current);
  return current.db.query<NotificationRow>(sql`
    select notification_id, kind, event_key, subject, details, size, at, seen_at, read_at, archived_at, snoozed_until
    from notifications
    where user_id = ${userId} and kind = any(${[...kinds]}::text[]) and ${TAB_CONDITIONS[tab](current.now())}
      ${from === undefined ? sql.empty : sql`and (at, notification_id) < (${from.value}::timestamptz, ${from.id}::uuid)`}
    order by at desc, notification_id desc limit ${PAGE + 1}::integer`);
}

const CURSOR = new ListCursor('notifications cursor', foreignCursor);

async function describe(
  current: Current,
  catalog: EventCatalog,
  visible: VisibleRows<NotificationRow>['rows'],
): Promise<ShownNotification[]> {
  const subjectKeys = [...new Set(visible.flatMap(({ row }) => row.subject ?? []))];
  const [text, subjects] = await Promise.all([
    getText(current.locale),
    describeSubjects(current, catalog.subjects, subjectKeys),
  ]);
  return visible.map(({ row, words }) => ({
    notificationId: row.notification_id,
    kind: row.kind,
    words: text(words.text, { ...words.values, count: row.size }),
    at: row.at.toISOString(),
    isRead: row.read_at !== null,
    isSeen: row.seen_at !== null,
    isArchived: row.archived_at !== null,
    snoozedUntil: row.snoozed_until?.toISOString(),
    why: row.subject === null ? undefined : subjects.get(row.subject)?.title,
  }));
}

/** Where one leads; it may be gone by now. @throws Problem 401 */
export async function findDestination(
  current: Current,
  catalog: EventCatalog,
  notificationId: string,
): Promise<string | undefined> {
  const userId = requireUser(current);
  if (!isNotificationId(notificationId)) return undefined;
  const rows = await current.db.query<NotificationEventRow>(sql`
    select kind, event_key, details from notifications
    where user_id = ${userId} and notification_id = ${notificationId}`);
  const words = await findEventWords(current, catalog, { userId, role: current.actor.role }, rows);
  return [...words.values()][0]?.path;
}
