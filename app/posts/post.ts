import { DEFAULT_LOCALE, isSelectableLocale } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { readTags, tagValues, readVisibility } from '#app/storage/item-tags.ts';
import type { Visibility } from '#app/storage/item-tags.ts';
import type { Item } from '#app/storage/item.ts';
import { parseJson } from '#lib/parse-json.ts';

/** Posts on the home page (specification §9). */
export const HOME_POSTS = 2;

/** A post's metadata (specification §3), from the item's map; its text is the item's body. */
export interface Post {
  itemId: string;
  /** The path of its page, with its name, or its id without one. */
  path: string;
  title: string;
  blurb: string;
  /** The name of a snippet or an absolute address; whether it can be shown is another question. */
  image: string | undefined;
  /** What the picture shows; decorative without it. */
  imageAlt: string;
  /** Ids of users, the owner first. */
  authorIds: string[];
  /** Instead of the owner: the id of a user, or a name. */
  author: string | undefined;
  topics: string[];
  /** Slugs, of whatever games. */
  games: string[];
  /** The language it is written in. */
  locale: Locale;
  /** ISO 8601, as `updatedAt`. */
  date: string;
  createdAgo: number;
  updatedAt: string;
  visibility: Visibility;
}

export interface PostAuthor {
  /** That of one without an alias is the id. */
  name: string;
  /** Whose posts are a feed; a name that is written in the post has none. */
  userId: string | undefined;
}

export interface PostWithAuthors extends Post {
  authors: PostAuthor[];
}

export interface PostsAround {
  newer: PostWithAuthors | undefined;
  older: PostWithAuthors | undefined;
  /** Like `news/crashlands`, of what `newer` and `older` are; undefined for the post's own feed. */
  topics: string | undefined;
  related: PostWithAuthors[];
}

/** @param map the item's, or what its body says in its stead */
export function toPost(item: Item, map: Record<string, unknown> = item.map): Post {
  const { title, blurb, image, imageAlt, date, author } = map;
  const { fields } = readTags(item.tags);
  return {
    itemId: item.itemId,
    path: `/post/${encodeURIComponent(item.name ?? item.itemId)}`,
    title: textOr(title, item.name ?? ''),
    blurb: textOr(blurb, ''),
    image: typeof image === 'string' ? image : undefined,
    imageAlt: textOr(imageAlt, ''),
    authorIds: item.collaborators,
    author: typeof author === 'string' && author.trim() !== '' ? author.trim() : undefined,
    topics: [...new Set([...tagValues(item, 'topic'), ...topicsIn(map['topic'])])],
    games: tagValues(item, 'game'),
    locale: isSelectableLocale(fields['locale']) ? fields['locale'] : DEFAULT_LOCALE,
    date: dateOr(date, item.createdAt),
    createdAgo: item.createdAgo,
    updatedAt: item.updatedAt,
    visibility: readVisibility(item),
  };
}

/** The field `topic` (specification §3) is shown like tags; the tags alone decide in which feed a post is. */
function topicsIn(field: unknown): string[] {
  const topics = typeof field === 'string' ? field.split(',').map((topic) => topic.trim()) : [];
  return topics.filter((topic) => topic !== '');
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

function dateOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : otherwise;
}

const MAX_BLURB = 200;

/** What a body says of a post whose map does not: the fields of a JSON object, or a text's first heading and paragraph. */
export function mapOfBody(body: string): Record<string, unknown> {
  const fields = parseFields(body);
  if (fields !== undefined) return fields;
  const [, heading] = HEADING.exec(body) ?? [];
  const blocks = body.replaceAll(new RegExp(HEADING, 'gm'), '').split(/\n\s*\n/);
  const paragraph = blocks.map((block) => block.trim()).find((block) => block !== '' && !OTHER_BLOCK.test(block));
  return { title: heading && plainWords(heading), blurb: paragraph && shortened(plainWords(paragraph)) };
}

const HEADING = /^#{1,6}[ \t]+(\S.*)$/m;
/** Quotes, lists, tables, code, pictures and lines across, of Markdown. */
const OTHER_BLOCK = /^(?:>|[-*+]\s|\||```|~~~|!\[|[-*_]{3}|\d+[.)]\s)/;

function parseFields(body: string): Record<string, unknown> | undefined {
  return body.trimStart().startsWith('{') ? (parseJson(body) as Record<string, unknown> | undefined) : undefined;
}

/** Markdown without its marks, on one line. */
function plainWords(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^[\]]{0,999})\]\([^()]{0,2000}\)/g, '$1')
    .replaceAll(/[*_`~]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function shortened(text: string): string {
  const letters = Array.from(text);
  return letters.length <= MAX_BLURB ? text : `${letters.slice(0, MAX_BLURB).join('').trimEnd()}…`;
}
