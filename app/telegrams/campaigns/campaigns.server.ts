import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { StateMachine } from '#app/audit/state-machine.server.ts';
import { MAX_READERS_ALONE } from '#app/audit/state-machine.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { isAdmin } from '#app/current/role.ts';
import type { Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { isSqlState } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';
import { isUuid, uuidv7 } from '#lib/uuid.server.ts';

import { DEFAULT_SUBSCRIPTION, isSubscription } from '../newsletter.ts';
import { getSubscription } from '../subscribers.server.ts';
import { campaignAudit } from './audit-kinds.server.ts';
import { CAMPAIGN_TRANSITIONS } from './campaign.ts';
import type { Campaign, CampaignKind, CampaignState, IssueTexts, Variant } from './campaign.ts';
import type { OwnHeaders } from './own-headers.ts';
import { archiveNameTaken, campaignChanged, noCampaign, notNow } from './problems.ts';
import { Segment } from './segment.ts';
import { hasReaders } from './segments.server.ts';

export interface CampaignDraft {
  readonly subscription: string;
  readonly name: string;
  readonly versions: IssueTexts;
  readonly kind?: CampaignKind;
  readonly waitMinutes?: number;
  readonly segment?: Segment;
  readonly headers?: OwnHeaders;
  readonly perMinute?: number;
  readonly trialPercent?: number | undefined;
}

const PER_MINUTE = 600;

/** Needs staff. @throws Problem 401, 403, 404 */
export async function createCampaign(current: Current, draft: CampaignDraft): Promise<Campaign> {
  requireRole(current, 'staff');
  const now = current.now();
  const { kind = 'issue', waitMinutes = 0, segment = {}, headers = {}, perMinute = PER_MINUTE } = draft;
  const [row] = await current.db.query<CampaignRow>(sql`insert into telegram_campaigns
      (campaign_id, subscription_id, name, versions, kind, wait_minutes, segment, headers, per_minute, trial_percent,
        created_at, created_by, updated_at)
    values (${uuidv7(now.getTime())}, ${getSubscription(draft.subscription)}, ${draft.name},
      ${JSON.stringify(draft.versions)}, ${kind}, ${waitMinutes}, ${JSON.stringify(segment)},
      ${JSON.stringify(headers)}, ${perMinute}, ${draft.trialPercent ?? null}, ${now}, ${requireUser(current)}, ${now})
    returning ${CAMPAIGN_COLUMNS}`);
  return campaignFrom(row);
}

/** All but its past. Needs staff. @throws Problem 401, 403, 404 */
export async function duplicateCampaign(current: Current, campaignId: string, name: string): Promise<Campaign> {
  const original = await getCampaign(current, campaignId);
  return inTransaction(current, async (current) => {
    const copy = await createCampaign(current, { ...original, name });
    await current.db.query(sql`
      insert into telegram_files (campaign_id, file_id, name, type, bytes, file_key)
      select ${copy.campaignId}::uuid, file_id, name, type, bytes, file_key from telegram_files
      where campaign_id = ${original.campaignId}`);
    return copy;
  });
}

/** The other locales' texts stay. Only before it starts, and only from the state that the writer has seen. @throws Problem 401, 403, 404, 409, 412 */
export async function changeCampaign(
  current: Current,
  campaignId: string,
  rev: number,
  draft: Omit<CampaignDraft, 'kind'>,
): Promise<Campaign> {
  requireRole(current, 'staff');
  const { waitMinutes = 0, segment = {}, headers = {}, perMinute = PER_MINUTE, trialPercent = null } = draft;
  const set = sql`subscription_id = ${getSubscription(draft.subscription)}, name = ${draft.name},
    versions = versions || ${JSON.stringify(draft.versions)}::jsonb, wait_minutes = ${waitMinutes},
    segment = ${JSON.stringify(segment)}, headers = ${JSON.stringify(headers)}, per_minute = ${perMinute},
    trial_percent = ${trialPercent}`;
  return beginChange(current, campaignId, rev, set);
}

/** Of what belongs to it too; nobody else does so until the transaction ends. @throws Problem as `changeCampaign` */
export function beginChange(current: Current, campaignId: string, rev: number, ...set: Sql[]): Promise<Campaign> {
  const changed = sql`updated_at = ${current.now()}, released_at = null`;
  return campaignStates.change(current, campaignId, rev, changed, ...set);
}

/** From when it has been sent, everybody may read it there; undefined takes it off the site. Needs staff. @throws Problem 401, 403, 404, 409 */
export async function setArchiveName(current: Current, campaignId: string, name: string | undefined): Promise<void> {
  requireRole(current, 'staff');
  try {
    await inTransaction(current, async (current) => {
      const [issue] = await current.db.query<Pick<CampaignRow, 'name'>>(sql`
        update telegram_campaigns set archive_name = ${name ?? null}
        where campaign_id::text = ${campaignId} and kind = 'issue' returning name`);
      if (issue === undefined) throw new Problem(noCampaign);
      const after = { name: issue.name, archiveName: name };
      await recordAuditEntry(current, campaignAudit.archive, { target: `campaign ${campaignId}`, after });
    });
  } catch (error) {
    if (isSqlState(error, '23505')) throw problemAt('archiveName', archiveNameTaken);
    throw error;
  }
}

/** Needs staff. @throws Problem 401, 403, 404 */
export async function getCampaign(current: Current, campaignId: string): Promise<Campaign> {
  return campaignStates.get(current, campaignId);
}

interface CampaignPage {
  readonly campaigns: Campaign[];
  /** The id of the last one, if more follow it. */
  readonly next: string | undefined;
}

/** The newest first. Needs staff. @param before the id of the last of the page before @throws Problem 401, 403, 404 for what is no id */
export async function listCampaigns(current: Current, before?: string, limit = 50): Promise<CampaignPage> {
  requireRole(current, 'staff');
  if (before !== undefined && !isUuid(before)) throw new Problem(noCampaign);
  const older = before === undefined ? sql.empty : sql`where campaign_id < ${before}`;
  const rows = await current.db.query<CampaignRow>(sql`select ${CAMPAIGN_COLUMNS} from telegram_campaigns ${older}
    order by campaign_id desc limit ${limit + 1}::integer`);
  const { shown, last } = cutPage(rows, limit);
  return { campaigns: shown.map((row) => campaignFrom(row)), next: last?.campaign_id };
}

const RUNNING_PAGE = 20;

/** The actor, if they may send campaigns. */
export function findSender({ actor }: Current): string | undefined {
  return isAdmin(actor.role) ? actor.userId : undefined;
}

/** Those that the site itself has paused, or has not started at their time. Needs staff. @param max counts no further @throws Problem 401, 403 */
export async function countStoppedCampaigns(current: Current, max: number): Promise<number> {
  requireRole(current, 'staff');
  const rows = await current.db.query(sql`
    select from telegram_campaigns where state in ('draft', 'paused') and pause_reason is not null limit ${max}::integer`);
  return rows.length;
}

/** Planned campaigns that are looked at, those that start first. */
const PLANNED = 20;

/** Planned ones of others that shall go to more readers than one person may write to alone: none for who may not release. */
export async function countUnreleasedCampaigns(current: Current, max: number): Promise<number> {
  const sender = findSender(current);
  if (sender === undefined) return 0;
  const rows = await current.db.query<CampaignRow>(sql`select ${CAMPAIGN_COLUMNS} from telegram_campaigns
    where state = 'scheduled' and released_by is null and created_by <> ${sender}
    order by scheduled_at limit ${Math.min(max, PLANNED)}::integer`);
  let count = 0;
  for (const { subscription, segment } of rows.map((row) => campaignFrom(row))) {
    if (await hasReaders(current, { subscription, segment }, MAX_READERS_ALONE + 1)) count += 1;
  }
  return count;
}

/** For the jobs; all of them, because a welcome runs for ever, and as many stand before the next issue as there are. */
export async function listRunningCampaigns(current: Current): Promise<Campaign[]> {
  const campaigns: Campaign[] = [];
  let after = '00000000-0000-0000-0000-000000000000';
  for (let isMore = true; isMore;) {
    const rows = await current.db.query<CampaignRow>(sql`select ${CAMPAIGN_COLUMNS} from telegram_campaigns
      where state = 'running' and campaign_id > ${after}::uuid order by campaign_id limit ${RUNNING_PAGE}::integer`);
    campaigns.push(...rows.map((row) => campaignFrom(row)));
    after = rows.at(-1)?.campaign_id ?? after;
    isMore = rows.length === RUNNING_PAGE;
  }
  return campaigns;
}

/** For `from … c`: what everybody may read on the site. */
const ARCHIVED = sql`(select * from telegram_campaigns where archive_name is not null and state = 'finished')`;

export async function findInArchive(current: Current, name: string): Promise<Campaign | undefined> {
  const [row] = await current.db.query<CampaignRow>(sql`
    select ${CAMPAIGN_COLUMNS} from ${ARCHIVED} c where archive_name = ${name}`);
  return row && campaignFrom(row);
}

/** What is on the site, the newest first. @param after the last of the page before */
export async function listArchive(current: Current, limit: number, after?: Campaign): Promise<Campaign[]> {
  const older =
    after?.finishedAt === undefined
      ? sql.empty
      : sql`where (finished_at, campaign_id) < (${after.finishedAt}, ${after.campaignId})`;
  const rows = await current.db.query<CampaignRow>(sql`select ${CAMPAIGN_COLUMNS} from ${ARCHIVED} c ${older}
    order by finished_at desc, campaign_id desc limit ${limit}::integer`);
  return rows.map((row) => campaignFrom(row));
}

type CampaignRow = Omit<Row<'telegram_campaigns'>, 'updated_at' | 'released_at'>;

const CAMPAIGN_COLUMNS = sql`campaign_id, subscription_id, name, state, versions, rev, scheduled_at, started_at,
  finished_at, total, pause_reason, per_minute, created_at, created_by, released_by, kind, wait_minutes, segment, headers,
  reader_time, reader_zone, trial_percent, subject_choice, archive_name, resumed_at, resumed_done`;

function campaignFrom(row: CampaignRow | undefined): Campaign {
  if (row === undefined) throw new Problem(noCampaign);
  return {
    campaignId: row.campaign_id,
    subscription: isSubscription(row.subscription_id) ? row.subscription_id : DEFAULT_SUBSCRIPTION,
    kind: row.kind as CampaignKind,
    waitMinutes: row.wait_minutes,
    name: row.name,
    state: row.state as CampaignState,
    versions: row.versions as IssueTexts,
    segment: Segment.parse(row.segment),
    headers: row.headers as OwnHeaders,
    rev: Number(row.rev),
    scheduledAt: row.scheduled_at ?? undefined,
    readerTime: row.reader_time ?? undefined,
    readerZone: row.reader_zone ?? undefined,
    startedAt: row.started_at ?? undefined,
    sentSince: row.resumed_at ?? row.started_at ?? undefined,
    doneBefore: Number(row.resumed_done ?? 0),
    finishedAt: row.finished_at ?? undefined,
    total: row.total ?? undefined,
    pauseReason: row.pause_reason ?? undefined,
    perMinute: row.per_minute,
    trialPercent: row.trial_percent ?? undefined,
    subjectChoice: (row.subject_choice ?? undefined) as Variant | undefined,
    archiveName: row.archive_name ?? undefined,
    createdAt: row.created_at,
    createdBy: row.created_by,
    releasedBy: row.released_by ?? undefined,
  };
}

export const campaignStates = new StateMachine({
  transitions: CAMPAIGN_TRANSITIONS,
  table: sql`telegram_campaigns`,
  key: sql`campaign_id`,
  columns: CAMPAIGN_COLUMNS,
  fromRow: (row: CampaignRow) => campaignFrom(row),
  audit: campaignAudit,
  describe: ({ campaignId, name, state, rev }) => ({ target: `campaign ${campaignId}`, after: { name, state, rev } }),
  missing: noCampaign,
  notNow,
  outdated: campaignChanged,
});
