import type { Locale } from '#app/current/locale.ts';

import type { Subscription } from '../newsletter.ts';

export const CAMPAIGN_STATES = ['draft', 'scheduled', 'running', 'paused', 'cancelled', 'finished'] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/** Published when there may be something to send. */
export const CAMPAIGNS_TOPIC = 'telegrams.campaigns';

/** How a delivery ends. `unknown`: the process died, or the connection broke, after the mail was handed over. */
export const DELIVERY_ENDS = ['accepted', 'failed', 'unknown', 'skipped'] as const;
export type DeliveryEnd = (typeof DELIVERY_ENDS)[number];

export function isDeliveryEnd(text: string): text is DeliveryEnd {
  return DELIVERY_ENDS.some((end) => end === text);
}

/** More readers than one person may release alone. */
export const MAX_READERS_ALONE = 1000;

export const MAX_NAME_LENGTH = 120;
export const MAX_SUBJECT_LENGTH = 150;
export const MAX_BODY_LENGTH = 60_000;

/** What a locale reads. */
export interface IssueText {
  readonly subject: string;
  /** Markdown. */
  readonly body: string;
}

export type IssueTexts = Readonly<Partial<Record<Locale, IssueText>>>;

export interface Campaign {
  readonly campaignId: string;
  readonly subscription: Subscription;
  readonly name: string;
  readonly state: CampaignState;
  readonly versions: IssueTexts;
  readonly rev: number;
  readonly scheduledAt: Date | undefined;
  readonly startedAt: Date | undefined;
  readonly finishedAt: Date | undefined;
  readonly total: number | undefined;
  readonly pauseReason: string | undefined;
  readonly perMinute: number;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly releasedBy: string | undefined;
}

export type DeliveryProgress = Readonly<Record<DeliveryEnd, number>>;

export interface TroubledDelivery {
  readonly subscriberId: string;
  readonly state: string;
  readonly domain: string | null;
  readonly smtpCode: number | null;
  readonly reason: string | null;
  readonly attempts: number;
}

export interface IssuePreview {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Of the HTML. */
  readonly kilobytes: number;
}
