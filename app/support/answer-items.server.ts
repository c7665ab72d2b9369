import { coerce, satisfies, validRange } from 'semver';

import { findByOldName } from '#app/articles/old-names.server.ts';
import { renderArticle } from '#app/articles/rendering.server.ts';
import { translationTag } from '#app/articles/translation.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE } from '#app/current/locale.ts';
import { Collection } from '#app/storage/collection.server.ts';
import { readText } from '#app/storage/downloads.server.ts';
import { isItemId } from '#app/storage/item.ts';
import type { Item } from '#app/storage/item.ts';
import { getItemBody } from '#app/storage/items.server.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import { MAX_LIMIT } from '#app/storage/search/search.ts';
import type { TagTerms } from '#app/storage/search/search.ts';
import { Problem } from '#lib/problem.ts';
import type { SitemapEntry } from '#lib/sitemap/sitemap.ts';
import { stripMarkdown } from '#lib/text-search/plain-text.ts';

import { DEFAULT_TOPIC, toSupportAnswer, compareAnswers, variantTag } from './answer.ts';
import type { AnswerView, PlayedOn, SupportAnswer } from './answer.ts';
import { SUPPORT_CRATE } from './cache-topics.ts';
import { noAnswer } from './problems.ts';
import { SUPPORT_TOPIC_IDS } from './topic.ts';
import type { SupportTopic } from './topic.ts';

export const ANSWER_ITEMS = new Collection(SUPPORT_CRATE);

/** Answers in one language; what is beyond them is found by its address alone. */
const MAX_ANSWERS = 1024;
const NOT_LISTED = ['hidden', 'unlisted'];
const NOT_ORIGINAL = [...NOT_LISTED, 'translation', 'variant'];

/**
 * In the order of the page, translated where possible. What is hidden or unlisted is in no list, whoever asks.
 * @param about by default all topics
 */
export async function findAnswers(current: Current, about?: SupportTopic): Promise<SupportAnswer[]> {
  const included = about === undefined || about === DEFAULT_TOPIC ? [] : [`topic:${about}`];
  const translated = current.locale === DEFAULT_LOCALE ? [] : [`locale:${current.locale}`, 'translation'];
  const [originals, translations] = await Promise.all([
    listAnswers(current, { included, excluded: NOT_ORIGINAL }),
    translated.length === 0 ? [] : listAnswers(current, { included: translated, excluded: [...NOT_LISTED, 'variant'] }),
  ]);
  const said = new Map(translations.map((answer) => [answer.originalId, answer]));
  return originals
    .filter((answer) => isOriginal(answer) && (about === undefined || answer.topic === about))
    .map((original) => applyTranslation(original, said.get(original.itemId)))
    .toSorted(compareAnswers);
}

function isOriginal({ originalId, variantOf }: SupportAnswer): boolean {
  return originalId === undefined && variantOf === undefined;
}

/** Those of the ids that are of answers in the lists. */
export async function findListed(current: Current, itemIds: readonly string[]): Promise<string[]> {
  const among = itemIds.filter(isItemId).slice(0, MAX_LIMIT);
  if (among.length === 0) return [];
  const { items } = await ANSWER_ITEMS.page(current, { among, tags: { excluded: NOT_ORIGINAL } });
  return items
    .map(toSupportAnswer)
    .filter(isOriginal)
    .map(({ itemId }) => itemId);
}

/** A translation is read at the address of its original, and stands where that stands. */
function applyTranslation(original: SupportAnswer, translation: SupportAnswer | undefined): SupportAnswer {
  if (translation === undefined) return original;
  const { itemId, topic, slug, path, games, platforms, versions, order } = original;
  return { ...translation, itemId, topic, slug, path, games, platforms, versions, order };
}

export function listAnswers(current: Current, tags?: Partial<TagTerms>): Promise<SupportAnswer[]> {
  return Array.fromAsync(ANSWER_ITEMS.all(current, { tags, limit: MAX_ANSWERS }), toSupportAnswer);
}

export interface FoundAnswer {
  readonly answer: AnswerView;
  readonly main: SupportAnswer;
  /** The same question for other platforms and versions; that at the address first. */
  readonly variants: readonly SupportAnswer[];
  /** Its reader's language is another one, and there is no translation. */
  readonly isUntranslated: boolean;
  /** Without its marks, for machines that read it. */
  readonly plainText: string;
}

/** For what the reader plays on, in their language where there is one. @throws Problem 404 also for a hidden answer */
export async function getAnswer(current: Current, name: string, playing: PlayedOn = {}): Promise<FoundAnswer> {
  const item = await getNamed(current, name);
  const others = await findOthers(current, variantTag(item.itemId), MAX_VARIANTS);
  const main = toSupportAnswer(item);
  const variants = [item, ...others];
  const chosen = others.find((one) => isFor(toSupportAnswer(one), playing)) ?? item;
  const translation = await findTranslated(current, chosen);
  const downloaded = await getItemBody(current, SUPPORT_CRATE, (translation ?? chosen).itemId);
  const [answer, text] = await Promise.all([readAnswer(current, downloaded), readText(current, downloaded)]);
  return {
    answer: { ...answer, itemId: main.itemId, topic: main.topic, slug: main.slug, path: main.path },
    main,
    variants: variants.map(toSupportAnswer),
    isUntranslated: current.locale !== answer.locale && current.locale !== DEFAULT_LOCALE,
    plainText: stripMarkdown(text),
  };
}

const MAX_VARIANTS = 16;

/** By name, or by id without one. @throws Problem 404 */
export async function getNamed(current: Current, name: string): Promise<Item> {
  const found = await findNamed(current, name);
  if (found === undefined) throw new Problem(noAnswer);
  return found;
}

async function findNamed(current: Current, name: string): Promise<Item | undefined> {
  const item = await ANSWER_ITEMS.find(current, name);
  return item !== undefined && (item.name ?? item.itemId) === name ? item : undefined;
}

async function findTranslated(current: Current, original: Item): Promise<Item | undefined> {
  if (current.locale === toSupportAnswer(original).locale || toSupportAnswer(original).originalId !== undefined)
    return undefined;
  const [first] = await findOthers(current, translationTag(original.itemId), 1, [`locale:${current.locale}`]);
  return first;
}

async function findOthers(current: Current, tag: string, most: number, more: string[] = []): Promise<Item[]> {
  const tags = { included: [tag, ...more], excluded: NOT_LISTED };
  const { items } = await ANSWER_ITEMS.page(current, { limit: most, tags });
  return items;
}

/** Translations and variants of an answer, hidden ones too; of many some. Permission is up to the caller. */
export async function findBelonging(current: Current, itemId: string): Promise<Item[]> {
  const found = await Promise.all(
    [translationTag(itemId), variantTag(itemId)].map(async (tag) => {
      const { items } = await ANSWER_ITEMS.page(current, { tags: { included: [tag] } });
      return items;
    }),
  );
  return found.flat();
}

/** Rendered with the blocks of posts. @throws Problem 503 when too many texts are being rendered */
async function readAnswer(current: Current, stored: ItemWithBody): Promise<AnswerView> {
  const { item } = stored;
  const answer = toSupportAnswer(item);
  const article = await renderArticle(current, {
    key: `${item.itemId} ${item.etag}`,
    locale: answer.locale,
    read: () => readText(current, stored),
  });
  return { ...answer, ...article };
}

/** Whether it is for them alone: what they do not say meets no condition. */
function isFor({ platforms, versions }: SupportAnswer, { platform = '', version = '' }: PlayedOn): boolean {
  if (platforms.length === 0 && versions === '') return false;
  if (platforms.length > 0 && !platforms.includes(platform)) return false;
  const played = coerce(version);
  return versions === '' || (played !== null && validRange(versions) !== null && satisfies(played, versions));
}

/** Where an answer is read, by its present name, its id, or one that it had. @throws Problem 404 */
export async function findAnswerPath(current: Current, name: string): Promise<string> {
  const found = (await findNamed(current, name)) ?? (await findByOldName(current, SUPPORT_CRATE, name));
  if (found === undefined) throw new Problem(noAnswer);
  return toSupportAnswer(found).path;
}

export async function* sitemapAnswers(current: Current): AsyncGenerator<SitemapEntry> {
  yield { path: '/support' };
  for (const topic of SUPPORT_TOPIC_IDS) yield { path: `/support/${topic}` };
  for (const { path, updatedAt } of await findAnswers(current)) yield { path, lastmod: new Date(updatedAt) };
}
