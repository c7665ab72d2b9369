import { readItemLocale, readOriginalId } from '#app/articles/translation.ts';
import type { Locale } from '#app/current/locale.ts';
import { tagValues, readVisibility } from '#app/storage/item-tags.ts';
import type { Visibility } from '#app/storage/item-tags.ts';
import type { Item } from '#app/storage/item.ts';
import type { Article } from '#lib/markdown/article.ts';
import type { HighlightedText } from '#lib/text-search/highlights.ts';

import { SUPPORT_TOPIC_IDS, isSupportTopic } from './topic.ts';
import type { SupportTopic } from './topic.ts';

/** The metadata of an answer, from its item; its text is the item's body, as that of a post. */
export interface SupportAnswer {
  readonly itemId: string;
  /** Whose words these are: of a translation its own id. */
  readonly wordsId: string;
  readonly topic: SupportTopic;
  readonly slug: string;
  readonly path: string;
  readonly title: string;
  readonly blurb: string;
  /** Slugs. */
  readonly games: readonly string[];
  /** For which it is; for all without any. */
  readonly platforms: readonly string[];
  /** A range, such as `>=1.2`; empty for all. */
  readonly versions: string;
  /** Among those of its topic: the lowest first. */
  readonly order: number;
  readonly locale: Locale;
  /** Of the answer that it says again in another language. */
  readonly originalId: string | undefined;
  /** Of the answer that it takes the place of, for its platforms and versions. */
  readonly variantOf: string | undefined;
  /** ISO 8601. */
  readonly updatedAt: string;
  readonly visibility: Visibility;
}

export interface AnswerView extends SupportAnswer, Article {}

export interface AnswerHit {
  readonly answer: SupportAnswer;
  readonly title: HighlightedText;
  readonly blurb: HighlightedText;
}

export interface AnswerHits {
  readonly q: string;
  readonly isSearch: boolean;
  readonly hits: readonly AnswerHit[];
  /** Whether no answer has all of the words, and these have most. */
  readonly isOfMost: boolean;
}

/** Readers whom it helped and did not help; of those who were writing to the studio, whom it spared that, and who wrote. */
export interface AnswerTally {
  readonly helped: number;
  readonly missed: number;
  readonly spared: number;
  readonly written: number;
}

export interface SearchMiss {
  readonly words: string;
  readonly locale: string;
  readonly count: number;
  /** `YYYY-MM-DD`. */
  readonly last: string;
}

/** On what somebody plays, as far as they say so. */
export interface PlayedOn {
  readonly platform?: string | undefined;
  readonly version?: string | undefined;
}

/** Of what names none. */
export const DEFAULT_TOPIC: SupportTopic = 'games';
const DEFAULT_ORDER = 100;

export function toSupportAnswer(item: Item): SupportAnswer {
  const { itemId, name, map, updatedAt } = item;
  const topic = tagValues(item, 'topic').find(isSupportTopic) ?? DEFAULT_TOPIC;
  const slug = name ?? itemId;
  const { order } = map;
  return {
    itemId,
    wordsId: itemId,
    topic,
    slug,
    path: answerPath(topic, slug),
    updatedAt,
    locale: readItemLocale(item),
    title: toText(map['title']) || slug,
    blurb: toText(map['blurb']),
    versions: toText(map['versions']),
    games: tagValues(item, 'game'),
    platforms: tagValues(item, 'platform'),
    order: typeof order === 'number' ? order : DEFAULT_ORDER,
    originalId: readOriginalId(item),
    variantOf: tagValues(item, 'variant')[0],
    visibility: readVisibility(item),
  };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function answerPath(topic: SupportTopic, slug: string): string {
  return `/support/${topic}/${encodeURIComponent(slug)}`;
}

/** On the answer that takes the place of another one: the id of that. */
export function variantTag(itemId: string): string {
  return `variant:${itemId}`;
}

/** By their topics, then as they are ordered. */
export function compareAnswers(one: SupportAnswer, other: SupportAnswer): number {
  const topics = SUPPORT_TOPIC_IDS.indexOf(one.topic) - SUPPORT_TOPIC_IDS.indexOf(other.topic);
  return topics || one.order - other.order || (one.title < other.title ? -1 : 1);
}
