import { asVisitor } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE, getText, htmlLang, isLocale, localePath } from '#app/current/locale.ts';
import { fullTitle } from '#app/current/page/head.ts';
import { studio } from '#content/studio.ts';
import { Problem } from '#lib/problem.ts';
import { documentResponse } from '#lib/syndication/document-response.server.ts';
import { toSyndicatedHtml } from '#lib/syndication/feed-document.ts';
import { FEED_FORMATS } from '#lib/syndication/feed-format.ts';

import { noIssue } from '../campaigns/problems.ts';
import { NEWSLETTERS } from '../newsletter.ts';
import { ARCHIVE_PATH, findNewestIssues } from './archive.server.ts';

const ENTRIES = 10;

/** The newest issues that everybody may read, whoever asks. @throws Problem 404 for no such document */
export async function answerArchiveFeed(
  current: Current,
  request: Request,
  { file, locale }: { file: string; locale: string | undefined },
): Promise<Response> {
  const format = FEED_FORMATS.find((one) => one.file === file);
  if (format === undefined) throw new Problem(noIssue);
  const named = isLocale(locale) ? locale : undefined;
  const visitor = asVisitor(current, named ?? DEFAULT_LOCALE);
  const inLocale = (path: string) => (named === undefined ? path : localePath(named, path));
  const issues = await findNewestIssues(visitor, ENTRIES);
  const text = await getText(visitor.locale);
  const { publicUrl } = current.config;
  const feed = {
    // The studio's name for it, whatever host serves it.
    id: `tag:${new URL(studio.origin).host},2026:${inLocale('/telegrams')}`,
    title: fullTitle(text, text('newsletters.archive.title')),
    description: text('newsletters.archive.about'),
    language: htmlLang(visitor.locale),
    pageUrl: publicUrl + inLocale(ARCHIVE_PATH),
    url: `${publicUrl}${inLocale('/telegrams')}/${format.file}`,
    publisher: studio.name,
    updatedAt: new Date(Math.max(0, ...issues.map(({ sentAt }) => sentAt.getTime()))),
  };
  return documentResponse(request, format, feed, JSON.stringify(issues), () =>
    Promise.resolve(
      issues.map((issue) => {
        const html = toSyndicatedHtml(issue.html, publicUrl + issue.path);
        return {
          id: `urn:uuid:${issue.campaignId}`,
          url: publicUrl + inLocale(issue.path),
          title: issue.subject,
          summary: html
            .replaceAll(/<[^>]*>/g, ' ')
            .replaceAll(/\s+/g, ' ')
            .trim()
            .slice(0, SUMMARY),
          html,
          language: htmlLang(visitor.locale),
          authors: [studio.name],
          categories: [text(NEWSLETTERS[issue.subscription].name)],
          publishedAt: issue.sentAt,
          updatedAt: issue.sentAt,
          image: undefined,
        };
      }),
    ),
  );
}

/** Characters. */
const SUMMARY = 300;
