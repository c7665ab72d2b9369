import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import { requireUser } from '#app/current/permission.ts';
import { describeSubjects } from '#app/following/follows.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { readSigned, sign } from '#lib/signed.server.ts';

import { visibleKinds } from '../counts.server.ts';
import type { EventCatalog, EventReader, EventWords } from '../event-kind.server.ts';
import { isNotificationId } from '../notification.ts';
import type { ShownNotification, Tab } from '../notification.ts';
import { foreignCursor } from '../problems.ts';

const PAGE = 20;

export interface NotificationQuery {
  readonly tab: Tab;
  readonly kind?: string | undefined;
  /** A cursor. */
  readonly after?: string | undefined;
}

export interface NotificationPage {
  readonly notifications: ShownNotification[];
  readonly next: string | undefined;
  /** Some of it is gone, and was left out. */
  readonly hasGone: boolean;
}

/** The latest first; what is gone, or not for the actor any more, is left out. @throws Problem 400 or 401 */
export async function findNotifications(
  current: Current,
  catalog: EventCatalog,
  { tab, kind, after }: NotificationQuery,
): Promise<NotificationPage> {
  const userId = requireUser(current);
  const kinds = visibleKinds(current, catalog).filter((id) => kind === undefined || id === kind);
  const from = after === undefined ? undefined : readCursor(current, after);
  const rows = await current.db.query<NotificationRow>(sql`
    select notification_id, kind, event_key, subject, details, size, at, seen_at, read_at, archived_at, snoozed_until
    from notifications
    where user_id = ${userId} and kind = any(${kinds}::text[]) and ${IN_TAB[tab](current.now())}
      ${from === undefined ? sql.empty : sql`and (at, notification_id) < (${from.at}::timestamptz, ${from.id}::uuid)`}
    order by at desc, notification_id desc limit ${PAGE + 1}::integer`);
  const shown = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? shown.at(-1) : undefined;
  const notifications = await show(current, catalog, { userId, role: current.actor.role }, shown);
  return {
    notifications,
    hasGone: notifications.length < shown.length,
    next: last && sign(`${last.at.toISOString()} ${last.notification_id}`, CURSOR, current.secret),
  };
}

type NotificationRow = Omit<Row<'notifications'>, 'user_id' | 'group_key' | 'created_at' | 'is_open' | 'details'> & {
  details: never;
};

const IN_TAB: Record<Tab, (now: Date) => Sql> = {
  all: (now) => sql`archived_at is null and (snoozed_until is null or snoozed_until <= ${now})`,
  unread: (now) => sql`read_at is null and archived_at is null and (snoozed_until is null or snoozed_until <= ${now})`,
  archived: () => sql`archived_at is not null`,
  snoozed: (now) => sql`archived_at is null and snoozed_until > ${now}`,
};

const CURSOR = 'notifications cursor';

function readCursor({ secret }: Current, cursor: string): { at: string; id: string } {
  const [at, id] = readSigned(cursor, CURSOR, secret)?.split(' ') ?? [];
  if (at === undefined || id === undefined) throw new Problem(foreignCursor);
  return { at, id };
}

async function show(
  current: Current,
  catalog: EventCatalog,
  reader: EventReader,
  rows: readonly NotificationRow[],
): Promise<ShownNotification[]> {
  const [text, words, subjects] = await Promise.all([
    getText(current.locale),
    wordsOf(current, catalog, reader, rows),
    describeSubjects(current, catalog.subjects, [...new Set(rows.flatMap(({ subject }) => subject ?? []))]),
  ]);
  return rows.flatMap((row) => {
    const own = words.get(`${row.kind} ${row.event_key}`);
    if (own === undefined) return [];
    return [
      {
        notificationId: row.notification_id,
        kind: row.kind,
        words: text(own.text, { ...own.values, count: row.size }),
        at: row.at.toISOString(),
        isRead: row.read_at !== null,
        isSeen: row.seen_at !== null,
        isArchived: row.archived_at !== null,
        snoozedUntil: row.snoozed_until?.toISOString(),
        why: row.subject === null ? undefined : subjects.get(row.subject)?.title,
      },
    ];
  });
}

export interface ToldRow {
  readonly kind: string;
  readonly event_key: string;
  readonly details: never;
}

/** By `kind key`; each kind is asked once. */
export async function wordsOf(
  current: Current,
  { events }: EventCatalog,
  reader: EventReader,
  rows: readonly ToldRow[],
): Promise<Map<string, EventWords>> {
  const asked = [...Map.groupBy(rows, ({ kind }) => kind)].map(async ([id, own]) => {
    const told = own.map(({ event_key: key, details }) => ({ key, details }));
    const words = await events.find((kind) => kind.id === id)?.show(current, reader, told);
    return [...(words ?? [])].map(([key, one]) => [`${id} ${key}`, one] as const);
  });
  return new Map((await Promise.all(asked)).flat());
}

/** Where one leads; it may be gone by now. @throws Problem 401 */
export async function findDestination(
  current: Current,
  catalog: EventCatalog,
  notificationId: string,
): Promise<string | undefined> {
  const userId = requireUser(current);
  if (!isNotificationId(notificationId)) return undefined;
  const rows = await current.db.query<ToldRow>(sql`
    select kind, event_key, details from notifications
    where user_id = ${userId} and notification_id = ${notificationId}`);
  const words = await wordsOf(current, catalog, { userId, role: current.actor.role }, rows);
  return [...words.values()][0]?.path;
}
