import { renderArticlePreview } from '#app/articles/rendering.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { localeOrDefault } from '#app/current/locale.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Finding } from '#app/editor/finding.ts';
import { hasErrors } from '#app/editor/finding.ts';
import { findListedUrl } from '#app/media/making/sources.server.ts';
import { findPictureFacts } from '#app/media/picture-facts.server.ts';
import { isSnippetName } from '#app/media/snippet-name.ts';
import type { Article } from '#lib/markdown/article.ts';
import { Problem } from '#lib/problem.ts';

import { POST_FIELDS } from '../post-fields.ts';
import type { PostValues } from '../post-fields.ts';
import { checksFailed } from '../problems.ts';
import { checkInnerLinks } from './inner-links.server.ts';
import { checkPostRules } from './post-rules.ts';

interface PostPreview extends Article {
  readonly findings: readonly Finding[];
}

/** A post as it would be read, and what is to be done before. Needs staff. @throws Problem 401 or 403, 503 when busy */
export async function previewPost(current: Current, values: PostValues): Promise<PostPreview> {
  requireRole(current, 'staff');
  const article = await renderArticlePreview(current, values.text, localeOrDefault(values.language));
  const { outline } = article;
  const ids = new Set(article.headings.map(({ id }) => id));
  const names = [values.image, ...(outline?.pictures ?? []).map(({ src }) => src)].filter(isSnippetName);
  const [links, pictures] = await Promise.all([
    checkInnerLinks(current, { slug: values.slug, links: outline?.links ?? [], ids }),
    findPictureFacts(current, names, values.image),
  ]);
  const isListed = (address: string) => findListedUrl(current, address) !== undefined;
  return { ...article, findings: checkPostRules({ values, outline, links, pictures, isListed }) };
}

/** Needs staff. @throws Problem 400 when something is in the way of publishing, else as `previewPost` */
export async function requirePublishable(current: Current, values: PostValues): Promise<void> {
  if (hasErrors((await previewPost(current, values)).findings)) throw new Problem(checksFailed);
}

interface TypedText {
  readonly text: string;
  readonly locale: string | undefined;
  /** The other fields of the form; without them the text alone is checked. */
  readonly fields: Readonly<Record<string, string>> | undefined;
}

/** Needs staff. @throws Problem as `previewPost` */
export async function previewTyped(current: Current, { text, locale, fields }: TypedText): Promise<PostPreview> {
  const typed = POST_FIELDS.map((name) => [name, fields?.[name] ?? ''] as const);
  const values = { ...(Object.fromEntries(typed) as PostValues), text, language: localeOrDefault(locale) };
  const preview = await previewPost(current, values);
  return fields === undefined
    ? { ...preview, findings: preview.findings.filter(({ line }) => line !== undefined) }
    : preview;
}
