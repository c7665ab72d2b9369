import { validRange } from 'semver';
import * as z from 'zod/mini';

import { MAX_BLURB, MAX_TEXT, MAX_TITLE, VISIBILITIES, isSlug, toSlug } from '#app/articles/article-fields.ts';
import { translationTag } from '#app/articles/translation.ts';
import { DEFAULT_LOCALE, LOCALES } from '#app/current/locale.ts';
import { unclearForm } from '#app/current/problems.ts';
import { parseMembers } from '#app/editor/merge.ts';
import type { Item, ItemParameters } from '#app/storage/item.ts';
import { PLATFORMS } from '#content/platforms.ts';
import { Problem } from '#lib/problem.ts';

import { variantTag } from '../answer.ts';
import { SUPPORT_TOPIC_IDS } from '../topic.ts';

export const ANSWER_FIELDS = [
  'title',
  'blurb',
  'slug',
  'text',
  'topic',
  'games',
  'platforms',
  'versions',
  'order',
  'visibility',
  'language',
  'translationOf',
  'variantOf',
] as const;
export type AnswerField = (typeof ANSWER_FIELDS)[number];
/** Between commas. */
export const LIST_FIELDS: ReadonlySet<string> = new Set<AnswerField>(['games', 'platforms']);
export type AnswerValues = Readonly<Record<AnswerField, string>>;

const list = (sentence: string, isMember: (member: string) => boolean) =>
  z.pipe(
    z.string().check(z.refine((typed) => parseMembers(typed).every(isMember), sentence)),
    z.transform((typed: string) => parseMembers(typed)),
  );
const PLATFORM_NAMES: readonly string[] = PLATFORMS;
const words = (longest: number) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, 'This is missing.'), z.maxLength(longest, `At most ${longest} characters.`));
const noneOrSlug = (sentence: string) =>
  z.string().check(
    z.trim(),
    z.refine((typed) => typed === '' || isSlug(typed), sentence),
  );
const SLUG = 'Small letters, digits and single dashes.';
const ANSWER_SLUG = 'The last part of the address of an answer.';

export const AnswerForm = z.object({
  title: words(MAX_TITLE),
  blurb: words(MAX_BLURB),
  slug: noneOrSlug(SLUG),
  text: z.string().check(z.maxLength(MAX_TEXT, `At most ${MAX_TEXT / 1024} kB.`)),
  topic: z.enum(SUPPORT_TOPIC_IDS, 'One of the topics.'),
  games: list('Last parts of the addresses of games, between commas.', isSlug),
  platforms: list(`Of ${PLATFORMS.join(', ')}, between commas.`, (name) => PLATFORM_NAMES.includes(name)),
  versions: z.string().check(
    z.trim(),
    z.maxLength(64, 'At most 64 characters.'),
    z.refine((range) => range === '' || validRange(range) !== null, 'A range of versions, such as >=1.2 <2.'),
  ),
  order: z.pipe(z.string().check(z.trim(), z.regex(/^\d{1,4}$/, 'A number up to 9999.')), z.transform(Number)),
  visibility: z.enum(VISIBILITIES, 'One of the three.'),
  language: z.enum(LOCALES, 'One of our languages.'),
  translationOf: noneOrSlug(ANSWER_SLUG),
  variantOf: noneOrSlug(ANSWER_SLUG),
});
export type AnswerForm = z.output<typeof AnswerForm>;

const OF_FORM = /^(?:topic|game|platform|locale|variant):|^translation|^variant$/;

/** Keeps what of the item the form does not show. Without an address it gets one of its title. @param ids of the answers that it belongs to */
export function parametersOfAnswer(
  form: AnswerForm,
  before: Item | undefined,
  { originalId, variantOf }: { readonly originalId?: string | undefined; readonly variantOf?: string | undefined },
): ItemParameters {
  const { title, blurb, order, versions, topic, language } = form;
  const name = form.slug || before?.name || toSlug(title);
  if (name === '') throw new Problem(unclearForm, { fields: { slug: SLUG } });
  return {
    name,
    map: { ...before?.map, title, blurb, order, versions },
    tags: [
      ...(before?.tags ?? []).filter((tag) => !OF_FORM.test(tag)),
      `topic:${topic}`,
      ...form.games.map((game) => `game:${game}`),
      ...form.platforms.map((platform) => `platform:${platform}`),
      ...(language === DEFAULT_LOCALE ? [] : [`locale:${language}`]),
      ...(originalId === undefined ? [] : ['translation', translationTag(originalId)]),
      ...(variantOf === undefined ? [] : ['variant', variantTag(variantOf)]),
    ],
  };
}
