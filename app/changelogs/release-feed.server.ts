import { asVisitor } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE, getText, htmlLang, inLocale, isLocale } from '#app/current/locale.ts';
import { fullTitle } from '#app/current/page/head.ts';
import { studio } from '#content/studio.ts';
import { Problem } from '#lib/problem.ts';
import { documentResponse } from '#lib/syndication/document-response.server.ts';
import { toSyndicatedHtml } from '#lib/syndication/feed-document.ts';
import type { SyndicatedEntry } from '#lib/syndication/feed-document.ts';
import { FEED_FORMATS } from '#lib/syndication/feed-format.ts';
import { element } from '#lib/syndication/xml.ts';

import { getChangelogPage } from './changelog-page.server.ts';
import { NOTE_CATEGORIES, toAnchor, changelogPath } from './changelog.ts';
import type { ShownRelease } from './changelog.ts';
import { getChangelog, writeHeading } from './changelogs.server.ts';
import { CATEGORY_LOOKS } from './note-groups.tsx';
import { noChangelog } from './problems.ts';

/** As a visitor sees them. @param locale of the address @throws Problem 404 without a public changelog or document */
export async function answerReleaseFeed(
  current: Current,
  request: Request,
  { app, file, locale }: { app: string; file: string; locale: string | undefined },
): Promise<Response> {
  const format = FEED_FORMATS.find((one) => one.file === file);
  if (format === undefined) throw new Problem(noChangelog);
  const named = isLocale(locale) ? locale : undefined;
  const visitor = asVisitor(current, named ?? DEFAULT_LOCALE);
  const changelog = getChangelog(visitor, app);
  const { releases } = await getChangelogPage(visitor, changelog, new URLSearchParams());
  const { publicUrl } = current.config;
  const path = inLocale({ locale }, changelog.path);
  const text = await getText(visitor.locale);
  const feed = {
    id: toTagUri(path),
    title: fullTitle(text, writeHeading(text, changelog)),
    description: changelog.description ?? text('changelogs.game.intro'),
    language: htmlLang(visitor.locale),
    pageUrl: publicUrl + path,
    url: `${publicUrl}${path}/${format.file}`,
    publisher: studio.name,
    updatedAt: new Date(Math.max(0, ...releases.map(({ publishedAt }) => Date.parse(publishedAt)))),
  };
  return documentResponse(request, format, feed, JSON.stringify(releases), () =>
    Promise.resolve(
      releases.map((release): SyndicatedEntry => {
        const { version, title, notes, publishedAt, platforms } = release;
        return {
          id: toTagUri(`${changelog.path}/${version}`),
          url: publicUrl + changelogPath(path, { version }),
          title: [changelog.name, version, ...(title === undefined ? [] : [`· ${title}`])].join(' '),
          summary: notes
            .map((note) => note.text)
            .join(' ')
            .slice(0, SUMMARY),
          html: toHtml(release, publicUrl + changelogPath(path, { version }), (category) =>
            text(CATEGORY_LOOKS[category].label),
          ),
          language: htmlLang(DEFAULT_LOCALE),
          authors: [studio.name],
          categories: platforms,
          publishedAt: new Date(publishedAt),
          updatedAt: new Date(publishedAt),
          image: undefined,
        };
      }),
    ),
  );
}

/** Characters. */
const SUMMARY = 300;

/** The studio's name for it, whatever host serves it. */
function toTagUri(path: string): string {
  return `tag:${new URL(studio.origin).host},2026:${path}`;
}

/** Whatever a line says is text: what writes XML escapes as HTML needs it. */
function toHtml(
  { intro, notes }: ShownRelease,
  url: string,
  labelFor: (category: (typeof NOTE_CATEGORIES)[number]) => string,
): string {
  const lines = NOTE_CATEGORIES.flatMap((category) => {
    const lines = notes.filter((note) => note.category === category);
    const items = lines.map((note) => element('li', { id: toAnchor(note) }, note.text));
    return lines.length === 0 ? [] : [element('h3', {}, labelFor(category)).xml, element('ul', {}, ...items).xml];
  });
  return toSyndicatedHtml(intro, url) + lines.join('');
}
