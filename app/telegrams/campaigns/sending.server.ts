import { createHash } from 'node:crypto';

import { findMailRecipient } from '#app/accounts/emails/emails.server.ts';
import { emailKey } from '#app/accounts/emails/email.ts';
import type { Current } from '#app/current/current.server.ts';
import { takePoints } from '#app/current/limits.server.ts';
import type { Locale } from '#app/current/locale.ts';
import { findMailTrouble } from '#app/mail/arriving/bounces.server.ts';
import type { RenderedMail } from '#app/mail/render.server.tsx';
import { MailDeliveryError } from '#lib/mail/mail-delivery-error.ts';

import { findPreferences, noteIssue } from '../subscribers.server.ts';
import type { NewsletterPreferences } from '../subscriber.ts';
import { addressIssue, issueTextFor, readerLinks, renderIssue, subjectOf } from '../issues/issue.server.tsx';
import type { Campaign, IssueText, WarmUp } from './campaign.ts';
import { finishCampaign, pauseByItself } from './campaign-states.server.ts';
import { listRunningCampaigns } from './campaigns.server.ts';
import {
  claimDeliveries,
  endDelivery,
  markLostDeliveries,
  putBackDelivery,
  reserveAddress,
} from './deliveries.server.ts';
import type { ClaimedDelivery } from './deliveries.server.ts';
import { findWarmUp, nextWarmUpDay, warmUpRule } from './warm-up.server.ts';

/** Mails under way at once in one process. */
const CONCURRENCY = 8;
/** Of one domain in a minute, of all processes: more looks like a flood to it. */
const PER_DOMAIN = { name: 'mail domain', points: 300, seconds: 60, credit: 0 };
const MAX_ATTEMPTS = 5;
/** After this many failures among the last mails the campaign waits for somebody to look. */
const TROUBLE = { failures: 20, of: 50 };

/**
 * Sends what is due of all running campaigns, and ends when nothing is. Any number of processes do so at once: a delivery is
 * claimed by one of them, and its state is written right after the mail server's answer.
 */
export async function sendCampaigns(current: Current): Promise<void> {
  const warmUp = await findWarmUp(current);
  for (const campaign of await listRunningCampaigns(current)) {
    await markLostDeliveries(current, campaign.campaignId);
    await new CampaignRun(current, campaign, warmUp).send();
  }
}

/** In one language. */
interface LocalIssue {
  readonly text: IssueText;
  readonly rendered: RenderedMail;
}

interface AddressedIssue {
  readonly to: string;
  readonly issue: LocalIssue;
  /** Whether the reader wants days between two issues. */
  readonly hasPace: boolean;
}

class CampaignRun {
  readonly #current: Current;
  readonly #campaign: Campaign;
  readonly #issues = new Map<Locale, Promise<LocalIssue | undefined>>();
  readonly #failures: boolean[] = [];

  readonly #warmUp: WarmUp | undefined;

  constructor(current: Current, campaign: Campaign, warmUp: WarmUp | undefined) {
    this.#current = current;
    this.#campaign = campaign;
    this.#warmUp = warmUp;
  }

  async send(): Promise<void> {
    const lanes = Array.from({ length: CONCURRENCY }, () => this.#sendOneByOne());
    const results = await Promise.allSettled(lanes);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    await finishCampaign(this.#current, this.#campaign.campaignId);
  }

  async #sendOneByOne(): Promise<void> {
    const current = this.#current;
    const { campaignId, perMinute } = this.#campaign;
    const rule = { name: 'campaign', points: perMinute, seconds: 60, credit: 0 };
    while (!current.closing.aborted) {
      if (!(await takePoints(current, campaignId, rule)).allowed) return;
      const [claimed] = await claimDeliveries(current, campaignId, 1);
      if (claimed === undefined) return;
      await this.#sendTo(claimed);
      if (await this.#isInTrouble()) return;
    }
  }

  async #sendTo(claimed: ClaimedDelivery): Promise<void> {
    const current = this.#current;
    const { campaignId, subscription } = this.#campaign;
    const preferences = await findPreferences(current, claimed.subscriberId);
    const skipped = skipReason(preferences, subscription, current.now());
    const recipient = skipped === undefined ? await recipientOf(current, preferences) : undefined;
    const trouble = recipient && (await findMailTrouble(current, recipient.to));
    const issue = recipient && trouble === undefined ? await this.#issueFor(recipient.locale) : undefined;
    if (recipient === undefined || issue === undefined) {
      await endDelivery(current, campaignId, claimed, 'skipped', { reason: skipped ?? trouble ?? 'no address' });
      return;
    }
    const key = emailKey(recipient.to) ?? recipient.to.toLowerCase();
    const domain = key.slice(key.lastIndexOf('@') + 1);
    const dueAt = await this.#laterFor(domain);
    if (dueAt !== undefined) {
      await putBackDelivery(current, campaignId, claimed, { dueAt, isAttempt: false });
      return;
    }
    const addressHash = createHash('sha256').update(key).digest('hex');
    if (!(await reserveAddress(current, campaignId, claimed, { addressHash, domain }))) {
      await endDelivery(current, campaignId, claimed, 'skipped', { reason: 'duplicate' });
      return;
    }
    const hasPace = (preferences.subscriber?.minDays ?? 0) > 0;
    await this.#deliver(claimed, { to: recipient.to, issue, hasPace });
  }

  /** When a domain that has had enough for now gets more. */
  async #laterFor(domain: string): Promise<Date | undefined> {
    const current = this.#current;
    const { allowed, reset } = await takePoints(current, domain, PER_DOMAIN);
    if (!allowed) return new Date(current.now().getTime() + Math.max(1, reset) * 1000);
    if (this.#warmUp === undefined) return undefined;
    const today = await takePoints(current, domain, warmUpRule(this.#warmUp, current.now()));
    return today.allowed ? undefined : nextWarmUpDay(current.now());
  }

  async #deliver(claimed: ClaimedDelivery, { to, issue, hasPace }: AddressedIssue): Promise<void> {
    const current = this.#current;
    const { campaignId, subscription } = this.#campaign;
    const { subscriberId, attempts, variant } = claimed;
    const links = readerLinks(current, subscriberId, subscription);
    try {
      await current.mailer.send({
        to,
        ...addressIssue(issue.rendered, links),
        subject: subjectOf(issue.text, variant),
        messageId: messageIdOf(campaignId, subscriberId),
        headers: {
          ...links.headers,
          'List-Id': `<${subscription}.${new URL(current.config.mainUrl).hostname}>`,
          Precedence: 'bulk',
          'Auto-Submitted': 'auto-generated',
        },
      });
      this.#note(false);
      await endDelivery(current, campaignId, claimed, 'accepted', { smtpCode: 250 });
      if (hasPace) await noteIssue(current, subscriberId);
    } catch (error) {
      if (!(error instanceof MailDeliveryError)) throw error;
      this.#note(true);
      const { permanent, isUncertain, code: smtpCode, message: reason } = error;
      if (isUncertain) await endDelivery(current, campaignId, claimed, 'unknown', { smtpCode, reason });
      else if (permanent || attempts >= MAX_ATTEMPTS) {
        await endDelivery(current, campaignId, claimed, 'failed', { smtpCode, reason });
      } else {
        const dueAt = new Date(current.now().getTime() + 60_000 * 4 ** (attempts - 1));
        await putBackDelivery(current, campaignId, claimed, { dueAt, isAttempt: true, reason });
      }
    }
  }

  #issueFor(locale: Locale): Promise<LocalIssue | undefined> {
    const known = this.#issues.get(locale);
    if (known !== undefined) return known;
    const rendered = this.#render(locale);
    this.#issues.set(locale, rendered);
    return rendered;
  }

  async #render(locale: Locale): Promise<LocalIssue | undefined> {
    const text = issueTextFor(this.#campaign, locale);
    return text && { text, rendered: await renderIssue(this.#current, this.#campaign, text, locale) };
  }

  #note(isFailure: boolean): void {
    this.#failures.push(isFailure);
    if (this.#failures.length > TROUBLE.of) this.#failures.shift();
  }

  async #isInTrouble(): Promise<boolean> {
    const failures = this.#failures.filter(Boolean).length;
    if (failures < TROUBLE.failures) return false;
    await pauseByItself(
      this.#current,
      this.#campaign.campaignId,
      `${failures} of the last ${this.#failures.length} mails failed`,
    );
    return true;
  }
}

/** The same for each attempt, so that a mail server that has it already can tell. */
function messageIdOf(campaignId: string, subscriberId: string): string {
  return createHash('sha256').update(`issue ${campaignId} ${subscriberId}`).digest('base64url');
}

function skipReason(
  { subscriber, subscriptions, suppressed }: NewsletterPreferences,
  subscription: Campaign['subscription'],
  now: Date,
): string | undefined {
  if (suppressed !== undefined) return suppressed;
  if (subscriber === undefined || subscriptions[subscription] !== 'confirmed') return 'left';
  if (subscriber.pausedUntil !== undefined && subscriber.pausedUntil > now) return 'pause';
  const { lastIssueAt, minDays } = subscriber;
  const isSoon = lastIssueAt !== undefined && now.getTime() - lastIssueAt.getTime() < minDays * 86_400_000;
  return isSoon ? 'pace' : undefined;
}

/** A reader's own choice of language comes before that of their account. */
async function recipientOf(
  current: Current,
  { subscriber }: NewsletterPreferences,
): Promise<{ to: string; locale: Locale } | undefined> {
  if (subscriber?.email !== undefined) return { to: subscriber.email, locale: subscriber.locale };
  const account = subscriber?.userId && (await findMailRecipient(current, subscriber.userId));
  return account ? { to: account.to, locale: subscriber?.locale ?? account.locale } : undefined;
}
