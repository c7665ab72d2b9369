import { lacksRelease } from '#app/audit/state-machine.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE } from '#app/current/locale.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { slotsIn } from '#lib/text-slots.ts';

import { issueTextFor } from '../issues/issue.server.tsx';
import { CAMPAIGNS_TOPIC } from './campaign.ts';
import type { Campaign, Variant } from './campaign.ts';
import { campaignStates } from './campaigns.server.ts';
import { RESUMED, queueDeliveries, releaseRest } from './deliveries.server.ts';
import { emptyIssue, needsRelease, openSlots, staleSchedule } from './problems.ts';

/** A second person's yes to a campaign as it is. Needs admin. @throws Problem 401, 403, 404, 409 for one's own */
export async function releaseCampaign(current: Current, campaignId: string, rev: number): Promise<Campaign> {
  return campaignStates.release(current, campaignId, rev, sql`released_at = ${current.now()}`);
}

/** Sends it now: each reader has one row by the end of the transaction. Needs admin. @throws Problem 401, 403, 404, 409 */
export async function startCampaign(current: Current, campaignId: string): Promise<Campaign> {
  requireRole(current, 'admin');
  const started = await inTransaction(current, async (current) => {
    const set = [STARTED, sql`reader_time = null, reader_zone = null`];
    return queueReaders(current, await campaignStates.transition(current, campaignId, 'start', { set }));
  });
  current.pubSub.publish(CAMPAIGNS_TOPIC);
  return started;
}

const STARTED = sql`started_at = now(), pause_reason = null`;

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
    const guards = [sql`scheduled_at <= ${now}`];
    const hours = STALE_HOURS + (readerTime === null ? 0 : WORLD_HOURS);
    try {
      if (now.getTime() - (scheduledAt ?? now).getTime() > hours * 3_600_000) throw new Problem(staleSchedule);
      await inTransaction(current, async (current) => {
        const change = { set: [STARTED], guards };
        const campaign = await campaignStates.tryTransition(current, campaignId, 'startDue', change);
        if (campaign !== undefined) await queueReaders(current, campaign);
      });
    } catch (refusal) {
      if (!(refusal instanceof Problem)) throw refusal;
      const change = { set: [sql`pause_reason = ${refusal.message}`], guards };
      await campaignStates.tryTransition(current, campaignId, 'unschedule', change);
    }
  }
}

/** The first clocks of the world to show a time do so this many hours before those of UTC. */
const FIRST_ZONE_HOURS = 14;

interface ReaderTime {
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
  const { local = null, zone = null } = readerTime ?? {};
  const starts = readerTime === undefined ? at : computeFirstInstant(readerTime.local);
  const plan = sql`scheduled_at = ${starts}, pause_reason = null, reader_time = ${local}, reader_zone = ${zone}`;
  const guards = [sql`kind = 'issue'`, sql`${at}::timestamptz > ${current.now()}`];
  return campaignStates.transition(current, campaignId, 'schedule', { set: [plan], guards });
}

function computeFirstInstant(local: string): Date {
  return new Date(Date.parse(`${local}Z`) - FIRST_ZONE_HOURS * 3_600_000);
}

/** Needs admin. @throws Problem 401, 403, 404, 409 */
export async function pauseCampaign(current: Current, campaignId: string): Promise<Campaign> {
  return campaignStates.transition(current, campaignId, 'pause', { set: [sql`pause_reason = null`] });
}

/** Needs admin. @throws Problem 401, 403, 404, 409 */
export async function resumeCampaign(current: Current, campaignId: string): Promise<Campaign> {
  const set = [RESUMED, sql`pause_reason = null`];
  const resumed = await campaignStates.transition(current, campaignId, 'resume', { set });
  current.pubSub.publish(CAMPAIGNS_TOPIC);
  return resumed;
}

/** For good: who has not got it does not get it. Needs admin. @throws Problem 401, 403, 404, 409 */
export async function cancelCampaign(current: Current, campaignId: string): Promise<Campaign> {
  return campaignStates.transition(current, campaignId, 'cancel', { set: [sql`finished_at = now()`] });
}

/** Ends a trial: all who wait get this subject. Once. Needs admin. @throws Problem 401, 403, 404, 409 */
export async function chooseSubject(current: Current, campaignId: string, choice: Variant): Promise<void> {
  requireRole(current, 'admin');
  await inTransaction(current, async (current) => {
    const guards = [sql`trial_percent is not null and subject_choice is null`];
    const change = { set: [sql`subject_choice = ${choice}`], guards };
    await releaseRest(current, await campaignStates.transition(current, campaignId, 'choose', change), choice);
  });
  current.pubSub.publish(CAMPAIGNS_TOPIC);
}

export async function pauseByItself(current: Current, campaignId: string, reason: string): Promise<void> {
  await campaignStates.tryTransition(current, campaignId, 'pause', { set: [sql`pause_reason = ${reason}`] });
}

/** Once nothing is queued or under way; a welcome waits for the next reader. */
export async function finishCampaign(current: Current, campaignId: string): Promise<void> {
  const guards = [
    sql`kind = 'issue'`,
    sql`not exists (select from telegram_deliveries
      where campaign_id = ${campaignId} and state in ('queued', 'sending'))`,
  ];
  const set = [sql`finished_at = ${current.now()}`];
  await campaignStates.tryTransition(current, campaignId, 'finish', { set, guards });
}

async function queueReaders(current: Current, campaign: Campaign): Promise<Campaign> {
  if (issueTextFor(campaign, DEFAULT_LOCALE) === undefined) throw new Problem(emptyIssue);
  if (slotsIn(JSON.stringify(campaign.versions)).length > 0) throw new Problem(openSlots);
  const { campaignId, kind } = campaign;
  if (kind === 'welcome') return campaign;
  const total = await queueDeliveries(current, campaign);
  if (lacksRelease(campaign, total)) throw new Problem(needsRelease);
  await current.db.query(sql`update telegram_campaigns set total = ${total} where campaign_id = ${campaignId}`);
  return { ...campaign, total };
}
