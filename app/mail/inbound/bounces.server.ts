import { createHash } from 'node:crypto';

import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { DeliveryReport } from '#lib/mail/inbound/delivery-report.ts';

import type { InboundDelivery, InboundMailHandler } from './inbound-mail-handler.server.ts';
import { addressHashOf, readReturnPath } from './return-path.server.ts';

/** Why an address gets nothing that it has not asked for. */
export type SuppressionReason = 'bounce' | 'complaint';

/** Days in which a failure that may pass counts half. */
const HALF_LIFE = 7;
/** Of such failures. */
const TOO_MANY = 3;

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
      for (const report of mail.reports) {
        const addressHash = addressOf(outer, mail, report);
        if (addressHash === undefined) continue;
        await inTransaction(outer, async (current) => {
          const reason = await noteReport(current, addressHash, report, mail.messageId);
          if (reason !== undefined) await onSuppression(current, addressHash, reason);
        });
        outer.log.info({ report: report.kind, status: report.status }, 'a mail of ours came back');
      }
    },
  };
}

function addressOf(current: Current, { to, isTrusted }: InboundDelivery, { returnPath, recipient }: DeliveryReport) {
  const signed = readReturnPath(current, to) ?? (returnPath && readReturnPath(current, returnPath));
  return signed || (isTrusted && recipient?.includes('@') ? addressHashOf(recipient) : undefined);
}

/** The same report twice in a row counts once: a sender whose connection broke comes again. */
async function noteReport(
  { db, now }: Current,
  addressHash: string,
  { kind, status }: DeliveryReport,
  messageId: string,
): Promise<SuppressionReason | undefined> {
  const at = now();
  const [isSoft, isHard, isComplaint] = [kind === 'soft', kind === 'hard', kind === 'complaint'];
  const reportHash = createHash('sha256').update(`${kind} ${messageId}`).digest('hex');
  const [row] = await db.query<{ reason: SuppressionReason | null }>(sql`
    insert into mail_bounces as b (address_hash, soft_score, soft_at, hard_at, complained_at, status, report_hash)
    values (${addressHash}, ${isSoft ? 1 : 0}, ${isSoft ? at : null}, ${isHard ? at : null}, ${isComplaint ? at : null},
      ${status ?? null}, ${reportHash})
    on conflict (address_hash) do update set soft_at = coalesce(excluded.soft_at, b.soft_at),
      soft_score = case when excluded.soft_at is null then b.soft_score else ${scoreSql(at)} + 1 end,
      hard_at = coalesce(b.hard_at, excluded.hard_at), complained_at = coalesce(b.complained_at, excluded.complained_at),
      status = coalesce(excluded.status, b.status), report_hash = excluded.report_hash
    where b.report_hash <> excluded.report_hash
    returning ${suppressionReasonSql(at)} as reason`);
  return row?.reason ?? undefined;
}

const scoreSql = (at: Date) => sql`
  b.soft_score * power(0.5, extract(epoch from ${at}::timestamptz - coalesce(b.soft_at, ${at}::timestamptz))
    / ${HALF_LIFE * 86_400}::integer)::real`;

const suppressionReasonSql = (at: Date) => sql`
  case when b.complained_at is not null then 'complaint'
    when b.hard_at is not null or ${scoreSql(at)} >= ${TOO_MANY - 0.5}::real then 'bounce' end`;

/** Asked before a mail that nobody waits for. */
export async function findSuppression(current: Current, address: string): Promise<SuppressionReason | undefined> {
  return (await findSuppressions(current, [address])).get(address);
}

/** By address; those that have none are missing. */
export async function findSuppressions(
  current: Current,
  addresses: readonly string[],
): Promise<Map<string, SuppressionReason>> {
  const hashes = new Map(addresses.map((address) => [address, addressHashOf(address)]));
  const rows = await current.db.query<
    Pick<Row<'mail_bounces'>, 'address_hash'> & { reason: SuppressionReason | null }
  >(sql`
    select address_hash, ${suppressionReasonSql(current.now())} as reason from mail_bounces b
    where address_hash = any(${[...hashes.values()]}::text[])`);
  const byHash = new Map(rows.map((row) => [row.address_hash, row.reason]));
  return new Map(
    [...hashes].flatMap(([address, hash]) => {
      const reason = byHash.get(hash) ?? undefined;
      return reason === undefined ? [] : [[address, reason] as const];
    }),
  );
}

/** What is left of a failure when it makes no difference to those that come. */
const DECAYED = 0.1;
const BATCH = 500;

/** Forgets addresses where nothing but failures that may pass came back, and long ago. */
export async function sweepBounces(system: Current): Promise<void> {
  const current = withHeavyPool(system);
  for (let swept = BATCH; swept === BATCH && !current.closing.aborted;) {
    const rows = await current.db.query(sql`
      delete from mail_bounces where address_hash in (
        select address_hash from mail_bounces b
        where hard_at is null and complained_at is null and ${scoreSql(current.now())} < ${DECAYED}::real
        limit ${BATCH}::integer for update skip locked)
      returning address_hash`);
    swept = rows.length;
  }
}

/** A mail has arrived there since, for its reader has used the link in it. */
export async function forgetBounces({ db }: Current, address: string): Promise<void> {
  await db.query(sql`delete from mail_bounces where address_hash = ${addressHashOf(address)}`);
}
