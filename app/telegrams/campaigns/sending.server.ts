import { createHash } from 'node:crypto';

import { emailKey } from '#app/accounts/emails/email.ts';
import { findMailRecipients } from '#app/accounts/emails/emails.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { consumePoints } from '#app/current/limits.server.ts';
import type { Locale } from '#app/current/locale.ts';
import { findFailing, findSuppressions, noteAcceptance, noteRefusal } from '#app/mail/inbound/bounces.server.ts';
import type { MailRecipient } from '#app/mail/mail-kind.server.ts';
import type { RenderedMail } from '#app/mail/render.server.tsx';
import { Batcher } from '#lib/batcher.ts';
import { MailDeliveryError } from '#lib/mail/mail-delivery-error.ts';
import type { MailFile } from '#lib/mail/mailer.server.ts';

import { addressIssue, issueTextFor, readerLinks, renderIssue, pickSubject } from '../issues/issue.server.tsx';
import type { NewsletterPreferences } from '../subscriber.ts';
import { findPreferencesByReader, noteIssue, suppressReader } from '../subscribers.server.ts';
import { readCampaignFiles } from './campaign-files.server.ts';
import { finishCampaign, pauseByItself } from './campaign-states.server.ts';
import type { Campaign, IssueText, WarmUp } from './campaign.ts';
import { listRunningCampaigns } from './campaigns.server.ts';
import {
  applyTransitions,
  leaseDeliveries,
  markLostDeliveries,
  moveDeliveries,
  requeueDelivery,
  reserveAddresses,
  skipDeliveries,
} from './deliveries.server.ts';
import type { DeliveryTransition, EndedDelivery, LeasedDelivery } from './deliveries.server.ts';
import { findWarmUp, nextWarmUpDay, warmUpRule } from './warm-up.server.ts';

/** Mails under way at once in one process. */
const CONCURRENCY = 8;
/** Deliveries that are prepared together. */
const MAX_BATCH = 64;
/** Of one domain in a minute, of all processes: more looks like a flood to it. */
const PER_DOMAIN = { name: 'mail domain', points: 300, seconds: 60, credit: 0 };
const MAX_ATTEMPTS = 5;
/** After this many failures among the last mails the campaign waits for somebody to look. */
const TROUBLE = { failures: 20, of: 50 };

/**
 * Sends what is due of all running campaigns, and ends when nothing is. Any number of processes do so at once: a delivery is
 * leased by one of them, begins while that has it, and its state is written right after the mail server's answer.
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
  readonly delivery: LeasedDelivery;
  readonly to: string;
  readonly issue: LocalIssue;
  /** Whether the reader wants days between two issues. */
  readonly hasPace: boolean;
  /** Whether a mail to that address came back lately. */
  readonly hasFailed: boolean;
}

class CampaignRun {
  readonly #current: Current;
  readonly #campaign: Campaign;
  readonly #warmUp: WarmUp | undefined;
  readonly #issues = new Map<Locale, Promise<LocalIssue | undefined>>();
  #files: Promise<MailFile[]> | undefined;
  readonly #failures: boolean[] = [];
  /** What ends and begins at one time travels in one statement. */
  readonly #transitions: Batcher<DeliveryTransition, number | undefined>;
  #ready: AddressedIssue[] = [];
  #refilling: Promise<boolean> | undefined;
  #isOver = false;

  constructor(current: Current, campaign: Campaign, warmUp: WarmUp | undefined) {
    this.#current = current;
    this.#campaign = campaign;
    this.#warmUp = warmUp;
    this.#transitions = new Batcher(
      (transitions) => applyTransitions(current, campaign.campaignId, transitions),
      CONCURRENCY,
    );
  }

  async send(): Promise<void> {
    const lanes = Array.from({ length: CONCURRENCY }, () => this.#sendOneByOne());
    const results = await Promise.allSettled(lanes);
    const now = this.#current.now();
    const left = this.#ready.map(({ delivery }) => ({ delivery, dueAt: now }));
    await moveDeliveries(this.#current, this.#campaign.campaignId, left);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    await finishCampaign(this.#current, this.#campaign.campaignId);
  }

  async #sendOneByOne(): Promise<void> {
    let ended: EndedDelivery | undefined;
    while (!this.#isOver && !this.#current.closing.aborted) {
      const next = this.#ready.shift();
      if (next === undefined) {
        // The answer of the mail server is written before anything is waited for.
        if (ended !== undefined) await this.#take({ ended });
        ended = undefined;
        if (!(await this.#refill())) return;
        continue;
      }
      if (this.#ready.length < CONCURRENCY) void this.#refill().catch(() => (this.#isOver = true));
      const attempts = await this.#take({ ended, begins: next.delivery });
      ended = attempts === undefined ? undefined : await this.#deliver(next, attempts);
      if (await this.#isInTrouble()) this.#isOver = true;
    }
    if (ended !== undefined) await this.#take({ ended });
  }

  #take(transition: DeliveryTransition): Promise<number | undefined> {
    return this.#transitions.run('', transition);
  }

  /** @returns whether there is more to send now */
  #refill(): Promise<boolean> {
    this.#refilling ??= this.#prepare().finally(() => (this.#refilling = undefined));
    return this.#refilling;
  }

  /** Looks once more, for a second's mails at most, who still wants one and where it goes. */
  async #prepare(): Promise<boolean> {
    const current = this.#current;
    const { campaignId, perMinute } = this.#campaign;
    const rule = { name: 'campaign', points: perMinute, seconds: 60, credit: 0 };
    const most = Math.max(1, Math.min(MAX_BATCH, Math.floor(perMinute / 60)));
    let allowed = 0;
    while (allowed < most && (await consumePoints(current, campaignId, rule)).allowed) allowed += 1;
    const leased = allowed === 0 ? [] : await leaseDeliveries(current, campaignId, allowed);
    if (leased.length === 0) return false;
    const { found, skips } = await this.#findReaders(leased);
    const addresses = found.map(({ delivery: { subscriberId }, to }) => ({ subscriberId, ...parseAddress(to) }));
    const reserved = await reserveAddresses(current, campaignId, addresses);
    for (const { delivery } of found) {
      if (!reserved.has(delivery.subscriberId)) skips.push({ delivery, reason: 'duplicate' });
    }
    await skipDeliveries(current, campaignId, skips);
    const moves: { delivery: LeasedDelivery; dueAt: Date }[] = [];
    for (const issue of found.filter(({ delivery }) => reserved.has(delivery.subscriberId))) {
      const dueAt = await this.#laterFor(parseAddress(issue.to).domain);
      if (dueAt === undefined) this.#ready.push(issue);
      else moves.push({ delivery: issue.delivery, dueAt });
    }
    await moveDeliveries(current, campaignId, moves);
    return true;
  }

  async #findReaders(leased: readonly LeasedDelivery[]) {
    const current = this.#current;
    const { subscription } = this.#campaign;
    const all = await findPreferencesByReader(
      current,
      leased.map(({ subscriberId }) => subscriberId),
    );
    const userIds = [...all.values()].flatMap(({ subscriber }) =>
      subscriber?.email === undefined ? (subscriber?.userId ?? []) : [],
    );
    const accounts = await findMailRecipients(current, userIds);
    const readers = leased.map((delivery) => {
      const preferences = all.get(delivery.subscriberId);
      const skipped = skipReason(preferences, subscription, current.now());
      return { delivery, preferences, skipped, recipient: skipped ? undefined : findRecipient(preferences, accounts) };
    });
    const addresses = readers.flatMap(({ recipient }) => recipient?.to ?? []);
    const suppressions = await findSuppressions(current, addresses);
    const failing = await findFailing(current, addresses);
    const skips: { delivery: LeasedDelivery; reason: string }[] = [];
    const found: AddressedIssue[] = [];
    for (const { delivery, preferences, skipped, recipient } of readers) {
      const suppression = recipient && suppressions.get(recipient.to);
      const issue = recipient && suppression === undefined ? await this.#issueFor(recipient.locale) : undefined;
      if (recipient === undefined || issue === undefined) {
        skips.push({ delivery, reason: skipped ?? suppression ?? 'no address' });
      } else {
        const hasPace = (preferences?.subscriber?.minDays ?? 0) > 0;
        found.push({ delivery, to: recipient.to, issue, hasPace, hasFailed: failing.has(recipient.to) });
      }
    }
    return { found, skips };
  }

  async #laterFor(domain: string): Promise<Date | undefined> {
    const current = this.#current;
    const { allowed, reset } = await consumePoints(current, domain, PER_DOMAIN);
    if (!allowed) return new Date(current.now().getTime() + Math.max(1, reset) * 1000);
    if (this.#warmUp === undefined) return undefined;
    const today = await consumePoints(current, domain, warmUpRule(this.#warmUp, current.now()));
    return today.allowed ? undefined : nextWarmUpDay(current.now());
  }

  /** @returns its end; undefined when its turn comes again */
  async #deliver(
    { delivery, to, issue, hasPace, hasFailed }: AddressedIssue,
    attempts: number,
  ): Promise<EndedDelivery | undefined> {
    const current = this.#current;
    const { campaignId, subscription, headers } = this.#campaign;
    const { subscriberId, variant } = delivery;
    const links = readerLinks(current, subscriberId, subscription);
    try {
      await current.mailer.send({
        to,
        ...addressIssue(issue.rendered, links),
        subject: pickSubject(issue.text, variant),
        messageId: computeMessageId(campaignId, subscriberId),
        files: await (this.#files ??= readCampaignFiles(current, campaignId)),
        headers: {
          ...headers,
          ...links.headers,
          'List-Id': `<${subscription}.${new URL(current.config.mainUrl).hostname}>`,
          Precedence: 'bulk',
          'Auto-Submitted': 'auto-generated',
        },
      });
    } catch (error) {
      if (!(error instanceof MailDeliveryError)) throw error;
      this.#note(true);
      const { permanent, isUncertain, code: smtpCode, message: reason } = error;
      if (isUncertain) return { subscriberId, state: 'unknown', smtpCode, reason };
      if (permanent || attempts >= MAX_ATTEMPTS) {
        await noteRefusal(current, to, error, suppressReader);
        return { subscriberId, state: 'failed', smtpCode, reason };
      }
      const dueAt = new Date(current.now().getTime() + 60_000 * 4 ** (attempts - 1));
      await requeueDelivery(current, campaignId, delivery, { dueAt, reason });
      return undefined;
    }
    this.#note(false);
    if (hasFailed) await noteAcceptance(current, to);
    const ended = { subscriberId, state: 'accepted', smtpCode: 250 } as const;
    if (!hasPace) return ended;
    await this.#take({ ended });
    await noteIssue(current, subscriberId);
    return undefined;
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
function computeMessageId(campaignId: string, subscriberId: string): string {
  return createHash('sha256').update(`issue ${campaignId} ${subscriberId}`).digest('base64url');
}

function skipReason(
  preferences: NewsletterPreferences | undefined,
  subscription: Campaign['subscription'],
  now: Date,
): string | undefined {
  const { subscriber, subscriptions, suppressed } = preferences ?? {};
  if (suppressed !== undefined) return suppressed;
  if (subscriber === undefined || subscriptions?.[subscription] !== 'confirmed') return 'left';
  if (subscriber.pausedUntil !== undefined && subscriber.pausedUntil > now) return 'pause';
  const { lastIssueAt, minDays } = subscriber;
  const isSoon = lastIssueAt !== undefined && now.getTime() - lastIssueAt.getTime() < minDays * 86_400_000;
  return isSoon ? 'pace' : undefined;
}

/** A reader's own choice of language comes before that of their account. */
function findRecipient(
  preferences: NewsletterPreferences | undefined,
  accounts: ReadonlyMap<string, MailRecipient>,
): MailRecipient | undefined {
  const { subscriber } = preferences ?? {};
  if (subscriber?.email !== undefined) return { to: subscriber.email, locale: subscriber.locale };
  const account = subscriber?.userId === undefined ? undefined : accounts.get(subscriber.userId);
  return account && { to: account.to, locale: subscriber?.locale ?? account.locale };
}

function parseAddress(to: string): { addressHash: string; domain: string } {
  const key = emailKey(to) ?? to.toLowerCase();
  return {
    addressHash: createHash('sha256').update(key).digest('hex'),
    domain: key.slice(key.lastIndexOf('@') + 1),
  };
}
