import { findMailRecipient } from '#app/accounts/emails/emails.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { isLocale } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { Problem } from '#lib/problem.ts';

import { subscriberIdOf } from '../subscribers.server.ts';
import type { Campaign, IssuePreview } from './campaign.ts';
import { getCampaign } from './campaigns.server.ts';
import { addressIssue, issueTextFor, readerLinks, renderIssue } from './issue.server.tsx';
import { emptyIssue, noTestAddress } from './problems.ts';

const PER_TESTER = { name: 'campaign tests', points: 20, seconds: 3600, credit: 0 };

/** The bytes that a reader of that locale gets, with the links of whoever looks. Needs staff. @throws Problem 401, 403 */
export async function findPreview(
  current: Current,
  campaign: Campaign,
  locale: Locale,
): Promise<IssuePreview | undefined> {
  requireRole(current, 'staff');
  const text = issueTextFor(campaign, locale);
  if (text === undefined) return undefined;
  const subscriberId = subscriberIdOf({ userId: requireUser(current) });
  const links = readerLinks(current, subscriberId, campaign.subscription);
  const issue = addressIssue(await renderIssue(current, campaign, text, locale), links);
  return { ...issue, kilobytes: Math.ceil(Buffer.byteLength(issue.html) / 1000) };
}

/** To one's own address, and nowhere else. Needs staff. @throws Problem 401, 403, 404, 409, 429 */
export async function sendTestIssue(current: Current, campaignId: string, locale: string): Promise<void> {
  const userId = requireUser(current);
  const campaign = await getCampaign(current, campaignId);
  const issue = isLocale(locale) ? await findPreview(current, campaign, locale) : undefined;
  if (issue === undefined) throw new Problem(emptyIssue);
  await requireWithinLimit(current, userId, PER_TESTER);
  const recipient = await findMailRecipient(current, userId);
  if (recipient === undefined) throw new Problem(noTestAddress);
  await current.mailer.send({
    to: recipient.to,
    subject: `[Test] ${issue.subject}`,
    html: issue.html,
    text: issue.text,
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
}
