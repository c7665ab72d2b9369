import type { Current } from '#app/current/current.server.ts';
import { isAtLeast } from '#app/current/role.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import type { EventCatalog, EventReader, EventWords } from './event-kind.server.ts';
import type { Tab } from './notification.ts';

/** Those that the actor is told of at all. */
export function visibleKinds({ actor }: Pick<Current, 'actor'>, { events }: EventCatalog): string[] {
  return events.filter(({ least }) => isAtLeast(actor.role, least)).map(({ id }) => id);
}

export const TAB_CONDITIONS: Record<Tab, (now: Date) => Sql> = {
  all: (now) => sql`archived_at is null and (snoozed_until is null or snoozed_until <= ${now})`,
  unread: (now) => sql`read_at is null and archived_at is null and (snoozed_until is null or snoozed_until <= ${now})`,
  archived: () => sql`archived_at is not null`,
  snoozed: (now) => sql`archived_at is null and snoozed_until > ${now}`,
};

export type NotificationEventRow = Pick<Row<'notifications'>, 'kind' | 'event_key'> &
  Columns<'notifications', { details: never }>;

/** By `kind key`; what is gone, or not for the reader any more, is missing. Each kind is asked once. */
export async function findEventWords(
  current: Current,
  { events }: EventCatalog,
  reader: EventReader,
  rows: readonly NotificationEventRow[],
): Promise<Map<string, EventWords>> {
  const finding = [...Map.groupBy(rows, ({ kind }) => kind)].map(async ([id, own]) => {
    const shown = own.map(({ event_key: key, details }) => ({ key, details }));
    const words = await events.find((kind) => kind.id === id)?.show(current, reader, shown);
    return [...(words ?? [])].map(([key, one]) => [`${id} ${key}`, one] as const);
  });
  return new Map((await Promise.all(finding)).flat());
}

/** So that nobody asks without end who has much of what is gone. */
const MAX_PAGES = 10;

export interface VisibleRows<Row> {
  readonly rows: readonly { readonly row: Row; readonly words: EventWords }[];
  /** The last that was looked at, when there may be more after it. */
  readonly end: Row | undefined;
}

/** The first rows that still have words, so that lists and counts agree. @param findPage so many rows after one */
export async function findVisible<Row extends NotificationEventRow>(
  current: Current,
  catalog: EventCatalog,
  reader: EventReader,
  { wanted, findPage }: { wanted: number; findPage: (after: Row | undefined) => Promise<readonly Row[]> },
): Promise<VisibleRows<Row>> {
  const visible: { row: Row; words: EventWords }[] = [];
  let end: Row | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const rows = await findPage(end);
    const words = await findEventWords(current, catalog, reader, rows);
    for (const row of rows) {
      const own = words.get(`${row.kind} ${row.event_key}`);
      if (own !== undefined) visible.push({ row, words: own });
    }
    end = rows.length === wanted ? rows.at(-1) : undefined;
    if (end === undefined || visible.length >= wanted) break;
  }
  return { rows: visible, end };
}
