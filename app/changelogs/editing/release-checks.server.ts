import { renderArticlePreview } from '#app/articles/rendering.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE } from '#app/current/locale.ts';
import { requireRole } from '#app/current/permission.ts';
import { hasErrors } from '#app/editor/finding.ts';
import type { Finding } from '#app/editor/finding.ts';
import { checkInnerLinks } from '#app/posts/editing/checks/inner-links.server.ts';
import type { Article } from '#lib/markdown/article.ts';
import { Problem } from '#lib/problem.ts';

import { getChangelog } from '../changelogs.server.ts';
import { releaseUnready } from '../problems.ts';
import { findReleases } from '../releases.server.ts';
import { checkReleaseRules } from './release-rules.ts';
import { valuesOfSnapshot } from './release-values.ts';
import type { ReleaseValues } from './release-values.ts';

interface ReleasePreview extends Article {
  readonly findings: readonly Finding[];
}

/** Needs staff. @param itemId not compared with itself @throws Problem 401, 403, 404 for an unknown app, 503 */
export async function previewRelease(
  current: Current,
  app: string,
  values: ReleaseValues,
  itemId: string | undefined,
): Promise<ReleasePreview> {
  requireRole(current, 'staff');
  const changelog = getChangelog(current, app);
  const article = await renderArticlePreview(current, values.intro, DEFAULT_LOCALE);
  const { outline } = article;
  const ids = new Set(article.headings.map(({ id }) => id));
  const hrefs = [...new Set(values.lines.map(({ link }) => link.trim()).filter((link) => link !== ''))];
  const post = values.post.trim();
  const named = post === '' ? [] : [`/post/${encodeURIComponent(post)}`];
  const beside = [...hrefs, ...named].map((href) => ({ href, line: 0 }));
  const [introLinks, others, releases] = await Promise.all([
    checkInnerLinks(current, { slug: '', links: outline?.links ?? [], ids }),
    checkInnerLinks(current, { slug: '', links: beside, ids }),
    findReleases(current, changelog.app, changelog.own),
  ]);
  const states = new Map(others.map(({ href, state }) => [href, state]));
  const newest = releases.find(
    ({ stream, parts }) =>
      stream === values.stream && parts.every((part) => part.itemId !== itemId || itemId === undefined),
  );
  const findings = checkReleaseRules({
    values,
    introLinks,
    lineLinks: states,
    newest: newest?.version,
    post: named[0] === undefined ? undefined : states.get(named[0]),
  });
  return { ...article, findings };
}

/** Needs staff. @throws Problem 400 when something is in the way of showing it to readers, else as `previewRelease` */
export async function requirePublishable(
  current: Current,
  app: string,
  values: ReleaseValues,
  itemId: string | undefined,
): Promise<void> {
  if (hasErrors((await previewRelease(current, app, values, itemId)).findings)) throw new Problem(releaseUnready);
}

/** What somebody is typing into the form of a release; undefined for anything else. Needs staff. @throws Problem as `previewRelease` */
export async function previewTypedRelease(
  current: Current,
  { text, fields }: { text: string; fields: Readonly<Record<string, string>> | undefined },
): Promise<ReleasePreview | undefined> {
  const values = fields && valuesOfSnapshot({ ...fields, intro: text });
  if (values === undefined) return undefined;
  return previewRelease(current, fields?.['app'] ?? '', values, fields?.['itemId'] || undefined);
}
