import { inTransaction, onHeavy } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { isSqlState } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { Problem } from '#lib/problem.ts';

import type { Subscription } from '../newsletter.ts';
import { CAMPAIGNS_TOPIC, VARIANTS } from './campaign.ts';
import type { Campaign, DeliveryEnd, DeliveryProgress, TrialResult, TroubledDelivery, Variant } from './campaign.ts';
import { notNow } from './problems.ts';
import { readersIn } from './segments.server.ts';

/** Minutes after which a mail that was being sent has lost its process. */
export const LOST_MINUTES = 5;

const SHARDS = 8;

/**
 * One row for each reader in the segment, in the transaction that starts the campaign. Who is suppressed, pauses or leaves before
 * their turn is found again when it comes. Of a trial, as many as it is for get one of the subjects; the others wait.
 * @returns how many
 */
export async function queueDeliveries(current: Current, campaign: Campaign): Promise<number> {
  const { campaignId, subscription, segment } = campaign;
  const trialPercent = campaign.trialPercent ?? null;
  const [row] = await current.db.query<{ queued: number }>(sql`
    with readers as (
      select n.subscriber_id, s.zone, hashtextextended(n.subscriber_id || ${campaignId}, 0) as lot
      from ${readersIn(subscription, segment)}),
    queued as (
      insert into telegram_deliveries (campaign_id, subscriber_id, due_at, variant)
      select ${campaignId}, r.subscriber_id,
        case when ${trialPercent}::integer is null or r.lot & 1023 < ${trialPercent}::integer * 1024 / 100
          then ${dueAt(current, campaign)} else 'infinity' end,
        case when r.lot & 1023 < ${trialPercent}::integer * 1024 / 100
          then case r.lot >> 10 & 1 when 0 then 'a' else 'b' end end
      from readers r ${knownZones(campaign)}
      on conflict do nothing returning 1)
    select count(*)::int as queued from queued`);
  return row?.queued ?? 0;
}

/**
 * Adds a reader to the welcomes of what they have just confirmed, in the same transaction; each once, because the ledger has one
 * row for a reader and a welcome, whatever they leave and join again.
 */
export async function welcomeReader(
  current: Current,
  subscriberId: string,
  subscriptions: readonly Subscription[],
): Promise<void> {
  if (subscriptions.length === 0) return;
  await current.db.query(sql`insert into telegram_deliveries (campaign_id, subscriber_id, due_at)
    select campaign_id, ${subscriberId}, ${current.now()}::timestamptz + wait_minutes * interval '1 minute'
    from telegram_campaigns
    where kind = 'welcome' and state in ('running', 'paused') and subscription_id = any(${subscriptions}::text[])
    on conflict do nothing`);
}

/** Those who waited for the end of a trial. */
export async function releaseRest(current: Current, campaign: Campaign, choice: Variant): Promise<void> {
  await current.db.query(sql`update telegram_deliveries d set variant = ${choice}, due_at = ${dueAt(current, campaign)}
    from subscribers r ${knownZones(campaign)}
    where d.campaign_id = ${campaign.campaignId} and d.state = 'queued' and d.due_at = 'infinity'
      and r.subscriber_id = d.subscriber_id`);
}

/** When a reader `r` gets it: now, or when their own clock shows the time of the campaign. */
function dueAt(current: Current, { readerTime, readerZone }: Campaign): Sql {
  return sql`greatest(${current.now()}::timestamptz,
    ${readerTime ?? null}::timestamp at time zone coalesce(z.name, ${readerZone ?? null}))`;
}

/** Browsers know zones that PostgreSQL does not. */
function knownZones({ readerTime }: Campaign): Sql {
  return sql`left join (select name from pg_timezone_names where ${readerTime ?? null}::timestamp is not null) z on z.name = r.zone`;
}

/** Those that are due, for this process alone, while the campaign runs. */
export async function claimDeliveries(current: Current, campaignId: string, most: number): Promise<ClaimedDelivery[]> {
  const now = current.now();
  const rows = await current.db.query<Pick<Row<'telegram_deliveries'>, 'subscriber_id' | 'attempts' | 'variant'>>(sql`
    with due as (
      select subscriber_id from telegram_deliveries
      where campaign_id = ${campaignId} and state = 'queued' and due_at <= ${now}
        and exists (select from telegram_campaigns where campaign_id = ${campaignId} and state = 'running')
      order by due_at, subscriber_id limit ${most} for update skip locked)
    update telegram_deliveries d set state = 'sending', due_at = ${now}, attempts = d.attempts + 1
    from due where d.campaign_id = ${campaignId} and d.subscriber_id = due.subscriber_id
    returning d.subscriber_id, d.attempts, d.variant`);
  return rows.map((row) => ({
    subscriberId: row.subscriber_id,
    attempts: row.attempts,
    variant: row.variant === 'b' ? 'b' : 'a',
  }));
}

export interface ClaimedDelivery {
  readonly subscriberId: string;
  /** This one is the last of. */
  readonly attempts: number;
  readonly variant: Variant;
}

interface EndDetails {
  readonly smtpCode?: number | undefined;
  readonly reason?: string | undefined;
}

/** Counts it in the same statement. */
export async function endDelivery(
  current: Current,
  campaignId: string,
  { subscriberId }: ClaimedDelivery,
  state: DeliveryEnd,
  { smtpCode, reason }: EndDetails = {},
): Promise<void> {
  await current.db.query(sql`
    with ended as (
      update telegram_deliveries set state = ${state}, done_at = ${current.now()}, smtp_code = ${smtpCode ?? null},
        reason = ${reason ?? null}
      where campaign_id = ${campaignId} and subscriber_id = ${subscriberId} and state = 'sending' returning 1)
    insert into telegram_progress as p (campaign_id, state, shard, size)
    select ${campaignId}, ${state}, ${Math.floor(Math.random() * SHARDS)}, 1 from ended
    on conflict (campaign_id, state, shard) do update set size = p.size + 1`);
}

/** Its turn comes again. @param isAttempt whether this one counts */
export async function putBackDelivery(
  current: Current,
  campaignId: string,
  { subscriberId }: ClaimedDelivery,
  { dueAt, isAttempt, reason }: { dueAt: Date; isAttempt: boolean; reason?: string },
): Promise<void> {
  await current.db
    .query(sql`update telegram_deliveries set state = 'queued', due_at = ${dueAt}, reason = ${reason ?? null},
      attempts = attempts - ${isAttempt ? 0 : 1}
    where campaign_id = ${campaignId} and subscriber_id = ${subscriberId} and state = 'sending'`);
}

/** One reader by two ways gets one mail. @returns false when another delivery has the address */
export async function reserveAddress(
  current: Current,
  campaignId: string,
  { subscriberId }: ClaimedDelivery,
  { addressHash, domain }: { addressHash: string; domain: string },
): Promise<boolean> {
  try {
    await current.db.query(sql`update telegram_deliveries set address_hash = ${addressHash}, domain = ${domain}
      where campaign_id = ${campaignId} and subscriber_id = ${subscriberId}`);
    return true;
  } catch (error) {
    if (isSqlState(error, '23505')) return false;
    throw error;
  }
}

/** Deliveries whose process died while it sent: nobody knows whether they arrived. @returns how many */
export async function markLostDeliveries(current: Current, campaignId: string): Promise<number> {
  const before = new Date(current.now().getTime() - LOST_MINUTES * 60_000);
  const [row] = await current.db.query<{ lost: number }>(sql`
    with lost as (
      update telegram_deliveries set state = 'unknown', done_at = ${current.now()}, reason = 'the process ended'
      where campaign_id = ${campaignId} and state = 'sending' and due_at < ${before} returning 1),
    counted as (
      insert into telegram_progress as p (campaign_id, state, shard, size)
      select ${campaignId}, 'unknown', 0, count(*) from lost having count(*) > 0
      on conflict (campaign_id, state, shard) do update set size = p.size + excluded.size)
    select count(*)::int as lost from lost`);
  return row?.lost ?? 0;
}

export async function findProgress(current: Current, campaignId: string): Promise<DeliveryProgress> {
  const rows = await current.db.query<{ state: DeliveryEnd; size: string }>(sql`
    select state, sum(size)::text as size from telegram_progress where campaign_id = ${campaignId} group by state`);
  const sizes = Object.fromEntries(rows.map((row) => [row.state, Number(row.size)]));
  return { accepted: 0, failed: 0, unknown: 0, skipped: 0, ...sizes };
}

/** What is known of the subjects of a trial. Needs staff. @throws Problem 401, 403 */
export async function findTrialResults(
  current: Current,
  { campaignId, subscription }: Pick<Campaign, 'campaignId' | 'subscription'>,
): Promise<TrialResult[]> {
  requireRole(current, 'staff');
  const rows = await onHeavy(current).db.query<{ variant: string; accepted: number; gone: number }>(sql`
    select d.variant, count(*)::int as accepted, count(n.left_at)::int as gone from telegram_deliveries d
    left join newsletter_subscriptions n on n.subscriber_id = d.subscriber_id and n.subscription_id = ${subscription}
      and n.left_at > d.done_at
    where d.campaign_id = ${campaignId} and d.state = 'accepted' and d.variant is not null group by d.variant`);
  return VARIANTS.map((variant) => {
    const row = rows.find((one) => one.variant === variant);
    return { variant, accepted: row?.accepted ?? 0, left: row?.gone ?? 0 };
  });
}

/** Those that failed, or of which nobody knows, are due again under the same Message-ID. Needs admin. @throws Problem 401, 403, 409 */
export async function retryDeliveries(current: Current, campaignId: string, from: DeliveryEnd): Promise<void> {
  requireRole(current, 'admin');
  if (from !== 'failed' && from !== 'unknown') throw new Problem(notNow);
  await inTransaction(current, async (current) => {
    await current.db.query(sql`
      with again as (
        update telegram_deliveries set state = 'queued', attempts = 0, due_at = ${current.now()}, done_at = null
        where campaign_id = ${campaignId} and state = ${from} returning 1)
      insert into telegram_progress as p (campaign_id, state, shard, size)
      select ${campaignId}, ${from}, 0, -count(*) from again having count(*) > 0
      on conflict (campaign_id, state, shard) do update set size = p.size + excluded.size`);
    await current.db.query(sql`update telegram_campaigns set state = 'running', finished_at = null
      where campaign_id = ${campaignId} and state = 'finished'`);
  });
  current.pubSub.publish(CAMPAIGNS_TOPIC);
}

/** Nobody of whom it is unknown gets a second mail. Needs admin. @throws Problem 401, 403 */
export async function skipUnknown(current: Current, campaignId: string): Promise<void> {
  requireRole(current, 'admin');
  await current.db.query(sql`
    with given_up as (
      update telegram_deliveries set state = 'skipped', reason = 'unknown'
      where campaign_id = ${campaignId} and state = 'unknown' returning 1),
    moved (state, size) as (
      select v.state, v.sign * count(*) from given_up, (values ('unknown', -1), ('skipped', 1)) as v (state, sign)
      group by v.state, v.sign)
    insert into telegram_progress as p (campaign_id, state, shard, size)
    select ${campaignId}, state, 0, size from moved
    on conflict (campaign_id, state, shard) do update set size = p.size + excluded.size`);
}

const TROUBLED_PAGE = 50;

/** Who did not get it, and why; of an address only the domain. Needs staff. @param after the last of the page before @throws Problem 401, 403 */
export async function findTroubled(
  current: Current,
  campaignId: string,
  state: DeliveryEnd,
  after = '',
): Promise<TroubledDelivery[]> {
  requireRole(current, 'staff');
  const rows = await current.db.query<
    Pick<Row<'telegram_deliveries'>, 'subscriber_id' | 'state' | 'domain' | 'smtp_code' | 'reason' | 'attempts'>
  >(sql`select subscriber_id, state, domain, smtp_code, reason, attempts from telegram_deliveries
    where campaign_id = ${campaignId} and state = ${state} and subscriber_id > ${after}
    order by subscriber_id limit ${TROUBLED_PAGE}`);
  return rows.map((row) => ({
    subscriberId: row.subscriber_id,
    state: row.state,
    domain: row.domain,
    smtpCode: row.smtp_code,
    reason: row.reason,
    attempts: row.attempts,
  }));
}
