import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { ChainFault, ChainFaultKind } from './chain-status.ts';
import { DAY_COLUMNS } from './chain.server.ts';
import { judgeDayHead } from './day-heads.server.ts';
import type { DayHead } from './day-heads.server.ts';
import {
  CHAINED_COLUMNS,
  CHAIN_START,
  isErased,
  leafDigest,
  leafSalt,
  linkHash,
  listAuditLeaves,
} from './links.server.ts';
import type { ChainedEntry } from './links.server.ts';

/** Everything up to it has been looked at: links by their position, entries by their id. */
interface ChainPlace {
  readonly position: string;
  readonly auditId: string;
}

export const BEFORE_CHAIN: ChainPlace = { position: '0', auditId: '0' };

export interface ChainReport {
  readonly links: number;
  readonly days: number;
  /** Days that were signed by another SECRET than this. */
  readonly unknownDays: readonly string[];
  /** The first in the order of the chain. */
  readonly fault?: ChainFault;
  /** Until before the fault. */
  readonly place: ChainPlace;
  readonly isEnd: boolean;
}

const STEP = 1000;

/** Reads in steps. Needs super. @param max how many links, before it stops with `isEnd` false @throws Problem 401, 403 */
export async function verifyChain(
  current: Current,
  from: ChainPlace = BEFORE_CHAIN,
  max = Number.POSITIVE_INFINITY,
  step = STEP,
): Promise<ChainReport> {
  requireRole(current, 'super');
  const report = { links: 0, days: 0, unknownDays: [] as string[], place: from, isEnd: false };
  const size = Math.min(step, max);
  let hash = await findHash(current, from.position);
  if (hash === undefined) return { ...report, fault: await toFault(current, 'removed', from.position, null) };
  while (report.links < max && !report.isEnd) {
    const { position } = report.place;
    const links = await readLinks(current, position, size);
    const found = checkLinks(links, BigInt(position), hash);
    if (found !== undefined)
      return { ...report, fault: await toFault(current, found.kind, found.position, found.auditId) };
    const days = await checkDays(current, position, links);
    if (days.broken !== undefined) {
      return { ...report, fault: await toFault(current, 'badDay', days.broken.position, null) };
    }
    report.links += links.length;
    report.days += days.count;
    report.unknownDays.push(...days.unknown);
    report.isEnd = links.length < size;
    const last = links.at(-1);
    if (last === undefined) continue;
    hash = last.hash;
    report.place = { ...report.place, position: last.position };
  }
  const { isEnd } = report;
  const { auditId, stray } = await findStrayEntry(
    current,
    report.place.auditId,
    isEnd ? Number.POSITIVE_INFINITY : max,
    size,
  );
  const place = { ...report.place, auditId };
  const fault =
    stray === undefined ? isEnd && (await findCut(current)) : await toFault(current, stray.kind, null, stray.auditId);
  return { ...report, place, ...(fault && { fault }) };
}

type LinkRow = Pick<Row<'audit_links'>, 'position' | 'erased_digests' | 'erasures'> &
  Columns<'audit_links', { kept_salts: Readonly<Record<string, string>> | null }> &
  (ChainedEntry | { readonly audit_id: null }) & {
    readonly linked_id: string;
    readonly hash: string;
    readonly salt: string | null;
    /** How many of its erasures are told of by an entry. */
    readonly told: number;
  };

async function findHash({ db }: Current, position: string): Promise<string | undefined> {
  if (position === BEFORE_CHAIN.position) return CHAIN_START;
  const [row] = await db.query<{ hash: string }>(sql`
    select encode(hash, 'hex') as hash from audit_links where position = ${position}`);
  return row?.hash;
}

function readLinks({ db }: Current, after: string, step: number): Promise<LinkRow[]> {
  return db.query<LinkRow>(sql`
    select l.position, l.audit_id as linked_id, encode(l.hash, 'hex') as hash, encode(l.salt, 'hex') as salt,
      l.kept_salts, l.erased_digests, l.erasures, ${CHAINED_COLUMNS},
      case when l.erasures is null then 0 else (select count(*)::int from audit e
        where e.audit_id = any(l.erasures) and e.action = 'audit.erase' and e.after->'entries' @> to_jsonb(l.audit_id)) end as told
    from audit_links l left join audit a on a.audit_id = l.audit_id
    where l.position > ${after}::bigint order by l.position limit ${step}::int`);
}

interface FoundFault {
  readonly kind: ChainFaultKind;
  readonly position: string;
  readonly auditId: string | null;
}

function checkLinks(links: readonly LinkRow[], after: bigint, hashBefore: string): FoundFault | undefined {
  let [position, hash] = [after, hashBefore];
  for (const link of links) {
    position += 1n;
    if (BigInt(link.position) !== position) return { kind: 'removed', position: `${position}`, auditId: null };
    const place = { position: link.position, auditId: link.linked_id };
    if (link.audit_id === null) return { kind: 'removed', ...place };
    const digests = findDigests(link, link);
    if (digests === undefined || linkHash(hash, position, link, digests) !== link.hash) {
      return { kind: 'changed', ...place };
    }
    hash = link.hash;
  }
  return undefined;
}

/** Undefined where something was taken away without an entry that tells of it. */
function findDigests(entry: ChainedEntry, link: LinkRow): string[] | undefined {
  const leaves = listAuditLeaves(entry);
  const { kept_salts: kept, erased_digests: erased, erasures, told } = link;
  if (link.salt !== null) {
    const salt = Buffer.from(link.salt, 'hex');
    return leaves.map((leaf) => leafDigest(leaf, leafSalt(salt, leaf.path)));
  }
  if (kept === null || erased === null || erasures === null || erasures.length === 0) return undefined;
  if (told !== erasures.length) return undefined;
  const digests = [...erased];
  for (const leaf of leaves) {
    const salt = kept[leaf.path];
    if (salt !== undefined) digests.push(leafDigest(leaf, salt));
    else if (!isErased(leaf)) return undefined;
  }
  return digests;
}

async function checkDays(
  { db, secret }: Current,
  after: string,
  links: readonly LinkRow[],
): Promise<{ count: number; unknown: string[]; broken?: DayHead }> {
  const last = links.at(-1);
  if (last === undefined) return { count: 0, unknown: [] };
  const days = await db.query<DayHead>(sql`
    select ${DAY_COLUMNS} from audit_days d
    where d.position > ${after}::bigint and d.position <= ${last.position}::bigint order by d.position`);
  const hashes = new Map(links.map(({ position, hash }) => [position, hash]));
  const unknown: string[] = [];
  for (const day of days) {
    const verdict = judgeDayHead(day, secret);
    if (verdict === 'broken' || hashes.get(day.position) !== day.hash)
      return { count: days.length, unknown, broken: day };
    if (verdict === 'unknownKey') unknown.push(day.day);
  }
  return { count: days.length, unknown };
}

interface StrayEntry {
  readonly auditId: string;
  readonly kind: 'inserted' | 'removed';
}

/** An entry without a link that does not wait for one either, or one that waits and is gone. */
async function findStrayEntry(
  { db }: Current,
  after: string,
  max: number,
  step: number,
): Promise<{ readonly auditId: string; readonly stray?: StrayEntry }> {
  let auditId = after;
  for (let read = 0; read < max; read += step) {
    const [row] = await db.query<{ last: string | null; stray: string | null; gone: string | null }>(sql`
      with range as materialized (
        select max(audit_id) as last from (
          select audit_id from audit where audit_id > ${auditId}::bigint order by audit_id limit ${step}::int) found)
      select last,
        (select a.audit_id from audit a
          where a.audit_id > ${auditId}::bigint and a.audit_id <= last
            and not exists (select from audit_links l where l.audit_id = a.audit_id)
            and not exists (select from audit_queue q where q.audit_id = a.audit_id)
          order by a.audit_id limit 1) as stray,
        (select q.audit_id from audit_queue q
          where q.audit_id > ${auditId}::bigint and (q.audit_id <= last or last is null)
            and not exists (select from audit a where a.audit_id = q.audit_id)
          order by q.audit_id limit 1) as gone
      from range`);
    const { last = null, stray = null, gone = null } = row ?? {};
    if (stray !== null) return { auditId, stray: { auditId: stray, kind: 'inserted' } };
    if (gone !== null) return { auditId, stray: { auditId: gone, kind: 'removed' } };
    if (last === null) return { auditId };
    auditId = last;
  }
  return { auditId };
}

/** One statement, because links and the head of their day are committed together. */
async function findCut({ db }: Current): Promise<ChainFault | undefined> {
  const [row] = await db.query<{ last: string | null; signed: string | null; day: string | null }>(sql`
    select (select max(position) from audit_links) as last, d.position as signed, d.day::text as day
    from (select) one left join lateral (select position, day from audit_days order by position desc limit 1) d on true`);
  const { last = null, signed = null, day = null } = row ?? {};
  if (last === signed) return undefined;
  const isCut = BigInt(last ?? 0) < BigInt(signed ?? 0);
  return {
    kind: isCut ? 'removed' : 'unsigned',
    auditId: null,
    position: `${BigInt((isCut ? last : signed) ?? 0) + 1n}`,
    day,
  };
}

async function toFault(
  { db }: Current,
  kind: ChainFaultKind,
  position: string | null,
  auditId: string | null,
): Promise<ChainFault> {
  const [row] = await db.query<{ day: string | null }>(sql`
    select case when ${position}::bigint is null then (select a.at::date::text from audit a where a.audit_id = ${auditId}::bigint)
      else (select d.day::text from audit_days d where d.position >= ${position}::bigint order by d.position limit 1) end as day`);
  return { kind, auditId, position, day: row?.day ?? null };
}
