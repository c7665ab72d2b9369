import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE } from '#app/current/locale.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { issueTextFor } from '../issues/issue.server.tsx';
import { slotsIn } from '../issues/slots.ts';
import { CAMPAIGNS_TOPIC, MAX_READERS_ALONE } from './campaign.ts';
import type { Campaign, Variant } from './campaign.ts';
import { CAMPAIGN_COLUMNS, campaignFrom, getCampaign } from './campaigns.server.ts';
import type { CampaignRow } from './campaigns.server.ts';
import { RESUME_ASSIGNMENTS, queueDeliveries, releaseRest } from './deliveries.server.ts';
import { emptyIssue, needsRelease, notNow, openSlots, staleSchedule } from './problems.ts';

/** A second person's yes to a campaign as it is. Needs admin. @throws Problem 401, 403, 404, 409 for one's own */
export async function releaseCampaign(current: Current, campaignId: string, rev: number): Promise<Campaign> {
  requireRole(current, 'admin');
  const userId = requireUser(current);
  return move(
    current,
    campaignId,
    'release',
    sql`released_by = ${userId}, released_at = ${current.now()}`,
    sql`rev = ${rev} and created_by <> ${userId} and state in ('draft', 'scheduled', 'paused')`,
  );
}

/** Sends it now: each reader has one row by the end of the transaction. Needs admin. @throws Problem 401, 403, 404, 409 */
export async function startCampaign(current: Current, campaignId: string): Promise<Campaign> {
  requireRole(current, 'admin');
  const started = await inTransaction(current, async (current) => {
    const now = sql`${START}, reader_time = null, reader_zone = null`;
    const campaign = await move(current, campaignId, 'start', now, sql`state in ('draft', 'scheduled')`);
    return queueReaders(current, campaign);
  });
  current.pubSub.publish(CAMPAIGNS_TOPIC);
  return started;
}

const START = sql`state = 'running', started_at = now(), pause_reason = null`;

/** After such an outage nobody knows whether it is still wanted: an invitation to what is over by then, for instance. */
const STALE_HOURS = 1;
/** From the first clocks of the world that show a time to the last. */
const WORLD_HOURS = 26;

/** Starts what is due. What needs a second person, or is long past its time, waits for somebody, and says so. */
export async function startDueCampaigns(current: Current): Promise<void> {
  const now = current.now();
  const due = await current.db.query<
    Pick<Row<'telegram_campaigns'>, 'campaign_id' | 'scheduled_at' | 'reader_time'>
  >(sql`
    select campaign_id, scheduled_at, reader_time from telegram_campaigns where state = 'scheduled' and scheduled_at <= ${now}
    order by scheduled_at limit 20`);
  for (const { campaign_id: campaignId, scheduled_at: scheduledAt, reader_time: readerTime } of due) {
    const hours = STALE_HOURS + (readerTime === null ? 0 : WORLD_HOURS);
    try {
      if (now.getTime() - (scheduledAt ?? now).getTime() > hours * 3_600_000) throw new Problem(staleSchedule);
      await inTransaction(current, async (current) => {
        const [row] = await current.db.query<CampaignRow>(sql`update telegram_campaigns set ${START}
          where campaign_id = ${campaignId} and state = 'scheduled' and scheduled_at <= ${now} returning ${CAMPAIGN_COLUMNS}`);
        if (row !== undefined) await queueReaders(current, campaignFrom(row));
      });
    } catch (refusal) {
      if (!(refusal instanceof Problem)) throw refusal;
      await current.db.query(sql`update telegram_campaigns set state = 'draft', pause_reason = ${refusal.message}
        where campaign_id = ${campaignId} and state = 'scheduled' and scheduled_at <= ${now}`);
    }
  }
}

/** The first clocks of the world to show a time do so this many hours before those of UTC. */
const FIRST_ZONE_HOURS = 14;

export interface ReaderTime {
  readonly local: string;
  /** Of readers of whom none is known. */
  readonly zone: string;
}

/** @param readerTime for each reader when their own clock shows it; it starts with the first of them. Needs admin. @throws Problem 401, 403, 404, 409 */
export async function scheduleCampaign(
  current: Current,
  campaignId: string,
  at: Date,
  readerTime?: ReaderTime,
): Promise<Campaign> {
  requireRole(current, 'admin');
  const { local = null, zone = null } = readerTime ?? {};
  const starts = readerTime === undefined ? at : firstInstantOf(readerTime.local);
  return move(
    current,
    campaignId,
    'schedule',
    sql`state = 'scheduled', scheduled_at = ${starts}, pause_reason = null, reader_time = ${local},
      reader_zone = ${zone}`,
    sql`kind = 'issue' and state in ('draft', 'scheduled') and ${at}::timestamptz > ${current.now()}`,
  );
}

function firstInstantOf(local: string): Date {
  return new Date(Date.parse(`${local}Z`) - FIRST_ZONE_HOURS * 3_600_000);
}

/** Needs admin. @throws Problem 401, 403, 404, 409 */
export async function pauseCampaign(current: Current, campaignId: string): Promise<Campaign> {
  requireRole(current, 'admin');
  return move(current, campaignId, 'pause', sql`state = 'paused', pause_reason = null`, sql`state = 'running'`);
}

/** Needs admin. @throws Problem 401, 403, 404, 409 */
export async function resumeCampaign(current: Current, campaignId: string): Promise<Campaign> {
  requireRole(current, 'admin');
  const running = sql`${RESUME_ASSIGNMENTS}, pause_reason = null`;
  const resumed = await move(current, campaignId, 'resume', running, sql`state = 'paused'`);
  current.pubSub.publish(CAMPAIGNS_TOPIC);
  return resumed;
}

/** For good: who has not got it does not get it. Needs admin. @throws Problem 401, 403, 404, 409 */
export async function cancelCampaign(current: Current, campaignId: string): Promise<Campaign> {
  requireRole(current, 'admin');
  const cancelled = sql`state = 'cancelled', finished_at = now()`;
  return move(current, campaignId, 'cancel', cancelled, sql`state in ('scheduled', 'running', 'paused')`);
}

/** Ends a trial: all who wait get this subject. Once. Needs admin. @throws Problem 401, 403, 404, 409 */
export async function chooseSubject(current: Current, campaignId: string, choice: Variant): Promise<void> {
  requireRole(current, 'admin');
  await inTransaction(current, async (current) => {
    const open = sql`state in ('running', 'paused') and trial_percent is not null and subject_choice is null`;
    const campaign = await move(current, campaignId, 'choose', sql`subject_choice = ${choice}`, open);
    await releaseRest(current, campaign, choice);
  });
  current.pubSub.publish(CAMPAIGNS_TOPIC);
}

export async function pauseByItself(current: Current, campaignId: string, reason: string): Promise<void> {
  await current.db.query(sql`update telegram_campaigns set state = 'paused', pause_reason = ${reason}
    where campaign_id = ${campaignId} and state = 'running'`);
}

/** Once nothing is queued or under way; a welcome waits for the next reader. */
export async function finishCampaign(current: Current, campaignId: string): Promise<void> {
  await current.db.query(sql`update telegram_campaigns set state = 'finished', finished_at = ${current.now()}
    where campaign_id = ${campaignId} and state = 'running' and kind = 'issue' and not exists (
      select from telegram_deliveries where campaign_id = ${campaignId} and state in ('queued', 'sending'))`);
}

async function queueReaders(current: Current, campaign: Campaign): Promise<Campaign> {
  if (issueTextFor(campaign, DEFAULT_LOCALE) === undefined) throw new Problem(emptyIssue);
  if (slotsIn(JSON.stringify(campaign.versions)).length > 0) throw new Problem(openSlots);
  const { campaignId, kind, releasedBy } = campaign;
  if (kind === 'welcome') return campaign;
  const total = await queueDeliveries(current, campaign);
  if (total > MAX_READERS_ALONE && releasedBy === undefined) throw new Problem(needsRelease);
  const [row] = await current.db.query<CampaignRow>(sql`update telegram_campaigns set total = ${total}
    where campaign_id = ${campaignId} returning ${CAMPAIGN_COLUMNS}`);
  return campaignFrom(row);
}

type CampaignVerb = 'release' | 'start' | 'schedule' | 'pause' | 'resume' | 'cancel' | 'choose';

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
      where campaign_id::text = ${campaignId} and ${condition} returning ${CAMPAIGN_COLUMNS}`);
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
