import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import type { Columns, Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import { parseUserAgent } from '#lib/sessions/device.server.ts';

import { isSecurityEventKind } from './security-event.ts';
import type { EventDetails, SecurityEvent, SecurityEventKind } from './security-event.ts';

const PAGE = 20;

/** In the transaction of `current.db`, with the device of the request. Permission is up to the caller. */
export async function noteSecurityEvent(
  current: Current,
  userId: string,
  kind: SecurityEventKind,
  details: EventDetails = {},
): Promise<void> {
  const { browser = null, system = null } = parseUserAgent(current.browser.userAgent);
  await current.db.query(sql`insert into security_events (user_id, at, kind, details, browser, system)
    values (${userId}, ${current.now()}, ${kind}, ${JSON.stringify(details)}, ${browser}, ${system})`);
}

/** For an event that another person has caused: the owner does not see that person's device. */
export const UNKNOWN_BROWSER: Current['browser'] = { userAgent: null, cookies: {} };

/** The latest first. @param before the event that the page follows, from `next` @throws Problem 401 */
export async function findSecurityEvents(current: Current, before?: number): Promise<SecurityEventPage> {
  return listSecurityEvents(current, requireUser(current), PAGE, before);
}

interface SecurityEventPage {
  readonly events: SecurityEvent[];
  readonly next?: number;
}

/** The latest first. Permission is up to the caller. */
export async function listSecurityEvents(
  { db }: Current,
  userId: string,
  limit: number,
  before?: number,
): Promise<SecurityEventPage> {
  const isBefore = before === undefined ? sql.empty : sql`and event_id < ${before}`;
  const rows = await db.query<SecurityEventRow>(sql`
    select event_id, at, kind, details, browser, system from security_events
    where user_id = ${userId} ${isBefore} order by event_id desc limit ${limit + 1}`);
  const { shown, last } = cutPage(rows, limit);
  return { events: shown.flatMap(toSecurityEvents), ...(last && { next: Number(last.event_id) }) };
}

type SecurityEventRow = Omit<Row<'security_events'>, 'user_id' | 'details'> &
  Columns<'security_events', { details: EventDetails }>;

/** A kind that is no longer recorded has no sentence. */
function toSecurityEvents({ event_id, kind, browser, system, ...row }: SecurityEventRow): SecurityEvent[] {
  if (!isSecurityEventKind(kind)) return [];
  const device = { browser: browser ?? undefined, system: system ?? undefined };
  return [{ eventId: Number(event_id), at: row.at, kind, details: row.details, ...device }];
}
