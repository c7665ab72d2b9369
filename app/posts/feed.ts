import { isSelectableLocale } from '#app/current/locale.ts';
import { UserId, isTag, normalized } from '#app/storage/item.ts';
import type { Alternatives } from '#app/storage/search/search.ts';

import { FEEDS } from './feed-name.ts';
import type { FeedName } from './feed-name.ts';

export interface PostFeed {
  readonly name: FeedName;
  readonly segments: readonly (readonly FeedTerm[])[];
}

export interface FeedTerm {
  readonly kind: 'topic' | 'game' | 'locale' | 'author';
  /** A topic, the slug of a game, a locale, or the id of a user. */
  readonly value: string;
}

/** As many alternatives are ranked. */
const MAX_SEGMENTS = 4;
const MAX_TERMS = 8;

/**
 * `/blog/design/crashlands+levelhead`: of the blog what is about design and one of two games. `@` begins the id of an
 * author; a locale is the language a post is written in.
 * @param path without locale, percent-encoded  @param games the slugs that the reader knows; any other is a topic
 */
export function parseFeed(path: string, games: ReadonlySet<string>): PostFeed | undefined {
  const [first, ...rest] = path.split('/').filter((part) => part !== '');
  const name = FEEDS.find((one) => one === first);
  if (name === undefined || rest.length > MAX_SEGMENTS) return undefined;
  const segments = rest.map((segment) => parseTerms(segment, games)).filter((terms) => terms !== undefined);
  return segments.length === rest.length ? { name, segments } : undefined;
}

function parseTerms(segment: string, games: ReadonlySet<string>): FeedTerm[] | undefined {
  const words = segment.split('+');
  if (words.length > MAX_TERMS) return undefined;
  const terms = words.map((word) => parseTerm(decoded(word), games)).filter((term) => term !== undefined);
  return terms.length === words.length ? terms : undefined;
}

function parseTerm(word: string | undefined, games: ReadonlySet<string>): FeedTerm | undefined {
  if (word === undefined) return undefined;
  if (word.startsWith('@')) {
    const { success, data } = UserId.safeParse(word.slice(1));
    return success ? { kind: 'author', value: data } : undefined;
  }
  if (games.has(word)) return { kind: 'game', value: word };
  if (isSelectableLocale(word)) return { kind: 'locale', value: word };
  const topic = normalized(word);
  return topic !== '' && topic.trim() === topic && isTag(`topic:${topic}`)
    ? { kind: 'topic', value: topic }
    : undefined;
}

function decoded(word: string): string | undefined {
  try {
    return decodeURIComponent(word);
  } catch {
    return undefined;
  }
}

/** Its one address: without repetitions, in the order of the alphabet. */
export function feedPath({ name, segments }: PostFeed): string {
  const sorted = segments.map((terms) => sortedOnce(terms.map(toWord)).join('+'));
  return ['', name, ...sortedOnce(sorted)].join('/');
}

function toWord({ kind, value }: FeedTerm): string {
  return kind === 'author' ? `@${value}` : encodeURIComponent(value);
}

function sortedOnce(words: readonly string[]): string[] {
  return [...new Set(words)].toSorted();
}

/** `/blog/devchat` is another feed (specification §2): the blog has everything but devchat. */
export function feedBehind({ name, segments }: PostFeed): PostFeed | undefined {
  const at = segments.findIndex(([only, ...others]) => others.length === 0 && only !== undefined && isDevchat(only));
  return name === 'blog' && at !== -1 ? { name: 'devchat', segments: segments.toSpliced(at, 1) } : undefined;
}

function isDevchat({ kind, value }: FeedTerm): boolean {
  return kind === 'topic' && value === 'devchat';
}

interface FeedTerms {
  readonly tags: { readonly included: string[]; readonly excluded: string[] };
  readonly anyOf: readonly Alternatives[] | undefined;
}

const OF_FEED: Record<FeedName, FeedTerms['tags']> = {
  blog: { included: [], excluded: ['topic:devchat'] },
  news: { included: ['topic:news'], excluded: [] },
  lore: { included: ['topic:lore'], excluded: [] },
  patchnotes: { included: ['topic:patchnotes'], excluded: [] },
  devchat: { included: ['topic:devchat'], excluded: [] },
};

export function feedTerms({ name, segments }: PostFeed): FeedTerms {
  const { included, excluded } = OF_FEED[name];
  const [single, several] = [segments.filter(isSingleTag), segments.filter((terms) => !isSingleTag(terms))];
  const anyOf = several.map((terms) => ({
    tags: terms.flatMap(toTags),
    userIds: terms.filter(({ kind }) => kind === 'author').map(({ value }) => value),
  }));
  const tags = [...included, ...single.flatMap((terms) => terms.flatMap(toTags))];
  return {
    tags: { included: [...new Set(tags)], excluded },
    anyOf: anyOf.length === 0 ? undefined : anyOf,
  };
}

function isSingleTag([only, ...others]: readonly FeedTerm[]): boolean {
  return others.length === 0 && only?.kind !== 'author';
}

function toTags({ kind, value }: FeedTerm): string[] {
  return kind === 'author' ? [] : [`${kind}:${value}`];
}
