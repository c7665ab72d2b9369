import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { deviceOf } from '#lib/sessions/device.server.ts';

import { isSecurityEventKind } from './security-event.ts';
import type { EventDetails, SecurityEvent, SecurityEventKind } from './security-event.ts';

/** Events on one page of the log. */
const PAGE = 20;

/**
 * Notes what has happened to an account, for its owner to read, in the transaction of `current.db`, with the device of
 * whoever asks. Permission is the caller's matter.
 * @param details fill the sentence of the kind: `name` of what was made, changed or removed, `address` of a mail
 */
export async function noteSecurityEvent(
  current: Current,
  userId: string,
  kind: SecurityEventKind,
  details: EventDetails = {},
): Promise<void> {
  const { browser = null, system = null } = deviceOf(current.browser.userAgent);
  await current.db.query(INSERT, [userId, current.now(), kind, JSON.stringify(details), browser, system]);
}

/** The `browser` to note what somebody else did with: their device is their own business. */
export const UNKNOWN_BROWSER: Current['browser'] = { userAgent: null, cookies: {} };

/**
 * One page of the asker's own log, the latest first.
 * @param before the event that the page follows, as `next` said
 * @throws Problem 401 who has not signed in
 */
export async function findSecurityEvents(
  current: Current,
  before?: number,
): Promise<{ events: SecurityEvent[]; next?: number }> {
  const userId = requireUser(current);
  const rows = await current.db.query<SecurityEventRow>(SELECT, [userId, before ?? null, PAGE + 1]);
  const events = rows.slice(0, PAGE).flatMap(eventsOf);
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined;
  return { events, ...(last && { next: Number(last.event_id) }) };
}

interface SecurityEventRow {
  event_id: string;
  at: Date;
  kind: string;
  details: EventDetails;
  browser: string | null;
  system: string | null;
}

const INSERT = {
  name: 'security_event_insert',
  text: `insert into security_events (user_id, at, kind, details, browser, system) values ($1, $2, $3, $4, $5, $6)`,
};
const SELECT = {
  name: 'security_events_page',
  text: `select event_id, at, kind, details, browser, system from security_events
    where user_id = $1 and ($2::bigint is null or event_id < $2) order by event_id desc limit $3`,
};

/** Of a kind that is no longer noted nothing can be told. */
function eventsOf({ event_id, kind, browser, system, ...row }: SecurityEventRow): SecurityEvent[] {
  if (!isSecurityEventKind(kind)) return [];
  const device = { browser: browser ?? undefined, system: system ?? undefined };
  return [{ eventId: Number(event_id), at: row.at, kind, details: row.details, ...device }];
}
