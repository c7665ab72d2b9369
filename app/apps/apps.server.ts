import type { AuditKind } from '#app/audit/audit-kind.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import type { NewAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { isProduction } from '#app/current/stage.ts';
import type { Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { AppId } from './app-key.ts';
import { MAX_APPS, MAX_ORIGINS } from './app.ts';
import type { AppRecord, AppList, ListedApp, NewApp } from './app.ts';
import { appAudit } from './audit-kinds.server.ts';
import { forgetKnownApps } from './known-apps.server.ts';
import { appArchived, appNotArchived, appTaken, noApp, notAnOrigin, tooManyApps, tooManyOrigins } from './problems.ts';

const DAY_MS = 86_400_000;

/** By their ids. Needs admin. @param after the id of the last one of the page before @throws Problem 401 or 403 */
export async function listApps(
  current: Current,
  { list, after, limit }: { list: AppList; after: string; limit: number },
): Promise<{ apps: ListedApp[]; next: string | undefined }> {
  requireRole(current, 'admin');
  const now = current.now();
  const since = new Date(now.getTime() - DAY_MS);
  const rows = await current.db.query<ListedAppRow>(sql`
    select a.*, k.keys, k.last_used_at, c.calls, c.errors, c.refusals
    from (select ${COLUMNS} from apps where (archived_at is not null) = ${list === 'archived'}::boolean and app_id > ${after}
      order by app_id limit ${limit + 1}) a
    cross join lateral (select count(*) filter (where revoked_at is null and (expires_at is null or expires_at > ${now}))::int
        as keys, max(last_used_at) as last_used_at
      from app_keys where app_id = a.app_id) k
    cross join lateral (select coalesce(sum(calls), 0)::int as calls, coalesce(sum(errors), 0)::int as errors,
        coalesce(sum(refusals), 0)::int as refusals
      from app_keys join app_key_hours using (key_id) where app_id = a.app_id and hour > ${since}) c
    order by a.app_id`);
  const { shown, last } = cutPage(rows, limit);
  return { apps: shown.map(toListedApp), next: last?.app_id };
}

/** Needs admin. @throws Problem 401, 403, 404 */
export async function getApp(current: Current, appId: string): Promise<AppRecord> {
  requireRole(current, 'admin');
  const row = await findAppRow(current, appId);
  if (row === undefined) throw new Problem(noApp);
  return toApp(row);
}

/** Needs admin, who owns it. @throws Problem 401, 403, 409 */
export async function createApp(current: Current, wanted: NewApp): Promise<void> {
  requireRole(current, 'admin');
  await inTransaction(current, async (current) => {
    if (!(await insertApp(current, wanted, current.actor.userId))) throw new Problem(appTaken);
  });
  forgetKnownApps(current.rowCache);
}

/** In the transaction of a key for it; one that is not there is made, with its id for a name. @throws Problem 409 */
export async function ensureApp(current: Current, appId: string, ownerId = current.actor.userId): Promise<void> {
  if (await insertApp(current, { appId, name: appId }, ownerId)) {
    current.db.whenCommitted(() => forgetKnownApps(current.rowCache));
    return;
  }
  const row = await findAppRow(current, appId, sql`for share`);
  if (row?.archived_at !== null) throw new Problem(appArchived);
}

/** Needs admin. @throws Problem 401, 403, 404 */
export async function renameApp(current: Current, appId: string, name: string): Promise<void> {
  await changeApp(current, appId, appAudit.rename, (row) => ({
    set: sql`name = ${name}`,
    entry: { before: { name: row.name }, after: { name } },
  }));
}

/** Needs admin, who is asked about it from then on. @throws Problem 401, 403, 404 */
export async function takeOverApp(current: Current, appId: string): Promise<void> {
  const ownerId = requireUser(current);
  await changeApp(current, appId, appAudit.takeOver, (row) => ({
    set: sql`owner = ${ownerId}`,
    entry: { before: { name: row.name, ownerId: row.owner }, after: { name: row.name, ownerId } },
  }));
}

/** Its keys and its origins end at once, until it is restored. Needs admin. @throws Problem 401, 403, 404, 409 */
export async function archiveApp(current: Current, appId: string): Promise<void> {
  await changeApp(current, appId, appAudit.archive, (row) => {
    if (row.archived_at !== null) throw new Problem(appArchived);
    return { set: sql`archived_at = ${current.now()}`, entry: { before: { name: row.name } } };
  });
}

/** Needs admin. @throws Problem 401, 403, 404, 409 */
export async function restoreApp(current: Current, appId: string): Promise<void> {
  await changeApp(current, appId, appAudit.restore, (row) => {
    if (row.archived_at === null) throw new Problem(appNotArchived);
    return { set: sql`archived_at = null`, entry: { after: { name: row.name } } };
  });
}

/** Pages of it may use the keys of the app. Needs admin. @returns it as browsers send it @throws Problem 400, 401, 403, 404, 409 */
export async function addOrigin(current: Current, appId: string, typed: string): Promise<string> {
  requireRole(current, 'admin');
  const origin = parseOrigin(typed, !isProduction(current.stage));
  if (origin === undefined) throw new Problem(notAnOrigin);
  await changeApp(current, appId, appAudit.addOrigin, ({ origins, name }) => {
    if (origins.includes(origin)) return undefined;
    if (origins.length >= MAX_ORIGINS) throw new Problem(tooManyOrigins);
    return { set: sql`origins = array_append(origins, ${origin}::text)`, entry: { after: { name, origin } } };
  });
  return origin;
}

/** Needs admin. @throws Problem 401, 403, 404 */
export async function removeOrigin(current: Current, appId: string, origin: string): Promise<void> {
  await changeApp(current, appId, appAudit.removeOrigin, ({ origins, name }) => {
    if (!origins.includes(origin)) return undefined;
    return { set: sql`origins = array_remove(origins, ${origin}::text)`, entry: { before: { name, origin } } };
  });
}

/**
 * An origin as browsers send it: scheme, host and port alone. @param allowsLocal whether pages of the asker's own machine
 * may be one without TLS @returns undefined for anything else, such as a wildcard, `null` or an address with a path
 */
export function parseOrigin(typed: string, allowsLocal: boolean): string | undefined {
  if (typed.length > MAX_ORIGIN || !/^https?:\/\/[^\s/?#@\\%*]+$/i.test(typed)) return undefined;
  const url = URL.parse(typed);
  if (url === null || url.hostname.endsWith('.')) return undefined;
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const isAllowed = isLocal ? allowsLocal : url.protocol === 'https:';
  return isAllowed ? url.origin : undefined;
}

const MAX_ORIGIN = 255;

interface AppChange {
  readonly set: Sql;
  readonly entry: Omit<NewAuditEntry, 'target'>;
}

/** @param plan sees the row, which nobody else changes meanwhile; undefined where nothing is to be done */
async function changeApp(
  current: Current,
  appId: string,
  kind: AuditKind,
  plan: (row: AppRow) => AppChange | undefined,
): Promise<void> {
  requireRole(current, 'admin');
  await inTransaction(current, async (current) => {
    const row = await findAppRow(current, appId, sql`for update`);
    if (row === undefined) throw new Problem(noApp);
    const change = plan(row);
    if (change === undefined) return;
    await current.db.query(sql`update apps set ${change.set} where app_id = ${appId}`);
    await recordAuditEntry(current, kind, { target: `app/${appId}`, ...change.entry });
  });
  forgetKnownApps(current.rowCache);
}

export type AppRow = Row<'apps'>;
type ListedAppRow = AppRow & { keys: number; last_used_at: Date | null } & ListedApp['day'];

const COLUMNS = sql`app_id, name, owner, origins, created_at, archived_at`;

/** @param lock held until the end of the transaction */
export async function findAppRow(current: Current, appId: string, lock = sql.empty): Promise<AppRow | undefined> {
  if (!AppId.safeParse(appId).success) return undefined;
  const [row] = await current.db.query<AppRow>(sql`select ${COLUMNS} from apps where app_id = ${appId} ${lock}`);
  return row;
}

/** @returns whether it was not there */
async function insertApp(current: Current, { appId, name }: NewApp, ownerId: string | undefined): Promise<boolean> {
  // Serializes new apps, so that all are counted.
  await current.db.query(sql`select pg_advisory_xact_lock(hashtextextended('apps', 0))`);
  const [row] = await current.db.query<{ has_room: boolean; is_new: boolean }>(sql`
    with room as (select count(*) < ${MAX_APPS}::int as has_room from apps),
      made as (insert into apps (app_id, name, owner, created_at)
        select ${appId}::text, ${name}::text, ${ownerId ?? null}::text, ${current.now()}::timestamptz
        from room where has_room on conflict do nothing returning 1)
    select has_room, exists (select from made) as is_new from room`);
  if (row?.is_new) await recordAuditEntry(current, appAudit.create, { target: `app/${appId}`, after: { name } });
  else if (row?.has_room === false && (await findAppRow(current, appId)) === undefined) throw new Problem(tooManyApps);
  return row?.is_new ?? false;
}

export function toApp(row: AppRow): AppRecord {
  return {
    appId: row.app_id,
    name: row.name,
    ownerId: row.owner,
    origins: row.origins,
    createdAt: row.created_at.toISOString(),
    archivedAt: row.archived_at?.toISOString() ?? null,
  };
}

function toListedApp(row: ListedAppRow): ListedApp {
  const { keys, last_used_at: lastUsedAt, calls, errors, refusals } = row;
  return { ...toApp(row), keys, lastUsedAt: lastUsedAt?.toISOString() ?? null, day: { calls, errors, refusals } };
}
