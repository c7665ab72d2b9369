import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction, onHeavy } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE } from '#app/current/locale.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { DEFAULT_SUBSCRIPTION, SUBSCRIPTIONS, isSubscription } from '../newsletter.ts';
import type { Subscription } from '../newsletter.ts';
import { getSubscription } from '../subscribers.server.ts';
import { CAMPAIGNS_TOPIC, MAX_READERS_ALONE } from './campaign.ts';
import type { Campaign, CampaignState, IssueTexts } from './campaign.ts';
import { queueDeliveries } from './deliveries.server.ts';
import { issueTextFor } from './issue.server.tsx';
import { campaignChanged, emptyIssue, needsRelease, noCampaign, notNow } from './problems.ts';

export interface CampaignDraft {
  readonly subscription: string;
  readonly name: string;
  readonly versions: IssueTexts;
  readonly perMinute?: number;
}

/** Needs staff. @throws Problem 401, 403, 404 */
export async function createCampaign(current: Current, draft: CampaignDraft): Promise<Campaign> {
  requireRole(current, 'staff');
  const now = current.now();
  const [row] = await current.db.query<CampaignRow>(sql`insert into telegram_campaigns
      (campaign_id, subscription_id, name, versions, per_minute, created_at, created_by, updated_at)
    values (${uuidv7(now.getTime())}, ${getSubscription(draft.subscription)}, ${draft.name},
      ${JSON.stringify(draft.versions)}, ${draft.perMinute ?? 600}, ${now}, ${requireUser(current)}, ${now})
    returning ${COLUMNS}`);
  return campaignFrom(row);
}

/** The other locales' texts stay. Only before it starts, and only from the state that the writer has seen. @throws Problem 401, 403, 404, 409, 412 */
export async function changeCampaign(
  current: Current,
  campaignId: string,
  rev: number,
  draft: CampaignDraft,
): Promise<Campaign> {
  requireRole(current, 'staff');
  const [row] = await current.db.query<CampaignRow>(sql`update telegram_campaigns
    set subscription_id = ${getSubscription(draft.subscription)}, name = ${draft.name},
      versions = versions || ${JSON.stringify(draft.versions)}::jsonb, per_minute = ${draft.perMinute ?? 600}, rev = rev + 1,
      updated_at = ${current.now()}, released_by = null, released_at = null
    where campaign_id = ${campaignId} and rev = ${rev} and state in ('draft', 'scheduled') returning ${COLUMNS}`);
  if (row !== undefined) return campaignFrom(row);
  const { state } = await getCampaign(current, campaignId);
  throw new Problem(state === 'draft' || state === 'scheduled' ? campaignChanged : notNow);
}

/** Needs staff. @throws Problem 401, 403, 404 */
export async function getCampaign(current: Current, campaignId: string): Promise<Campaign> {
  requireRole(current, 'staff');
  const [row] = await current.db.query<CampaignRow>(
    sql`select ${COLUMNS} from telegram_campaigns where campaign_id::text = ${campaignId}`,
  );
  if (row === undefined) throw new Problem(noCampaign);
  return campaignFrom(row);
}

/** The newest first. Needs staff. @param before the id of the last of the page before @throws Problem 401, 403 */
export async function listCampaigns(current: Current, before?: string): Promise<Campaign[]> {
  requireRole(current, 'staff');
  const older = before === undefined ? sql.empty : sql`where campaign_id < ${before}`;
  const rows = await current.db.query<CampaignRow>(sql`select ${COLUMNS} from telegram_campaigns ${older}
    order by campaign_id desc limit 50`);
  return rows.map((row) => campaignFrom(row));
}

/** A second person's yes to a campaign as it is. Needs admin. @throws Problem 401, 403, 404, 409 for one's own */
export async function releaseCampaign(current: Current, campaignId: string, rev: number): Promise<Campaign> {
  requireRole(current, 'admin');
  const userId = requireUser(current);
  return move(
    current,
    campaignId,
    'release',
    sql`released_by = ${userId}, released_at = ${current.now()}`,
    sql`rev = ${rev}
    and created_by <> ${userId} and state in ('draft', 'scheduled', 'paused')`,
  );
}

/** Sends it now: each reader has one row by the end of the transaction. Needs admin. @throws Problem 401, 403, 404, 409 */
export async function startCampaign(current: Current, campaignId: string): Promise<Campaign> {
  requireRole(current, 'admin');
  const started = await inTransaction(current, async (current) => {
    const campaign = await move(current, campaignId, 'start', START, sql`state in ('draft', 'scheduled')`);
    return queueReaders(current, campaign);
  });
  current.pubSub.publish(CAMPAIGNS_TOPIC);
  return started;
}

const START = sql`state = 'running', started_at = now(), pause_reason = null`;

/** Starts what was scheduled for a time that has come. One that needs a second person waits for them, and says so. */
export async function startDueCampaigns(current: Current): Promise<void> {
  const due = await current.db.query<Pick<Row<'telegram_campaigns'>, 'campaign_id'>>(sql`
    select campaign_id from telegram_campaigns where state = 'scheduled' and scheduled_at <= ${current.now()}
    order by scheduled_at limit 20`);
  for (const { campaign_id: campaignId } of due) {
    try {
      await inTransaction(current, async (current) => {
        const [row] = await current.db.query<CampaignRow>(sql`update telegram_campaigns set ${START}
          where campaign_id = ${campaignId} and state = 'scheduled' returning ${COLUMNS}`);
        if (row !== undefined) await queueReaders(current, campaignFrom(row));
      });
    } catch (refusal) {
      if (!(refusal instanceof Problem)) throw refusal;
      await current.db.query(sql`update telegram_campaigns set state = 'draft', pause_reason = ${refusal.message}
        where campaign_id = ${campaignId} and state = 'scheduled'`);
    }
  }
}

/** Needs admin. @throws Problem 401, 403, 404, 409 */
export async function scheduleCampaign(current: Current, campaignId: string, at: Date): Promise<Campaign> {
  requireRole(current, 'admin');
  return move(
    current,
    campaignId,
    'schedule',
    sql`state = 'scheduled', scheduled_at = ${at}, pause_reason = null`,
    sql`state
    in ('draft', 'scheduled') and ${at}::timestamptz > ${current.now()}`,
  );
}

/** Needs admin. @throws Problem 401, 403, 404, 409 */
export async function pauseCampaign(current: Current, campaignId: string): Promise<Campaign> {
  requireRole(current, 'admin');
  return move(current, campaignId, 'pause', sql`state = 'paused', pause_reason = null`, sql`state = 'running'`);
}

/** Needs admin. @throws Problem 401, 403, 404, 409 */
export async function resumeCampaign(current: Current, campaignId: string): Promise<Campaign> {
  requireRole(current, 'admin');
  const resumed = await move(
    current,
    campaignId,
    'resume',
    sql`state = 'running', pause_reason = null`,
    sql`state = 'paused'`,
  );
  current.pubSub.publish(CAMPAIGNS_TOPIC);
  return resumed;
}

/** For good: who has not got it does not get it. Needs admin. @throws Problem 401, 403, 404, 409 */
export async function cancelCampaign(current: Current, campaignId: string): Promise<Campaign> {
  requireRole(current, 'admin');
  return move(
    current,
    campaignId,
    'cancel',
    sql`state = 'cancelled', finished_at = now()`,
    sql`state
    in ('scheduled', 'running', 'paused')`,
  );
}

/** For the jobs. */
export async function listRunningCampaigns(current: Current): Promise<Campaign[]> {
  const rows = await current.db.query<CampaignRow>(sql`select ${COLUMNS} from telegram_campaigns where state = 'running'
    order by campaign_id limit 20`);
  return rows.map((row) => campaignFrom(row));
}

export async function pauseByItself(current: Current, campaignId: string, reason: string): Promise<void> {
  await current.db.query(sql`update telegram_campaigns set state = 'paused', pause_reason = ${reason}
    where campaign_id = ${campaignId} and state = 'running'`);
}

/** Once nothing is queued or under way. */
export async function finishCampaign(current: Current, campaignId: string): Promise<void> {
  await current.db.query(sql`update telegram_campaigns set state = 'finished', finished_at = ${current.now()}
    where campaign_id = ${campaignId} and state = 'running' and not exists (
      select from telegram_deliveries where campaign_id = ${campaignId} and state in ('queued', 'sending'))`);
}

async function queueReaders(current: Current, campaign: Campaign): Promise<Campaign> {
  if (issueTextFor(campaign, DEFAULT_LOCALE) === undefined) throw new Problem(emptyIssue);
  const { campaignId, releasedBy } = campaign;
  const total = await queueDeliveries(current, campaignId, campaign.subscription);
  if (total > MAX_READERS_ALONE && releasedBy === undefined) throw new Problem(needsRelease);
  const [row] = await current.db.query<CampaignRow>(sql`update telegram_campaigns set total = ${total}
    where campaign_id = ${campaignId} returning ${COLUMNS}`);
  return campaignFrom(row);
}

type CampaignVerb = 'release' | 'start' | 'schedule' | 'pause' | 'resume' | 'cancel';

/** The condition is in the statement, so of two who press at once one does it. */
async function move(
  current: Current,
  campaignId: string,
  verb: CampaignVerb,
  change: Sql,
  condition: Sql,
): Promise<Campaign> {
  return inTransaction(current, async (current) => {
    const [row] = await current.db.query<CampaignRow>(sql`update telegram_campaigns set ${change}
      where campaign_id::text = ${campaignId} and ${condition} returning ${COLUMNS}`);
    if (row === undefined) {
      await getCampaign(current, campaignId);
      throw new Problem(notNow);
    }
    const campaign = campaignFrom(row);
    await recordAuditEntry(current, {
      action: `campaign.${verb}`,
      target: `campaign ${campaignId}`,
      after: { name: campaign.name, state: campaign.state, rev: campaign.rev },
    });
    return campaign;
  });
}

type CampaignRow = Omit<Row<'telegram_campaigns'>, 'updated_at' | 'released_at'>;

const COLUMNS = sql`campaign_id, subscription_id, name, state, versions, rev, scheduled_at, started_at, finished_at, total,
  pause_reason, per_minute, created_at, created_by, released_by`;

function campaignFrom(row: CampaignRow | undefined): Campaign {
  if (row === undefined) throw new Problem(noCampaign);
  return {
    campaignId: row.campaign_id,
    subscription: isSubscription(row.subscription_id) ? row.subscription_id : DEFAULT_SUBSCRIPTION,
    name: row.name,
    state: row.state as CampaignState,
    versions: row.versions as IssueTexts,
    rev: Number(row.rev),
    scheduledAt: row.scheduled_at ?? undefined,
    startedAt: row.started_at ?? undefined,
    finishedAt: row.finished_at ?? undefined,
    total: row.total ?? undefined,
    pauseReason: row.pause_reason ?? undefined,
    perMinute: row.per_minute,
    createdAt: row.created_at,
    createdBy: row.created_by,
    releasedBy: row.released_by ?? undefined,
  };
}

/** How many get a newsletter now. Needs staff. @throws Problem 401, 403 */
export async function countReaders(current: Current, subscriptionId: string): Promise<number> {
  requireRole(current, 'staff');
  const [row] = await onHeavy(current).db.query<{ readers: number }>(sql`
    select count(*)::int as readers from newsletter_subscriptions
    where subscription_id = ${subscriptionId} and state = 'confirmed'`);
  return row?.readers ?? 0;
}

/** Of each newsletter. Needs staff. @throws Problem 401, 403 */
export async function countAllReaders(current: Current): Promise<Readonly<Partial<Record<Subscription, number>>>> {
  const counts = SUBSCRIPTIONS.map(async (id) => [id, await countReaders(current, id)] as const);
  return Object.fromEntries(await Promise.all(counts));
}
