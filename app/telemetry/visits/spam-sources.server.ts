import { asTitle, auditKinds } from '#app/audit/audit-kind.server.ts';
import type { ReadAuditEntry } from '#app/audit/audit-kind.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { noSpamSource, tooManySpamSources } from '../problems.ts';

const MAX_SOURCES = 500;

const aboutSource: ReadAuditEntry = ({ parts: [, host = ''] }) => ({ values: { site: asTitle(host) } });

export const spamSourceAudit = auditKinds('spamSource', {
  add: { text: 'admin.audit.addSpamSource', read: aboutSource },
  remove: { text: 'admin.audit.removeSpamSource', read: aboutSource },
});

/** Names of sites by the alphabet. Needs staff. @throws Problem 401 or 403 */
export async function listSpamSources(current: Current): Promise<string[]> {
  requireRole(current, 'staff');
  const rows = await current.db.query<{ host: string }>(
    sql`select host from telemetry_spam_sources order by host limit ${MAX_SOURCES}`,
  );
  return rows.map(({ host }) => host);
}

/** Views that name it from now on are those of bots. Needs staff. @throws Problem 401, 403, 409 */
export async function addSpamSource(current: Current, host: string): Promise<void> {
  requireRole(current, 'staff');
  await inTransaction(current, async (current) => {
    const { db } = current;
    await db.query(sql`select pg_advisory_xact_lock(hashtext('telemetry spam sources'))`);
    const [all] = await db.query<{ count: number; known: boolean }>(sql`
      select count(*)::int as count, coalesce(bool_or(host = ${host}), false) as known from telemetry_spam_sources`);
    if (all?.known === true) return;
    if ((all?.count ?? 0) >= MAX_SOURCES) throw new Problem(tooManySpamSources);
    await db.query(sql`insert into telemetry_spam_sources (host, added_at) values (${host}, ${current.now()})`);
    await recordAuditEntry(current, spamSourceAudit.add, { target: toTarget(host) });
  });
}

/** Needs staff. @throws Problem 401, 403, 404 */
export async function removeSpamSource(current: Current, host: string): Promise<void> {
  requireRole(current, 'staff');
  await inTransaction(current, async (current) => {
    const [removed] = await current.db.query(
      sql`delete from telemetry_spam_sources where host = ${host} returning host`,
    );
    if (removed === undefined) throw new Problem(noSpamSource);
    await recordAuditEntry(current, spamSourceAudit.remove, { target: toTarget(host) });
  });
}

function toTarget(host: string): string {
  return `spam-source/${host}`;
}

/** @param hosts those of `hostsAbove` */
export function isSpamSource(hosts: Sql): Sql {
  return sql`exists (select from telemetry_spam_sources where host = any(${hosts}))`;
}

/** Itself, without its port, and the names that it is below, but for the last: none may be a whole top-level domain. */
export function hostsAbove(host: string): string[] {
  const names = host.replace(/:\d+$/, '').split('.');
  return names.slice(0, -1).map((_, at) => names.slice(at).join('.'));
}

/** @returns the name of the site that somebody typed, or whose address; undefined where it is none */
export function parseSpamSource(typed: string): string | undefined {
  const host = URL.parse(typed.includes('://') ? typed : `http://${typed}`)?.hostname.replace(/^www\./, '');
  return host !== undefined && /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/.test(host) ? host : undefined;
}
