import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import type { StoredError, StoredPageView, RowsQuery } from './telemetry.ts';

interface TelemetryPage<Stored> {
  rows: Stored[];
  next: string | undefined;
}

/** The newest page views. Needs staff. @throws Problem 401 or 403 */
export function findPageViews(current: Current, query: RowsQuery): Promise<TelemetryPage<StoredPageView>> {
  return findRows<StoredPageView>(
    current,
    query,
    (pageClause) => sql`
    select ${COLUMNS}, url, referer, locale, referrer_host as "referrerHost" from telemetry_page_views ${pageClause}`,
  );
}

/** The newest errors. Needs staff. @throws Problem 401 or 403 */
export function findErrors(current: Current, query: RowsQuery): Promise<TelemetryPage<StoredError>> {
  return findRows<StoredError>(
    current,
    query,
    (pageClause) => sql`
    select ${COLUMNS}, message, trace, context, encode(fingerprint, 'hex') as fingerprint, occurrences::float as occurrences,
      to_char(first_seen_at, ${ISO}) as "firstSeenAt", version
    from (select *, last_seen_at as received_at from telemetry_errors) error ${pageClause}`,
  );
}

const ISO = sql`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const COLUMNS = sql`id, to_char(at, ${ISO}) as "@time", to_char(received_at, ${ISO}) as "receivedAt",
  encode(visitor, 'hex') as visitor, bot as "isBot"`;

async function findRows<Stored extends StoredPageView | StoredError>(
  current: Current,
  { limit, after }: RowsQuery,
  select: (pageClause: Sql) => Sql,
): Promise<TelemetryPage<Stored>> {
  requireRole(current, 'staff');
  const where =
    after === undefined ? sql.empty : sql`where (received_at, id) < (${sql.join(parseCursor(after), ', ')})`;
  const found = await current.db.query<Stored>(
    select(sql`${where} order by received_at desc, id desc limit ${limit + 1}`),
  );
  const { shown, last } = cutPage(found, limit);
  return { rows: shown, next: last && `${Date.parse(last.receivedAt).toString(36)}.${last.id}` };
}

function parseCursor(after: string): [receivedAt: Date, id: string] {
  const [time = '', id = ''] = after.split('.');
  return [new Date(Number.parseInt(time, 36)), id];
}
