import type { Current } from '#app/current/current.server.ts';
import { cutPage } from '#lib/cut-page.ts';
import { Problem } from '#lib/problem.ts';
import type { SitemapEntry } from '#lib/sitemap/sitemap.ts';

import type { Campaign } from '../campaigns/campaign.ts';
import { findInArchive, listArchive } from '../campaigns/campaigns.server.ts';
import { noIssue } from '../campaigns/problems.ts';
import { issueHtml, issueTextFor } from '../issues/issue.server.tsx';
import type { Subscription } from '../newsletter.ts';

export const ARCHIVE_PATH = '/telegrams/archive';

/** An issue as everybody may read it: without anything of a reader. */
interface ArchivedIssue {
  readonly campaignId: string;
  readonly path: string;
  readonly subject: string;
  readonly subscription: Subscription;
  readonly sentAt: Date;
}

interface ArchivedText extends ArchivedIssue {
  /** Safe, with whole addresses. */
  readonly html: string;
}

const PAGE = 30;

/** The newest first. @param after the name of the last of the page before */
export async function findArchivePage(
  current: Current,
  after: string | undefined,
): Promise<{ issues: ArchivedIssue[]; next: string | undefined }> {
  const from = after === undefined ? undefined : await getInArchive(current, after);
  const campaigns = await listArchive(current, PAGE + 1, from);
  const { shown, last } = cutPage(campaigns, PAGE);
  return {
    issues: shown.map((campaign) => issueFrom(current, campaign)),
    next: last?.archiveName,
  };
}

/** @throws Problem 404 for what is not on the site */
export async function getArchivedIssue(current: Current, name: string): Promise<ArchivedText> {
  return withText(current, await getInArchive(current, name));
}

/** @param most so many */
export async function findNewestIssues(current: Current, most: number): Promise<ArchivedText[]> {
  return Promise.all((await listArchive(current, most)).map((campaign) => withText(current, campaign)));
}

export async function* sitemapTelegrams(current: Current): AsyncGenerator<SitemapEntry> {
  yield { path: ARCHIVE_PATH };
  let last: Campaign | undefined;
  do {
    const campaigns = await listArchive(current, 1000, last);
    for (const campaign of campaigns) {
      const { path, sentAt } = issueFrom(current, campaign);
      yield { path, lastmod: sentAt };
    }
    last = campaigns.length === 1000 ? campaigns.at(-1) : undefined;
  } while (last !== undefined);
}

async function getInArchive(current: Current, name: string): Promise<Campaign> {
  const campaign = await findInArchive(current, name);
  if (campaign === undefined) throw new Problem(noIssue);
  return campaign;
}

async function withText(current: Current, campaign: Campaign): Promise<ArchivedText> {
  const text = issueTextFor(campaign, current.locale) ?? { subject: campaign.name, body: '' };
  return { ...issueFrom(current, campaign), html: await issueHtml(current, text) };
}

function issueFrom({ locale }: Current, campaign: Campaign): ArchivedIssue {
  const { campaignId, archiveName = '', subscription, finishedAt, createdAt, name } = campaign;
  return {
    campaignId,
    subscription,
    path: `${ARCHIVE_PATH}/${archiveName}`,
    sentAt: finishedAt ?? createdAt,
    subject: issueTextFor(campaign, locale)?.subject ?? name,
  };
}
