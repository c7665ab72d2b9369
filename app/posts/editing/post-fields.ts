import * as z from 'zod/mini';

import { MAX_BLURB, MAX_TEXT, MAX_TITLE, VISIBILITIES } from '#app/articles/article-fields.ts';
import { DEFAULT_LOCALE, LOCALES } from '#app/current/locale.ts';
import { nameWhenOut, visibilityWhenOut } from '#app/editor/kinds/drafts.ts';
import { parseMembers } from '#app/editor/merge.ts';
import { NEW_ITEM } from '#app/editor/own-draft.ts';
import { isSnippetName } from '#app/media/snippet-name.ts';
import { tagValues } from '#app/storage/item-tags.ts';
import { Tag, UserId } from '#app/storage/item.ts';
import type { Item, ItemParameters } from '#app/storage/item.ts';

import { POSTS_CRATE } from '../cache-topics.ts';

export const NEW_POST = { crateId: POSTS_CRATE, itemId: NEW_ITEM };
const MAX_AUTHORS = 16;
const MAX_TOPICS = 20;

/** The fields of the form, all text, as they are typed. */
export const POST_FIELDS = [
  'title',
  'blurb',
  'slug',
  'text',
  'image',
  'imageAlt',
  'authors',
  'author',
  'topics',
  'game',
  'visibility',
  'date',
  'language',
] as const;
export type PostField = (typeof POST_FIELDS)[number];
export type PostValues = Readonly<Record<PostField, string>>;

/** Members between commas, of which each writer adds and removes some. */
export const LIST_FIELDS: ReadonlySet<string> = new Set<PostField>(['topics']);

const shortText = (longest: number, sentence: string) => z.string().check(z.trim(), z.maxLength(longest, sentence));
const list = (most: number, sentence: string, isMember: (member: string) => boolean) =>
  z.pipe(
    z.string(),
    z.transform((typed: string, context) => {
      const members = parseMembers(typed.normalize('NFC'));
      if (members.length <= most && members.every(isMember)) return members;
      context.issues.push({ code: 'custom', message: sentence, input: typed });
      return z.NEVER;
    }),
  );

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const PostForm = z.object({
  title: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'A post needs a title.'),
      z.maxLength(MAX_TITLE, `At most ${MAX_TITLE} characters.`),
    ),
  blurb: shortText(MAX_BLURB, `At most ${MAX_BLURB} characters.`),
  slug: shortText(128, 'At most 128 characters.'),
  text: z.string().check(z.maxLength(MAX_TEXT, `At most ${MAX_TEXT / 1024} kB.`)),
  image: z.string().check(
    z.trim(),
    z.maxLength(1000, 'That is too long for an address.'),
    z.refine(
      (image) => image === '' || isSnippetName(image) || isWebAddress(image),
      'The name of a picture of ours, or an address that starts with https://',
    ),
  ),
  imageAlt: shortText(1000, 'At most 1,000 characters.'),
  authors: list(
    MAX_AUTHORS,
    `Ids of users between commas, at most ${MAX_AUTHORS}.`,
    (userId) => UserId.safeParse(userId).success,
  ),
  author: shortText(100, 'At most 100 characters.'),
  topics: list(
    MAX_TOPICS,
    `At most ${MAX_TOPICS} words between commas, each of at most 58 letters.`,
    (topic) => Tag.safeParse(`topic:${topic}`).success,
  ),
  game: z.string(),
  visibility: z.enum(VISIBILITIES, 'One of the three.'),
  date: z.string().check(
    z.trim(),
    z.refine((day) => day === '' || (DAY.test(day) && isDay(day)), 'A day, such as 2026-11-01.'),
  ),
  language: z.enum(LOCALES, 'One of our languages.'),
});
export type PostForm = z.output<typeof PostForm>;

function isWebAddress(text: string): boolean {
  return text.startsWith('https://') && URL.canParse(text);
}

function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

export function valuesOfPost(item: Item, text: string): PostValues {
  const { collaborators, map } = item;
  const of = (key: string) => (typeof map[key] === 'string' ? map[key] : '');
  return {
    title: of('title'),
    blurb: of('blurb'),
    text,
    slug: nameWhenOut(item),
    image: of('image'),
    imageAlt: of('imageAlt'),
    authors: collaborators.join(', '),
    author: of('author'),
    topics: tagValues(item, 'topic').join(', '),
    game: tagValues(item, 'game')[0] ?? '',
    visibility: visibilityWhenOut(item),
    date: Number.isNaN(Date.parse(of('date'))) ? '' : new Date(of('date')).toISOString().slice(0, 10),
    language: tagValues(item, 'locale')[0] ?? DEFAULT_LOCALE,
  };
}

export function emptyValues(userId: string): PostValues {
  const nothing = Object.fromEntries(POST_FIELDS.map((name) => [name, ''])) as Record<PostField, string>;
  return { ...nothing, authors: userId, visibility: 'public', language: DEFAULT_LOCALE };
}

export function valuesOfForm({ authors, topics, ...texts }: PostForm): PostValues {
  return { ...texts, authors: authors.join(', '), topics: topics.join(', ') };
}

/** Keeps what of the item the form does not show. @param before the state that the writer has seen */
export function parametersOfForm(form: PostForm, before: Item | undefined): ItemParameters {
  const { title, blurb, image, imageAlt, author, date } = form;
  const texts = { title, blurb, image, imageAlt, author, date: toDate(date, before?.map['date']) };
  const remaining = Object.entries(before?.map ?? {}).filter(([key]) => !Object.hasOwn(texts, key));
  return {
    name: form.slug === '' ? null : form.slug,
    tags: toTags(form, before?.tags ?? []),
    collaborators: form.authors,
    map: Object.fromEntries([...remaining, ...Object.entries(texts).filter(([, value]) => value !== '')]),
  };
}

/** The time of day stays while the day does. */
function toDate(day: string, before: unknown): string {
  if (typeof before === 'string' && !Number.isNaN(Date.parse(before))) {
    const was = new Date(before).toISOString();
    if (was.startsWith(day) && day !== '') return was;
  }
  return day === '' ? '' : `${day}T00:00:00.000Z`;
}

function toTags({ topics, game, language }: PostForm, before: readonly string[]): string[] {
  const others = before.filter((tag) => !/^(?:topic|game|locale):/.test(tag));
  return [
    ...others,
    ...topics.map((topic) => `topic:${topic}`),
    ...(game === '' ? [] : [`game:${game}`]),
    ...(language === DEFAULT_LOCALE ? [] : [`locale:${language}`]),
  ];
}
