import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { DeliveryReport } from '#lib/mail/inbound/delivery-report.ts';
import type { MailDeliveryError } from '#lib/mail/mail-delivery-error.ts';
import { failureOfReply } from '#lib/mail/refusal.ts';
import type { DeliveryFailure } from '#lib/mail/refusal.ts';

import type { MailBlock } from '../mail-block.ts';
import type { InboundDelivery, InboundMailHandler } from './inbound-mail-handler.server.ts';
import { hashAddress, toDay, readReturnPath } from './return-path.server.ts';
import type { SentMail } from './return-path.server.ts';

/** Why an address gets nothing that it has not asked for. */
export type SuppressionReason = 'bounce' | 'complaint';

/** Days with failures, and none on which a mail arrived in between, after which an address is given up. */
const TOO_MANY = 5;
/** Days in which they lie. */
const WINDOW = 60;

/** What else follows when an address gets no more mails, in the transaction of the report. */
export type OnSuppression = (current: Current, addressHash: string, reason: SuppressionReason) => Promise<void>;

const COMPLAINTS = 'complaints';

/**
 * Reports about our mails. One by SMTP counts for the address that its signed return path names, whatever it says itself, so
 * that nobody has others suppressed; one that an operator's own provider hands over may name the address.
 */
export function bounceHandler(onSuppression: OnSuppression): InboundMailHandler {
  return {
    acceptsAutomatic: true,
    knows: (current, address) =>
      readReturnPath(current, address) !== undefined || address === `${COMPLAINTS}@${current.config.INBOUND_DOMAIN}`,
    handle: async (outer, mail) => {
      for (const [report, about] of reportsIn(outer, mail)) {
        await inTransaction(outer, (current) => noteReport(current, report, about, onSuppression));
        outer.log.info({ report: report.kind, status: report.status }, 'a mail of ours came back');
      }
    },
  };
}

type BounceReport = Pick<DeliveryReport, 'kind' | 'status' | 'block'>;

interface ReportedMail extends SentMail {
  /** Of the address, where it is sure. */
  readonly domain: string | undefined;
}

/** A mail of ours has one receiver: several, into whom another server has made that one, are as gone as the least gone of them. */
function reportsIn(
  current: Current,
  { to, isTrusted, reports }: InboundDelivery,
): (readonly [BounceReport, ReportedMail])[] {
  const signed = readReturnPath(current, to);
  if (signed !== undefined) {
    const failures = reports.filter(({ kind }) => kind !== 'complaint');
    const own = failures.filter(({ recipient = '' }) => hashAddress(recipient) === signed.addressHash);
    const domain = own[0]?.recipient && readDomain(own[0].recipient);
    const [mildest] = (own.length > 0 ? own : failures).toSorted((one, other) => weighReport(one) - weighReport(other));
    return mildest === undefined ? [] : [[mildest, { ...signed, domain }]];
  }
  return reports.flatMap((report) => {
    const { returnPath, recipient } = report;
    const copied = returnPath && readReturnPath(current, returnPath);
    if (copied) return [[report, { ...copied, domain: undefined }] as const];
    if (!isTrusted || !recipient?.includes('@')) return [];
    return [[report, toReportedMail(current, recipient)] as const];
  });
}

function weighReport({ kind, block }: BounceReport): number {
  if (kind === 'hard') return 2;
  return block === undefined ? 1 : 0;
}

function toReportedMail(current: Current, address: string): ReportedMail {
  return { addressHash: hashAddress(address), day: toDay(current.now()), domain: readDomain(address) };
}

function readDomain(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** A refusal in our own conversation with a server is a report like any other. */
export async function noteRefusal(
  outer: Current,
  to: string,
  { reply }: MailDeliveryError,
  onSuppression: OnSuppression,
): Promise<void> {
  if (reply === undefined) return;
  const failure: DeliveryFailure = failureOfReply(reply);
  await inTransaction(outer, (current) => noteReport(current, failure, toReportedMail(current, to), onSuppression));
}

/** A mail that was refused because of us or of what it is says nothing about the mailbox. */
async function noteReport(current: Current, report: BounceReport, subject: ReportedMail, onSuppression: OnSuppression) {
  const { kind, block } = report;
  if (block !== undefined) return noteBlock(current, subject.domain ?? '', block);
  const isGivenUp = kind === 'soft' && (await noteFailedDay(current, subject)) >= TOO_MANY;
  if (kind === 'soft' && !isGivenUp) return;
  const reason = await suppress(current, subject.addressHash, report);
  await onSuppression(current, subject.addressHash, reason);
}

/** Once a day, however many reports. @returns on how many days in a row mails did not arrive */
async function noteFailedDay({ db, now }: Current, { addressHash, day }: SentMail): Promise<number> {
  await db.query(sql`insert into mail_send_days (address_hash, day, has_failed) values (${addressHash}, ${day}::date, true)
    on conflict (address_hash, day) do update set has_failed = true`);
  const since = toDay(new Date(now().getTime() - WINDOW * 86_400_000));
  const [row] = await db.query<{ failures: number }>(sql`
    select count(*)::int as failures from mail_send_days f
    where f.address_hash = ${addressHash} and f.has_failed and f.day > ${since}::date and not exists (
      select from mail_send_days a
      where a.address_hash = ${addressHash} and not a.has_failed and a.day > f.day and a.day < (
        select max(l.day) from mail_send_days l where l.address_hash = ${addressHash} and l.has_failed))`);
  return row?.failures ?? 0;
}

async function suppress(
  { db, now }: Current,
  addressHash: string,
  { kind, status }: BounceReport,
): Promise<SuppressionReason> {
  const [hardAt, complainedAt] = kind === 'complaint' ? [null, now()] : [now(), null];
  const [row] = await db.query<{ reason: SuppressionReason }>(sql`
    insert into mail_bounces as b (address_hash, hard_at, complained_at, status)
    values (${addressHash}, ${hardAt}, ${complainedAt}, ${status ?? null})
    on conflict (address_hash) do update set hard_at = coalesce(b.hard_at, excluded.hard_at),
      complained_at = coalesce(b.complained_at, excluded.complained_at), status = coalesce(excluded.status, b.status)
    returning ${SUPPRESSION_REASON} as reason`);
  return row?.reason ?? 'bounce';
}

const SUPPRESSION_REASON = sql`case when b.complained_at is not null then 'complaint' else 'bounce' end`;

/**
 * For an address of which a mail has come back lately: unless this one does, too, it has arrived. That a server took it says
 * little, because many look only later whether there is a mailbox.
 */
export async function noteAcceptance({ db, now }: Current, to: string): Promise<void> {
  const addressHash = hashAddress(to);
  await db.query(sql`insert into mail_send_days (address_hash, day, has_failed)
    select ${addressHash}, ${toDay(now())}::date, false
    where exists (select from mail_send_days where address_hash = ${addressHash} and has_failed)
    on conflict (address_hash, day) do nothing`);
}

/** Those of the addresses of which a mail has come back lately. */
export async function findFailing({ db }: Current, addresses: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<Pick<Row<'mail_send_days'>, 'address_hash'>>(sql`
    select distinct address_hash from mail_send_days
    where address_hash = any(${addresses.map(hashAddress)}::text[]) and has_failed`);
  const failing = new Set(rows.map((row) => row.address_hash));
  return new Set(addresses.filter((address) => failing.has(hashAddress(address))));
}

/** Asked before a mail that nobody waits for. */
export async function findSuppression(current: Current, address: string): Promise<SuppressionReason | undefined> {
  return (await findSuppressions(current, [address])).get(address);
}

/** By address; those that have none are missing. */
export async function findSuppressions(
  { db }: Current,
  addresses: readonly string[],
): Promise<Map<string, SuppressionReason>> {
  const hashes = new Map(addresses.map((address) => [address, hashAddress(address)]));
  const rows = await db.query<Pick<Row<'mail_bounces'>, 'address_hash'> & { reason: SuppressionReason }>(sql`
    select address_hash, ${SUPPRESSION_REASON} as reason from mail_bounces b
    where address_hash = any(${[...hashes.values()]}::text[])`);
  const byHash = new Map(rows.map((row) => [row.address_hash, row.reason]));
  return new Map(
    [...hashes].flatMap(([address, hash]) => {
      const reason = byHash.get(hash);
      return reason === undefined ? [] : [[address, reason] as const];
    }),
  );
}

/** Days for which staff see that a provider refuses our mails, and days after which that is forgotten. */
const [ALARM_DAYS, BLOCK_DAYS] = [7, 30];

/** Without addresses, which are no business of whoever reads it. */
async function noteBlock({ db, now }: Current, domain: string, words: string): Promise<void> {
  const at = now();
  const quiet = new Date(at.getTime() - ALARM_DAYS * 86_400_000);
  await db.query(sql`insert into mail_blocks as b (domain, words, count, began_at, last_at)
    values (${domain}, ${words.replaceAll(/[^\s<>]{1,64}@[^\s<>]{1,190}/g, '…@…')}, 1, ${at}, ${at})
    on conflict (domain) do update set words = excluded.words, last_at = excluded.last_at,
      count = case when b.last_at < ${quiet} then 1 else b.count + 1 end,
      began_at = case when b.last_at < ${quiet} then excluded.began_at else b.began_at end`);
}

/** Providers that refuse our mails, newest first. Needs staff. @throws Problem 401, 403 */
export async function listMailBlocks(current: Current, limit: number): Promise<MailBlock[]> {
  requireRole(current, 'staff');
  const since = new Date(current.now().getTime() - ALARM_DAYS * 86_400_000);
  const rows = await current.db.query<Row<'mail_blocks'>>(sql`
    select domain, words, count, last_at from mail_blocks where last_at > ${since}
    order by last_at desc, domain limit ${limit}::integer`);
  return rows.map(({ domain, words, count, last_at: lastAt }) => ({ domain, words, count, lastAt }));
}

const BATCH = 500;

/** Forgets days and refusals that make no difference any more. */
export async function sweepBounces(system: Current): Promise<void> {
  const current = withHeavyPool(system);
  const before = (days: number) => new Date(current.now().getTime() - days * 86_400_000);
  await current.db.query(sql`delete from mail_blocks where last_at < ${before(BLOCK_DAYS)}`);
  for (let swept = BATCH; swept === BATCH && !current.closing.aborted;) {
    const rows = await current.db.query(sql`
      delete from mail_send_days where (address_hash, day) in (
        select address_hash, day from mail_send_days where day <= ${toDay(before(WINDOW))}::date
        limit ${BATCH}::integer for update skip locked)
      returning address_hash`);
    swept = rows.length;
  }
}

/** A mail has arrived there since, for its reader has used the link in it. */
export async function forgetBounces(outer: Current, address: string): Promise<void> {
  const addressHash = hashAddress(address);
  await inTransaction(outer, async ({ db }) => {
    await db.query(sql`delete from mail_bounces where address_hash = ${addressHash}`);
    await db.query(sql`delete from mail_send_days where address_hash = ${addressHash}`);
  });
}
