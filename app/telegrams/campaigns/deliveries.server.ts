import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Columns, Row } from '#database/rows.ts';
import { isSqlState } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Subscription } from '../newsletter.ts';
import { campaignAudit } from './audit-kinds.server.ts';
import { CAMPAIGNS_TOPIC, UNDELIVERED_PAGE_SIZE, VARIANTS } from './campaign.ts';
import type {
  Campaign,
  DeliveryEnd,
  DeliveryProgress,
  TrialResult,
  UndeliveredMail,
  Variant,
  WaitingDomain,
} from './campaign.ts';
import { campaignStates } from './campaigns.server.ts';
import { notNow } from './problems.ts';
import { readersIn } from './segments.server.ts';

/** Minutes after which a mail that was being sent has lost its process. */
export const LOST_MINUTES = 5;

/** Long enough for a batch; one that takes longer is leased again. */
const LEASE_MS = 60_000;

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

/** In the transaction of the confirmation, each once: the ledger has one row for a reader and a welcome. */
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

/** For this process until the lease ends; they are due again after that, because nothing of them was sent. */
export async function leaseDeliveries(current: Current, campaignId: string, most: number): Promise<LeasedDelivery[]> {
  const now = current.now();
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  const rows = await current.db.query<Pick<Row<'telegram_deliveries'>, 'subscriber_id' | 'variant'>>(sql`
    with due as (
      select subscriber_id from telegram_deliveries
      where campaign_id = ${campaignId} and state = 'queued' and due_at <= ${now}
        and exists (select from telegram_campaigns where campaign_id = ${campaignId} and state = 'running')
      order by due_at, subscriber_id limit ${most} for update skip locked)
    update telegram_deliveries d set due_at = ${leasedUntil}
    from due where d.campaign_id = ${campaignId} and d.subscriber_id = due.subscriber_id
    returning d.subscriber_id, d.variant`);
  return rows.map((row) => ({
    subscriberId: row.subscriber_id,
    leasedUntil,
    variant: row.variant === 'b' ? 'b' : 'a',
  }));
}

export interface LeasedDelivery {
  readonly subscriberId: string;
  readonly variant: Variant;
  readonly leasedUntil: Date;
}

/** They are due at another time, or now. */
export async function moveDeliveries(
  current: Current,
  campaignId: string,
  moves: readonly { readonly delivery: LeasedDelivery; readonly dueAt: Date }[],
): Promise<void> {
  if (moves.length === 0) return;
  const { ids, leases } = toLeaseColumns(moves.map(({ delivery }) => delivery));
  await current.db.query(sql`
    update telegram_deliveries d set due_at = m.due_at
    from unnest(${ids}::text[], ${leases}::timestamptz[], ${moves.map(({ dueAt }) => dueAt.toISOString())}::timestamptz[])
      as m (id, leased_until, due_at)
    where d.campaign_id = ${campaignId} and d.subscriber_id = m.id and d.state = 'queued' and d.due_at = m.leased_until`);
}

function toLeaseColumns(deliveries: readonly LeasedDelivery[]) {
  return {
    ids: deliveries.map(({ subscriberId }) => subscriberId),
    leases: deliveries.map(({ leasedUntil }) => leasedUntil.toISOString()),
  };
}

/** They get nothing, and are counted in the same statement. */
export async function skipDeliveries(
  current: Current,
  campaignId: string,
  skips: readonly { readonly delivery: LeasedDelivery; readonly reason: string }[],
): Promise<void> {
  if (skips.length === 0) return;
  const { ids, leases } = toLeaseColumns(skips.map(({ delivery }) => delivery));
  await current.db.query(sql`
    with moved as (
      update telegram_deliveries d set state = 'skipped', done_at = ${current.now()}, reason = s.reason
      from unnest(${ids}::text[], ${leases}::timestamptz[], ${skips.map(({ reason }) => reason)}::text[])
        as s (id, leased_until, reason)
      where d.campaign_id = ${campaignId} and d.subscriber_id = s.id and d.state = 'queued' and d.due_at = s.leased_until
      returning d.state, 1 as change)
    ${countMoved(campaignId)}`);
}

/** Counts the deliveries that a statement has `moved`, which come to a `state` by a `change` of 1, and leave it by one of -1. */
function countMoved(campaignId: string): Sql {
  return sql`
    insert into telegram_progress as p (campaign_id, state, shard, size)
    select ${campaignId}, state, ${Math.floor(Math.random() * SHARDS)}, sum(change) from moved group by state order by state
    on conflict (campaign_id, state, shard) do update set size = p.size + excluded.size`;
}

/** The end of one mail and the beginning of another, either of which may be missing. */
export interface DeliveryTransition {
  readonly ended?: EndedDelivery | undefined;
  readonly begins?: LeasedDelivery | undefined;
}

export interface EndedDelivery {
  readonly subscriberId: string;
  readonly state: DeliveryEnd;
  readonly smtpCode?: number | undefined;
  readonly reason?: string | undefined;
}

/** In one statement: a campaign may be paused meanwhile. @returns for each transition the attempt that has begun */
export async function applyTransitions(
  current: Current,
  campaignId: string,
  transitions: readonly DeliveryTransition[],
): Promise<(number | undefined)[]> {
  const now = current.now();
  const ended = transitions.flatMap((transition) => transition.ended ?? []);
  const { ids, leases } = toLeaseColumns(transitions.flatMap((transition) => transition.begins ?? []));
  const rows = await current.db.query<Pick<Row<'telegram_deliveries'>, 'subscriber_id' | 'attempts'>>(sql`
    with moved as (
      update telegram_deliveries d set state = e.state, done_at = ${now}, smtp_code = e.smtp_code, reason = e.reason
      from unnest(${ended.map(({ subscriberId }) => subscriberId)}::text[], ${ended.map(({ state }) => state)}::text[],
        ${ended.map(({ smtpCode }) => smtpCode ?? null)}::integer[], ${ended.map(({ reason }) => reason ?? null)}::text[])
        as e (id, state, smtp_code, reason)
      where d.campaign_id = ${campaignId} and d.subscriber_id = e.id and d.state = 'sending' returning d.state, 1 as change),
    counted as (${countMoved(campaignId)})
    update telegram_deliveries d set state = 'sending', due_at = ${now}, attempts = d.attempts + 1
    from unnest(${ids}::text[], ${leases}::timestamptz[]) as b (id, leased_until)
    where d.campaign_id = ${campaignId} and d.subscriber_id = b.id and d.state = 'queued' and d.due_at = b.leased_until
      and exists (select from telegram_campaigns where campaign_id = ${campaignId} and state = 'running')
    returning d.subscriber_id, d.attempts`);
  const attempts = new Map(rows.map((row) => [row.subscriber_id, row.attempts]));
  return transitions.map(({ begins }) => begins && attempts.get(begins.subscriberId));
}

/** After a refusal for now, its turn comes again. */
export async function requeueDelivery(
  current: Current,
  campaignId: string,
  { subscriberId }: LeasedDelivery,
  { dueAt, reason }: { dueAt: Date; reason: string },
): Promise<void> {
  await current.db.query(sql`
    update telegram_deliveries set state = 'queued', due_at = ${dueAt}, reason = ${reason}
    where campaign_id = ${campaignId} and subscriber_id = ${subscriberId} and state = 'sending'`);
}

interface DeliveryAddress {
  readonly subscriberId: string;
  readonly addressHash: string;
  readonly domain: string;
}

/** One reader by two ways gets one mail. @returns whose address no other delivery of the campaign has */
export async function reserveAddresses(
  current: Current,
  campaignId: string,
  addresses: readonly DeliveryAddress[],
): Promise<Set<string>> {
  // Of two in one batch the first has it.
  const first = new Map(addresses.toReversed().map((one) => [one.addressHash, one]));
  const own = [...first.values()];
  try {
    const rows = await current.db.query<Pick<Row<'telegram_deliveries'>, 'subscriber_id'>>(sql`
      update telegram_deliveries d set address_hash = a.hash, domain = a.domain
      from unnest(${own.map(({ subscriberId }) => subscriberId)}::text[], ${own.map(({ addressHash }) => addressHash)}::text[],
        ${own.map(({ domain }) => domain)}::text[]) as a (id, hash, domain)
      where d.campaign_id = ${campaignId} and d.subscriber_id = a.id and not exists (
        select from telegram_deliveries o
        where o.campaign_id = ${campaignId} and o.address_hash = a.hash and o.subscriber_id <> a.id)
      returning d.subscriber_id`);
    return new Set(rows.map((row) => row.subscriber_id));
  } catch (error) {
    if (!isSqlState(error, '23505')) throw error;
  }
  // Another process has reserved one at the same moment.
  if (own.length === 1) return new Set();
  const reserved = new Set<string>();
  for (const one of own) {
    const [subscriberId] = await reserveAddresses(current, campaignId, [one]);
    if (subscriberId !== undefined) reserved.add(subscriberId);
  }
  return reserved;
}

/** Deliveries whose process died while it sent: nobody knows whether they arrived. */
export async function markLostDeliveries(current: Current, campaignId: string): Promise<void> {
  const before = new Date(current.now().getTime() - LOST_MINUTES * 60_000);
  await current.db.query(sql`
    with moved as (
      update telegram_deliveries set state = 'unknown', done_at = ${current.now()}, reason = 'the process ended'
      where campaign_id = ${campaignId} and state = 'sending' and due_at < ${before} returning state, 1 as change)
    ${countMoved(campaignId)}`);
}

export async function findProgress(current: Current, campaignId: string): Promise<DeliveryProgress> {
  const rows = await current.db.query<Columns<'telegram_progress', { state: DeliveryEnd }> & { size: string }>(sql`
    select state, sum(size)::text as size from telegram_progress where campaign_id = ${campaignId} group by state`);
  const sizes = Object.fromEntries(rows.map((row) => [row.state, Number(row.size)]));
  return { accepted: 0, failed: 0, unknown: 0, skipped: 0, ...sizes };
}

/** Of a campaign that goes on, so that its rate is not that of its pauses. */
export const RESUMED = sql`resumed_at = now(), resumed_done = (
  select coalesce(sum(size), 0) from telegram_progress p where p.campaign_id = telegram_campaigns.campaign_id)`;

const MAX_WAITING = 20;

type WaitingDomainRow = Pick<Row<'telegram_deliveries'>, 'due_at' | 'reason'> &
  Columns<'telegram_deliveries', { domain: string }> & { size: number };

/** Those that most wait for; who has never had a turn is not among them. Needs staff. @throws Problem 401, 403 */
export async function findWaitingDomains(current: Current, campaignId: string): Promise<WaitingDomain[]> {
  requireRole(current, 'staff');
  const unleased = new Date(current.now().getTime() + LEASE_MS);
  const rows = await withHeavyPool(current).db.query<WaitingDomainRow>(sql`
    select domain, count(*)::int as size, min(due_at) as due_at, max(reason) as reason from telegram_deliveries
    where campaign_id = ${campaignId} and state = 'queued' and domain is not null and due_at < 'infinity'
      and (attempts > 0 or due_at > ${unleased})
    group by domain order by size desc, domain limit ${MAX_WAITING}::integer`);
  return rows.map(({ due_at: dueAt, ...row }) => Object.assign(row, { dueAt }));
}

/** What is known of the subjects of a trial. Needs staff. @throws Problem 401, 403 */
export async function findTrialResults(
  current: Current,
  { campaignId, subscription }: Pick<Campaign, 'campaignId' | 'subscription'>,
): Promise<TrialResult[]> {
  requireRole(current, 'staff');
  const rows = await withHeavyPool(current).db.query<
    Columns<'telegram_deliveries', { variant: string }> & { accepted: number; gone: number }
  >(sql`
    select d.variant, count(*)::int as accepted, count(n.left_at)::int as gone from telegram_deliveries d
    left join newsletter_subscriptions n on n.subscriber_id = d.subscriber_id and n.subscription_id = ${subscription}
      and n.left_at > d.done_at
    where d.campaign_id = ${campaignId} and d.state = 'accepted' and d.variant is not null group by d.variant`);
  return VARIANTS.map((variant) => {
    const row = rows.find((one) => one.variant === variant);
    return { variant, accepted: row?.accepted ?? 0, left: row?.gone ?? 0 };
  });
}

/** Those that failed, or of which nobody knows, are due again under the same Message-ID. Needs admin. @throws Problem 401, 403, 404, 409 */
export async function retryDeliveries(current: Current, campaignId: string, from: DeliveryEnd): Promise<void> {
  requireRole(current, 'admin');
  if (from !== 'failed' && from !== 'unknown') throw new Problem(notNow);
  const { name } = await campaignStates.get(current, campaignId);
  await inTransaction(current, async (current) => {
    await current.db.query(sql`
      with moved as (
        update telegram_deliveries set state = 'queued', attempts = 0, due_at = ${current.now()}, done_at = null
        where campaign_id = ${campaignId} and state = ${from} returning ${from} as state, -1 as change)
      ${countMoved(campaignId)}`);
    const set = [RESUMED, sql`finished_at = null`];
    await campaignStates.tryTransition(current, campaignId, 'reopen', { set });
    await recordAuditEntry(current, campaignAudit.retry, { target: `campaign ${campaignId}`, after: { name, from } });
  });
  current.pubSub.publish(CAMPAIGNS_TOPIC);
}

/** Nobody of whom it is unknown gets a second mail. Needs admin. @throws Problem 401, 403, 404 */
export async function skipUnknown(current: Current, campaignId: string): Promise<void> {
  requireRole(current, 'admin');
  const { name } = await campaignStates.get(current, campaignId);
  await inTransaction(current, async (current) => {
    await current.db.query(sql`
    with given_up as (
      update telegram_deliveries set state = 'skipped', reason = 'unknown'
      where campaign_id = ${campaignId} and state = 'unknown' returning 1),
    moved as (select v.* from given_up, (values ('unknown', -1), ('skipped', 1)) as v (state, change))
    ${countMoved(campaignId)}`);
    await recordAuditEntry(current, campaignAudit.skip, { target: `campaign ${campaignId}`, after: { name } });
  });
}

/** Who did not get it, and why; of an address only the domain. Needs staff. @param after the last of the page before @throws Problem 401, 403 */
export async function findUndelivered(
  current: Current,
  campaignId: string,
  state: DeliveryEnd,
  after = '',
): Promise<UndeliveredMail[]> {
  requireRole(current, 'staff');
  const rows = await current.db.query<
    Pick<Row<'telegram_deliveries'>, 'subscriber_id' | 'state' | 'domain' | 'smtp_code' | 'reason' | 'attempts'>
  >(sql`select subscriber_id, state, domain, smtp_code, reason, attempts from telegram_deliveries
    where campaign_id = ${campaignId} and state = ${state} and subscriber_id > ${after}
    order by subscriber_id limit ${UNDELIVERED_PAGE_SIZE}`);
  return rows.map((row) => ({
    subscriberId: row.subscriber_id,
    state: row.state,
    domain: row.domain,
    smtpCode: row.smtp_code,
    reason: row.reason,
    attempts: row.attempts,
  }));
}
