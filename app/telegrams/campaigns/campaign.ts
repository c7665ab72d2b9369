import { isAllowed } from '#app/audit/state-machine.ts';
import type { Transition } from '#app/audit/state-machine.ts';
import type { Locale } from '#app/current/locale.ts';

import type { Subscription } from '../newsletter.ts';
import type { OwnHeaders } from './own-headers.ts';
import type { Segment } from './segment.ts';

export const CAMPAIGN_STATES = ['draft', 'scheduled', 'running', 'paused', 'cancelled', 'finished'] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

const UNSTARTED = ['draft', 'scheduled'] as const;

export const CAMPAIGN_TRANSITIONS = {
  change: { from: UNSTARTED },
  release: { from: [...UNSTARTED, 'paused'] },
  schedule: { from: UNSTARTED, to: 'scheduled' },
  start: { from: UNSTARTED, to: 'running' },
  /** By itself, at its time. */
  startDue: { from: ['scheduled'], to: 'running' },
  /** At its time it may not start. */
  unschedule: { from: ['scheduled'], to: 'draft' },
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  choose: { from: ['running', 'paused'] },
  cancel: { from: ['scheduled', 'running', 'paused'], to: 'cancelled' },
  finish: { from: ['running'], to: 'finished' },
  /** For deliveries that are tried again. */
  reopen: { from: ['finished'], to: 'running' },
} as const satisfies Record<string, Transition<CampaignState>>;

export function mayTransition({ state }: Pick<Campaign, 'state'>, name: keyof typeof CAMPAIGN_TRANSITIONS): boolean {
  return isAllowed<CampaignState>(CAMPAIGN_TRANSITIONS[name], state);
}

/** An issue is for those who are readers when it starts, a welcome for each who becomes one while it runs. */
export const CAMPAIGN_KINDS = ['issue', 'welcome'] as const;
export type CampaignKind = (typeof CAMPAIGN_KINDS)[number];

/** Published when there may be something to send. */
export const CAMPAIGNS_TOPIC = 'telegrams.campaigns';

/** How a delivery ends. `unknown`: the process died, or the connection broke, after the mail was handed over. */
export const DELIVERY_ENDS = ['accepted', 'failed', 'unknown', 'skipped'] as const;
export type DeliveryEnd = (typeof DELIVERY_ENDS)[number];

export function isDeliveryEnd(text: string): text is DeliveryEnd {
  return DELIVERY_ENDS.some((end) => end === text);
}

export const VARIANTS = ['a', 'b'] as const;
export type Variant = (typeof VARIANTS)[number];

export const MAX_NAME_LENGTH = 120;
export const MAX_SUBJECT_LENGTH = 150;
export const MAX_BODY_LENGTH = 60_000;
export const MAX_WAIT_MINUTES = 43_200;

/** Of all files of a campaign together: mail servers refuse mails of more than 10 to 25 MB, and spam filters look long before. */
export const MAX_ATTACHED_BYTES = 2 * 1024 * 1024;
/** What may be attached beside pictures, by the end of its name: mail servers refuse what programs run. */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
};

export interface CampaignFile {
  readonly fileId: string;
  readonly name: string;
  readonly bytes: number;
}

export interface IssueText {
  readonly subject: string;
  readonly otherSubject?: string;
  /** Markdown. */
  readonly body: string;
}

export type IssueTexts = Readonly<Partial<Record<Locale, IssueText>>>;

export interface Campaign {
  readonly campaignId: string;
  readonly subscription: Subscription;
  readonly kind: CampaignKind;
  /** From the confirmation to the welcome. */
  readonly waitMinutes: number;
  readonly name: string;
  readonly state: CampaignState;
  readonly versions: IssueTexts;
  readonly segment: Segment;
  readonly headers: OwnHeaders;
  readonly rev: number;
  readonly scheduledAt: Date | undefined;
  /** What each reader's own clock shows, such as `2026-11-24T17:00`, and the zone of those of whom none is known. */
  readonly readerTime: string | undefined;
  readonly readerZone: string | undefined;
  readonly startedAt: Date | undefined;
  /** Its last pause was over, and how many deliveries had come to an end before. */
  readonly sentSince: Date | undefined;
  readonly doneBefore: number;
  readonly finishedAt: Date | undefined;
  readonly total: number | undefined;
  readonly pauseReason: string | undefined;
  readonly perMinute: number;
  /** How many of a hundred readers get one of two subjects first. */
  readonly trialPercent: number | undefined;
  /** What the others get, once somebody has chosen. */
  readonly subjectChoice: Variant | undefined;
  readonly archiveName: string | undefined;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly releasedBy: string | undefined;
}

export type DeliveryProgress = Readonly<Record<DeliveryEnd, number>>;

/** What a domain does not take now, or may not get yet. */
export interface WaitingDomain {
  readonly domain: string;
  readonly size: number;
  /** When the first of them has its turn again. */
  readonly dueAt: Date;
  readonly reason: string | null;
}

/** Of those that came to one end. */
export const UNDELIVERED_PAGE_SIZE = 50;

export interface UndeliveredMail {
  readonly subscriberId: string;
  readonly state: string;
  readonly domain: string | null;
  readonly smtpCode: number | null;
  readonly reason: string | null;
  readonly attempts: number;
}

export interface TrialResult {
  readonly variant: Variant;
  readonly accepted: number;
  /** Readers who have left since. */
  readonly left: number;
}

export interface WarmUp {
  readonly startedAt: Date;
  readonly firstDay: number;
}
