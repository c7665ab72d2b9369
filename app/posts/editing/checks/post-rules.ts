import { toSlug } from '#app/articles/article-fields.ts';
import { checkRules } from '#app/editor/finding.ts';
import type { CheckRule, Finding, FindingPosition } from '#app/editor/finding.ts';
import { isSnippetName } from '#app/media/snippet-name.ts';
import type { PictureFacts } from '#app/media/snippet.ts';
import type { ArticleOutline } from '#lib/markdown/article.ts';

import type { PostValues } from '../post-fields.ts';
import { SEARCH_BLURB, SEARCH_TITLE, textWidth } from './search-cut.ts';

/** A post with everything that is known of it, so that the rules ask nobody. */
export interface CheckedPost {
  readonly values: PostValues;
  /** Undefined for a text that is too much to be rendered. */
  readonly outline: ArticleOutline | undefined;
  readonly links: readonly CheckedLink[];
  readonly pictures: ReadonlyMap<string, PictureFacts>;
  readonly isListed: (address: string) => boolean;
}

export interface CheckedLink {
  readonly href: string;
  readonly line: number;
  readonly state: LinkState;
}

/** `hidden` is there for staff alone: a draft, what is not shown yet, or a place of staff. */
export type LinkState = 'found' | 'missing' | 'no such heading' | 'hidden';

type PostRule = CheckRule<CheckedPost>;
export type PostRuleName = keyof typeof POST_RULES;

export function checkPostRules(post: CheckedPost): Finding[] {
  return checkRules(post, POST_RULES);
}

/** Pixels, of the picture beside the title on a share card, which is drawn 1,200 wide. */
const CARD_PICTURE = 500;
/** Characters of a title on a share card. */
const CARD_TITLE = 140;

const POST_RULES = {
  slugMissing: error(({ values }) => inField(values.slug === '' && toSlug(values.title) === '', 'slug')),
  tooMuch: error(({ outline }) => inField(outline === undefined, 'text')),
  imageForeign: error(({ values: { image }, isListed }) =>
    inField(image !== '' && !isSnippetName(image) && !isListed(image), 'image', image),
  ),
  imageMissing: error(({ values: { image }, pictures }) =>
    inField(isSnippetName(image) && !pictures.has(image), 'image', image),
  ),
  imageUnreadable: error(({ values: { image }, pictures }) =>
    inField(pictures.get(image) === 'unreadable', 'image', image),
  ),
  altMissing: error(({ outline }) =>
    (outline?.pictures ?? []).flatMap(({ src, alt, line }) => (alt === undefined ? [{ line, what: src }] : [])),
  ),
  pictureMissing: error(({ outline, pictures }) =>
    (outline?.pictures ?? []).flatMap(({ src, line }) =>
      isSnippetName(src) && !pictures.has(src) ? [{ line, what: src }] : [],
    ),
  ),
  blockUnknown: error(({ outline }) => plainBlocks(outline, (source) => !source.startsWith(UPLOADING))),
  uploadPending: error(({ outline }) => plainBlocks(outline, (source) => source.startsWith(UPLOADING))),
  linkMissing: error(({ links }) => linksThatAre(links, 'missing')),
  anchorMissing: error(({ links }) => linksThatAre(links, 'no such heading')),
  linkHidden: warning(({ links }) => linksThatAre(links, 'hidden')),
  headingJump: warning(({ outline }) => headingJumps(outline?.headings ?? [])),
  headingEmpty: warning(({ outline }) =>
    (outline?.headings ?? []).flatMap(({ text, line }) => (text === '' ? [{ line }] : [])),
  ),
  textEmpty: warning(({ values }) => inField(values.text.trim() === '', 'text')),
  titleLong: warning(({ values: { title } }) =>
    inField(textWidth(title) > SEARCH_TITLE && Array.from(title).length <= CARD_TITLE, 'title'),
  ),
  titleLongForCard: warning(({ values: { title } }) => inField(Array.from(title).length > CARD_TITLE, 'title')),
  blurbEmpty: warning(({ values }) => inField(values.blurb.trim() === '', 'blurb')),
  blurbLong: warning(({ values }) => inField(textWidth(values.blurb) > SEARCH_BLURB, 'blurb')),
  imageEmpty: warning(({ values }) => inField(values.image === '', 'image')),
  imageNotOurs: warning(({ values: { image }, isListed }) =>
    inField(image !== '' && !isSnippetName(image) && isListed(image), 'image', image),
  ),
  imageSmall: warning(({ values: { image }, pictures }) => inField(isSmall(pictures.get(image)), 'image', image)),
  languageOther: warning(({ values }) => inField(isOtherScript(values), 'language')),
} as const satisfies Record<string, PostRule>;

function error(find: PostRule['find']): PostRule {
  return { level: 'error', find };
}

function warning(find: PostRule['find']): PostRule {
  return { level: 'warning', find };
}

function inField(isBroken: boolean, field: keyof PostValues, what?: string): FindingPosition[] {
  return isBroken ? [{ field, ...(what !== undefined && { what }) }] : [];
}

/** The mark that a picture on its way has in the text. */
const UPLOADING = '::uploading[';

function plainBlocks(outline: ArticleOutline | undefined, matches: (source: string) => boolean): FindingPosition[] {
  const found = (outline?.plainBlocks ?? []).filter(({ source }) => matches(source));
  return found.map(({ source, line }) => ({ line, what: firstLine(source) }));
}

function linksThatAre(links: readonly CheckedLink[], wanted: LinkState): FindingPosition[] {
  return links.flatMap(({ href, line, state }) => (state === wanted ? [{ line, what: href }] : []));
}

/** The page's own heading is the first level, and one mark makes the second, as two do. */
function headingJumps(headings: ArticleOutline['headings']): FindingPosition[] {
  let before = 1;
  return headings.flatMap(({ depth, text, line }) => {
    const level = Math.max(2, depth);
    const isJump = level > before + 1;
    before = level;
    return isJump ? [{ line, what: text }] : [];
  });
}

function isSmall(facts: PictureFacts | undefined): boolean {
  return typeof facts === 'object' && facts.width < CARD_PICTURE && facts.height < CARD_PICTURE;
}

function firstLine(source: string): string {
  return source.split('\n', 1)[0]?.slice(0, 200) ?? '';
}

const SCRIPTS: readonly (readonly [languages: RegExp, script: RegExp])[] = [
  [/^ja/, /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu],
  [/^zh/, /\p{Script=Han}/gu],
  [/^ko/, /\p{Script=Hangul}/gu],
  [/^ru/, /\p{Script=Cyrillic}/gu],
];
/** Of fewer letters nothing can be told. */
const ENOUGH = 40;

function isOtherScript({ text, title, blurb, language }: PostValues): boolean {
  const words = `${title} ${blurb} ${text.slice(0, 4000).replaceAll(/\]\([^)]*\)|\{[^}]*\}|`[^`]*`/g, ' ')}`;
  const all = count(words, /\p{L}/gu);
  if (all < ENOUGH) return false;
  const own = SCRIPTS.find(([languages]) => languages.test(language))?.[1] ?? /\p{Script=Latin}/gu;
  return count(words, own) * 2 < all;
}

function count(text: string, letters: RegExp): number {
  return text.match(letters)?.length ?? 0;
}
