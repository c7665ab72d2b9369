import { findMailRecipient } from '#app/accounts/emails/emails.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import type { Locale } from '#app/current/locale.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { unknownPage } from '#app/current/problems.ts';
import { isStaff } from '#app/current/role.ts';
import type { MailFile } from '#lib/mail/mailer.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Campaign } from '../campaigns/campaign.ts';
import { getCampaign } from '../campaigns/campaigns.server.ts';
import { emptyIssue, noTestAddress } from '../campaigns/problems.ts';
import { DEFAULT_SUBSCRIPTION } from '../newsletter.ts';
import { toSubscriberId } from '../subscribers.server.ts';
import { getTemplate } from '../templates/templates.server.ts';
import { findIssueFindings } from './findings.server.ts';
import { addressIssue, issueTextFor, readerLinks, renderIssue } from './issue.server.tsx';
import type { IssuePreview } from './issue.ts';

interface PreviewSource extends Pick<Campaign, 'versions' | 'subscription'> {
  readonly attachedBytes?: number;
  readonly headers?: Campaign['headers'];
}

const PER_TESTER = { name: 'campaign tests', points: 20, seconds: 3600, credit: 0 };

/** The bytes that a reader of that locale gets, with the links of whoever looks. Needs staff. @throws Problem 401, 403 */
export async function findPreview(
  current: Current,
  previewed: PreviewSource,
  locale: Locale,
): Promise<IssuePreview | undefined> {
  requireRole(current, 'staff');
  const text = issueTextFor(previewed, locale);
  if (text === undefined) return undefined;
  const links = readerLinks(current, toSubscriberId({ userId: requireUser(current) }), previewed.subscription);
  const issue = addressIssue(await renderIssue(current, previewed, text, locale), links);
  return { ...issue, findings: await findIssueFindings(current, text, issue.html, previewed.attachedBytes ?? 0) };
}

/** Of a campaign or a template, by its page. What nobody else knows of is nowhere for them. @throws Problem 404, 409 without a text */
export async function getPreview(
  current: Current,
  { of, id }: { readonly of: string; readonly id: string },
  locale: Locale,
): Promise<IssuePreview> {
  if (!isStaff(current.actor.role)) throw new Problem(unknownPage);
  const previewed =
    of === 'templates'
      ? { ...(await getTemplate(current, id)), subscription: DEFAULT_SUBSCRIPTION }
      : await getCampaign(current, id);
  const preview = await findPreview(current, previewed, locale);
  if (preview === undefined) throw new Problem(emptyIssue);
  return preview;
}

/** To one's own address, and nowhere else. Needs staff. @throws Problem 401, 403, 409, 429 */
export async function sendTestIssue(
  current: Current,
  previewed: PreviewSource,
  locale: Locale,
  files: readonly MailFile[] = [],
): Promise<void> {
  requireRole(current, 'staff');
  const userId = requireUser(current);
  const issue = await findPreview(current, previewed, locale);
  if (issue === undefined) throw new Problem(emptyIssue);
  await requireWithinLimit(current, userId, PER_TESTER);
  const recipient = await findMailRecipient(current, userId);
  if (recipient === undefined) throw new Problem(noTestAddress);
  await current.mailer.send({
    to: recipient.to,
    subject: `[Test] ${issue.subject}`,
    html: issue.html,
    text: issue.text,
    headers: { ...previewed.headers, 'Auto-Submitted': 'auto-generated' },
    files,
  });
}
