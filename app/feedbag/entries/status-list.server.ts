import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { STATUSES, STATUS_COLOURS } from '../entry.ts';
import type { EntryStatus } from '../entry.ts';

export const MAX_OWN_STATUSES = 20;

/** Those that the site knows, then the studio's own in its order. */
export async function findStatuses(current: Pick<Current, 'db' | 'locale'>): Promise<EntryStatus[]> {
  const text = await getText(current.locale);
  const known = Object.entries(STATUSES).map(([statusId, { name, colour, isOpen, isOnRoadmap }]) => {
    return { statusId, name: text(name), colour, isOpen, isOnRoadmap };
  });
  return [...known, ...(await findOwnStatuses(current))];
}

export async function findOwnStatuses({ db }: Pick<Current, 'db'>): Promise<EntryStatus[]> {
  const rows = await db.query<Omit<Row<'feedbag_statuses'>, 'place' | 'created_at'>>(sql`
    select status_id, name, colour, is_open, is_on_roadmap from feedbag_statuses
    order by place, status_id limit ${MAX_OWN_STATUSES}::integer`);
  return rows.map((row) => ({
    statusId: row.status_id,
    name: row.name,
    isOpen: row.is_open,
    isOnRoadmap: row.is_on_roadmap,
    colour: STATUS_COLOURS.find((colour) => colour === row.colour) ?? 'grey',
  }));
}

/** Whether people may vote in it. @param status the column */
export function isOpenStatus(status: Sql): Sql {
  const known = Object.entries(STATUSES).flatMap(([statusId, { isOpen }]) => (isOpen ? [statusId] : []));
  return sql`(${status} = any(${known}::text[])
    or exists (select from feedbag_statuses s where s.status_id = ${status} and s.is_open))`;
}
