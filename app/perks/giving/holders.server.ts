import { findMissingAccounts } from '#app/accounts/accounts.server.ts';
import { findKeptIds } from '#app/accounts/merged-ids.server.ts';
import { findUserIdsByAlias } from '#app/aliases/naming/lookup.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { notifyLater } from '#app/notifications/events.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import type { CsvLine } from '#lib/csv/csv.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { ListCursor } from '#lib/list-cursor.server.ts';
import { Problem, isProblem, problemAt } from '#lib/problem.ts';
import { toCodeKey } from '#lib/token/readable-code.ts';
import { isUuid } from '#lib/uuid.server.ts';

import { perkAudit } from '../audit-kinds.server.ts';
import { givenPerk } from '../event-kinds.server.ts';
import { MAX_PEOPLE, MAX_REASON } from '../perk.ts';
import type { HolderList, PerkGrant, PerkWay } from '../perk.ts';
import { getPerk, lockPerk } from '../perks.server.ts';
import { alreadyYours, foreignCursor, noGift, noPeople, noReason } from '../problems.ts';
import { givePerk, takePerkBack } from './grants.server.ts';

interface HolderSearch {
  readonly list: HolderList;
  /** A Lookup Code, an alias, or a code that was redeemed. */
  readonly text: string;
  readonly after: string | undefined;
  readonly limit: number;
}

/** Who was given it, the latest first. Needs staff. @throws Problem 400, 401, 403 */
export async function listHolders(
  current: Current,
  perkId: string,
  { list, text, after, limit }: HolderSearch,
): Promise<{ grants: PerkGrant[]; next: string | undefined }> {
  requireRole(current, 'staff');
  const from = CURSOR.read(current, after);
  // PostgreSQL takes no null character, which no name has.
  if (text.includes('\0')) return { grants: [], next: undefined };
  const among = sql`perk_id = ${perkId}
    ${list === 'revoked' ? sql`and revoked_at is not null` : sql.empty}
    ${from === undefined ? sql.empty : sql`and (granted_at, grant_id) < (${from.value}::timestamptz, ${from.id}::uuid)`}`;
  const rows = await readGrants(current, text === '' ? [among] : await findAmong(current, among, text), limit + 1);
  const { shown, last } = cutPage(rows, limit);
  return { grants: shown.map(toGrant), next: last && CURSOR.write(current, last.at, last.grant_id) };
}

const CURSOR = new ListCursor('perk holders', foreignCursor);

/** By whom and by which code: each has an index of its own. */
async function findAmong(current: Current, among: Sql, text: string): Promise<Sql[]> {
  const userIds = [...(await findPeople(current, [text])).values()];
  const codeKey = toCodeKey(text) ?? '';
  return [sql`${among} and user_id = any(${userIds}::text[])`, sql`${among} and way = 'code' and origin = ${codeKey}`];
}

/** @param conditions one of which is true of each */
function readGrants({ db }: Current, conditions: readonly Sql[], limit: number): Promise<GrantRow[]> {
  const some = conditions.map(
    (condition) => sql`(
      select user_id, grant_id, way, origin, granted_at, granted_by, revoked_at, revoked_by, revoke_reason,
        replace(granted_at::text, ' ', 'T') as at
      from perk_grants where ${condition} order by granted_at desc, grant_id desc limit ${limit}::integer)`,
  );
  return db.query<GrantRow>(sql`
    select * from (${sql.join(some, ' union ')}) g order by granted_at desc, grant_id desc limit ${limit}::integer`);
}

type GrantRow = Pick<
  Row<'perk_grants'>,
  'user_id' | 'grant_id' | 'origin' | 'granted_at' | 'granted_by' | 'revoked_at' | 'revoked_by' | 'revoke_reason'
> &
  Columns<'perk_grants', { way: PerkWay }> & {
    /** With its microseconds. */
    at: string;
  };

function toGrant(row: GrantRow): PerkGrant {
  return {
    grantId: row.grant_id,
    userId: row.user_id,
    way: row.way,
    origin: row.origin,
    grantedAt: row.granted_at.toISOString(),
    grantedBy: row.granted_by,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revokedBy: row.revoked_by,
    revokeReason: row.revoke_reason,
  };
}

const EXPORT_PAGE = 1000;

/** Page by page. Needs admin. @throws Problem 401, 403, 404 */
export async function exportHolders(current: Current, perkId: string): Promise<AsyncIterable<CsvLine[]>> {
  requireRole(current, 'admin');
  await getPerk(current, perkId);
  return holderPages(withHeavyPool(current), perkId);
}

async function* holderPages(current: Current, perkId: string): AsyncGenerator<CsvLine[]> {
  yield [['lookup code', 'given at', 'way', 'of', 'given by', 'taken back at', 'taken back by', 'reason']];
  let behind = sql.empty;
  for (;;) {
    const rows = await readGrants(current, [sql`perk_id = ${perkId} ${behind}`], EXPORT_PAGE);
    yield rows
      .map(toGrant)
      .map((grant) => [
        grant.userId,
        grant.grantedAt,
        grant.way,
        grant.origin ?? '',
        grant.grantedBy ?? '',
        grant.revokedAt ?? '',
        grant.revokedBy ?? '',
        grant.revokeReason ?? '',
      ]);
    const last = rows.at(-1);
    if (last === undefined || rows.length < EXPORT_PAGE) return;
    behind = sql`and (granted_at, grant_id) < (${last.at}::timestamptz, ${last.grant_id}::uuid)`;
  }
}

interface GivenToPeople {
  readonly given: number;
  /** As they were typed. */
  readonly unknown: readonly string[];
  readonly hadIt: readonly string[];
}

/**
 * To everybody of a list of aliases and Lookup Codes, or when a limit is reached on the way, to nobody. They are told.
 * Needs staff. @throws Problem 401, 403, 404, 400 at the field, 409
 */
export async function giveToPeople(current: Current, perkId: string, typed: string): Promise<GivenToPeople> {
  requireRole(current, 'staff');
  const grantedBy = requireUser(current);
  const names = [...new Set(typed.split(/[\r\n,;]+/).map((name) => name.trim()))].filter((name) => name !== '');
  if (names.length === 0 || names.length > MAX_PEOPLE) throw problemAt('people', noPeople);
  const people = await findPeople(current, names);
  const unknown = names.filter((name) => !people.has(name));
  const hadIt: string[] = [];
  const given = await inTransaction(current, async (current) => {
    const perk = await lockPerk(current, perkId);
    let count = 0;
    for (const [name, userId] of new Map(
      [...people].map(([name, userId]) => [userId, [name, userId] as const]),
    ).values()) {
      const grantId = await givePerk(current, { perkId, userId, way: 'staff', grantedBy }).catch((refusal: unknown) => {
        if (!isProblem(refusal, alreadyYours)) throw refusal;
      });
      if (grantId === undefined) hadIt.push(name);
      else {
        count += 1;
        await tellOfPerk(current, perkId, userId, grantId);
      }
    }
    if (count > 0) {
      await recordAuditEntry(current, perkAudit.give, { target: `perk/${perkId}`, after: { name: perk.name, count } });
    }
    return count;
  });
  return { given, unknown, hadIt };
}

/** In the transaction of the gift. */
export async function tellOfPerk(current: Current, perkId: string, userId: string, grantId: string): Promise<void> {
  await notifyLater(current, givenPerk, { key: grantId, details: { perkId, grantId }, userIds: [userId] });
}

/** By what was typed: a Lookup Code, with or without its @, before a name. */
async function findPeople(current: Current, names: readonly string[]): Promise<Map<string, string>> {
  const codes = new Map(names.map((name) => [name, name.replace(/^@/, '')]));
  const [missing, byAlias, kept] = await Promise.all([
    findMissingAccounts(current.db, [...codes.values()]),
    findUserIdsByAlias(current, names),
    findKeptIds(current, codes.values()),
  ]);
  const unknown = new Set(missing);
  return new Map(
    names.flatMap((name): [string, string][] => {
      const code = codes.get(name) ?? '';
      const userId = unknown.has(code) ? (kept.get(code) ?? byAlias.get(name)) : code;
      return userId === undefined ? [] : [[name, userId]];
    }),
  );
}

/** Needs staff. @throws Problem 401, 403, 404, 400 at the field */
export async function revokeGrant(
  current: Current,
  perkId: string,
  { userId, grantId, reason }: { userId: string; grantId: string; reason: string },
): Promise<void> {
  requireRole(current, 'staff');
  const by = requireUser(current);
  const said = reason.trim();
  if (said === '' || said.length > MAX_REASON) throw problemAt('reason', noReason);
  if (!isUuid(grantId)) throw new Problem(noGift);
  await inTransaction(current, async (current) => {
    const { name } = await lockPerk(current, perkId);
    if (!(await takePerkBack(current, { perkId, grantId, userId, by, reason: said }))) throw new Problem(noGift);
    await recordAuditEntry(current, perkAudit.revoke, {
      target: `perk/${perkId}`,
      before: { name, userId, grantId },
      reason: said,
    });
  });
}
