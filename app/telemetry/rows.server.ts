import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { preparedByShape } from '#lib/database/database.server.ts';

import type { StoredError, StoredPageView, RowsQuery } from './telemetry.ts';

export interface TelemetryPage<Row> {
  rows: Row[];
  /** The place to go on from, when there are more. */
  next: string | undefined;
}

/** The newest page views as they are kept. Needs staff. @throws Problem 401 or 403 */
export function findPageViews(current: Current, query: RowsQuery): Promise<TelemetryPage<StoredPageView>> {
  const columns = `${COMMON}, url, referer, locale, referrer_host as "referrerHost"`;
  return findRows<StoredPageView>(current, `select ${columns} from telemetry_page_views`, query);
}

/** The newest errors as they are kept. Needs staff. @throws Problem 401 or 403 */
export function findErrors(current: Current, query: RowsQuery): Promise<TelemetryPage<StoredError>> {
  const columns = `${COMMON}, message, trace, context, encode(fingerprint, 'hex') as fingerprint`;
  return findRows<StoredError>(current, `select ${columns} from telemetry_errors`, query);
}

const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const COMMON = `id, to_char(at, ${ISO}) as "@time", to_char(received_at, ${ISO}) as "receivedAt",
  encode(visitor, 'hex') as visitor, bot as "isBot"`;

async function findRows<Row extends { id: string; receivedAt: string }>(
  current: Current,
  select: string,
  { limit, after }: RowsQuery,
): Promise<TelemetryPage<Row>> {
  requireRole(current, 'staff');
  const where = after === undefined ? '' : 'where (received_at, id) < ($2, $3)';
  const statement = preparedByShape(`${select} ${where} order by received_at desc, id desc limit $1`);
  const found = await current.db.query<Row>(statement, [limit + 1, ...(after === undefined ? [] : placeOf(after))]);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last && `${Date.parse(last.receivedAt).toString(36)}.${last.id}` };
}

function placeOf(after: string): unknown[] {
  const [time = '', id] = after.split('.');
  return [new Date(Number.parseInt(time, 36)), id];
}
