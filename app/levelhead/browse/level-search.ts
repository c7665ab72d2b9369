import { MAX_EXCLUDED_TAGS, MAX_TAGS } from '../search/level-query.ts';
import type { LevelQuery } from '../search/level-query.ts';
import { SEARCH_WORDS, SEARCH_WORD_NAMES, isSearchWord } from './search-words.ts';
import type { AmountWord, Hall, NumberField, SearchWord } from './search-words.ts';

export const MAX_SEARCH = 256;

export interface WordFilters {
  /** Each of them in the title, or in the name of the builder. */
  words?: string | undefined;
  /** Names, of which the builder has one; those of `userIds` are among them. */
  builders?: readonly string[] | undefined;
}

export type SearchFilters = WordFilters &
  Pick<
    LevelQuery,
    | ('title' | 'tags' | 'excludeTags' | 'userIds' | 'dailyBuild' | 'towerTrial' | 'minSecondsAgo' | 'maxSecondsAgo')
    | `${'min' | 'max'}${NumberField}`
  >;

export type SearchProblemReason =
  | ('unknownWord' | 'unknownTag' | 'unknownEvent' | 'notHere' | 'noNumber' | 'noAge' | 'noDuration' | 'noPlayer')
  | ('noTitle' | 'notWithout' | 'notSignedIn' | 'tooManyTags' | 'tooManyWithout');

export interface SearchProblem {
  readonly word: string;
  readonly reason: SearchProblemReason;
  /** What may have been meant. */
  readonly nearest?: string | undefined;
}

export interface NamedTag {
  readonly tag: string;
  readonly name: string;
}

interface SearchGround {
  readonly hall: Hall;
  readonly tags: readonly NamedTag[];
  readonly userId: string | undefined;
}

/** What is understood is searched for; the rest is told, word by word. */
export function parseLevelSearch(
  q: string,
  ground: SearchGround,
): { filters: SearchFilters; problems: SearchProblem[] } {
  const filters: SearchFilters = {};
  const problems: SearchProblem[] = [];
  for (const typed of q.slice(0, MAX_SEARCH).match(TOKENS) ?? []) {
    const problem = addToken(filters, typed, ground);
    const isNew = problems.every(({ word }) => word !== typed);
    if (problem !== undefined && isNew) problems.push({ word: typed, ...problem });
  }
  return { filters, problems };
}

const TOKENS = /[^\s"]+"[^"]*"|"[^"]*"|\S+/g;
const TOKEN = /^(-?)([a-z]+)(:|>=|<=|>|<|=)"?([^"]*)"?$/i;

/** Adds a tag to a search, or takes it out where it is wanted or not wanted. */
export function toggleTag(q: string, tag: NamedTag): { isChosen: boolean; q: string } {
  const typed = q.match(TOKENS) ?? [];
  const others = typed.filter((token) => !namesTag(token, tag));
  const isChosen = others.length < typed.length;
  return { isChosen, q: (isChosen ? others : [...typed, `tag:${tag.tag.replace(/^ltag_/, '')}`]).join(' ') };
}

function namesTag(token: string, tag: NamedTag): boolean {
  const [, , name = '', , value = ''] = TOKEN.exec(token) ?? [];
  return name.toLowerCase() === 'tag' && listNames(tag).includes(plain(value));
}

type Refusal = Omit<SearchProblem, 'word'>;

function addToken(filters: SearchFilters, typed: string, { hall, tags, userId }: SearchGround): Refusal | undefined {
  const [, minus, given = '', sign = ':', value = ''] = TOKEN.exec(typed) ?? [];
  const written = given.toLowerCase();
  const name = written === 'author' ? 'by' : written;
  if (given === '' && !typed.startsWith('-') && hasWords(typed)) return addWords(filters, typed);
  if (!isSearchWord(name)) return { reason: 'unknownWord', nearest: nearestWord(typed, name, tags) };
  const word: SearchWord = SEARCH_WORDS[name];
  if (!word.halls.includes(hall)) return { reason: 'notHere' };
  if (word.kind !== 'tag' && minus === '-') return { reason: 'notWithout' };
  if ('field' in word) return addAmount(filters, word, sign, value);
  if (word.kind === 'tag') return addTag(filters, value, minus === '-', tags);
  if (word.kind === 'player') return addPlayer(filters, value, userId);
  if (word.kind === 'title') return addTitle(filters, value);
  return word.kind === 'event' ? addEvent(filters, value) : addAge(filters, sign, value);
}

function addAmount(
  filters: SearchFilters,
  { kind, field }: AmountWord,
  sign: string,
  value: string,
): Refusal | undefined {
  const bounds = parseBounds(sign, value, kind === 'duration' ? parseSeconds : parseNumber);
  if (bounds === undefined) return { reason: kind === 'duration' ? 'noDuration' : 'noNumber' };
  if (bounds.min !== undefined) filters[`min${field}`] = bounds.min;
  if (bounds.max !== undefined) filters[`max${field}`] = bounds.max;
  return undefined;
}

function addTag(
  filters: SearchFilters,
  value: string,
  isWithout: boolean,
  tags: readonly NamedTag[],
): Refusal | undefined {
  const wanted = plain(value);
  const tag = tags.find((one) => listNames(one).includes(wanted))?.tag;
  if (tag === undefined) {
    const near = findNearest(
      wanted,
      tags.map((one) => one.tag.replace(/^ltag_/, '')),
    );
    return { reason: 'unknownTag', nearest: near && `${isWithout ? '-' : ''}tag:${near}` };
  }
  const list = new Set((isWithout ? filters.excludeTags : filters.tags) ?? []).add(tag);
  if (!isWithout && list.size > MAX_TAGS) return { reason: 'tooManyTags' };
  if (isWithout && list.size > MAX_EXCLUDED_TAGS) return { reason: 'tooManyWithout' };
  filters[isWithout ? 'excludeTags' : 'tags'] = [...list];
  return undefined;
}

function listNames({ tag, name }: NamedTag): string[] {
  return [plain(tag.replace(/^ltag_/, '')), plain(tag), plain(name)];
}

/** One writes One-Screen, “one screen” or onescreen. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Their code, `me`, or a name or a part of it; what is no code is a name. */
function addPlayer(filters: SearchFilters, value: string, asker: string | undefined): Refusal | undefined {
  if (!hasWords(value)) return { reason: 'noPlayer' };
  const code = value.replace(/^@/, '').toLowerCase();
  const userId = code === 'me' ? asker : code;
  if (userId === undefined) return { reason: 'notSignedIn' };
  if (/^[a-z0-9]{1,32}$/.test(userId)) {
    filters.userIds = [...new Set([...(filters.userIds ?? []), userId])].slice(0, MAX_BUILDERS);
  }
  if (code !== 'me' && !value.startsWith('@')) {
    filters.builders = [...new Set([...(filters.builders ?? []), value])].slice(0, MAX_BUILDERS);
  }
  return undefined;
}

const MAX_BUILDERS = 16;

function addWords(filters: SearchFilters, typed: string): undefined {
  filters.words = [filters.words ?? '', typed.replaceAll('"', ' ')].join(' ').trim();
}

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function addEvent(filters: SearchFilters, value: string): Refusal | undefined {
  const event = value.toLowerCase();
  if (event === 'daily') filters.dailyBuild = true;
  else if (event === 'trial') filters.towerTrial = true;
  else return { reason: 'unknownEvent', nearest: findNearest(event, ['is:daily', 'is:trial']) };
  return undefined;
}

function addTitle(filters: SearchFilters, value: string): Refusal | undefined {
  if (value.trim() === '') return { reason: 'noTitle' };
  filters.title = [filters.title ?? '', value].join(' ').trim();
  return undefined;
}

/** The larger the age, the longer ago: less than a week is at most so many seconds ago. */
function addAge(filters: SearchFilters, sign: string, value: string): Refusal | undefined {
  const bounds = parseBounds(sign, value, parseAge);
  if (bounds === undefined) return { reason: 'noAge' };
  if (bounds.min !== undefined) filters.minSecondsAgo = bounds.min;
  if (bounds.max !== undefined) filters.maxSecondsAgo = bounds.max;
  return undefined;
}

/** Stats are compared inclusively; next to nothing makes it exclusive. */
const NEXT = 1e-6;

function parseBounds(
  sign: string,
  value: string,
  read: (text: string) => number | undefined,
): { min?: number; max?: number } | undefined {
  const [, from, to] = /^([^.]*(?:\.\d+)?)\.\.(.*)$/.exec(value) ?? [];
  if (from !== undefined && to !== undefined && (sign === ':' || sign === '=')) {
    const [min, max] = [read(from), read(to)];
    return min === undefined || max === undefined ? undefined : { min, max };
  }
  const amount = read(value);
  if (amount === undefined) return undefined;
  if (sign === '>=') return { min: amount };
  if (sign === '>') return { min: amount + NEXT };
  if (sign === '<=') return { max: amount };
  if (sign === '<') return { max: amount - NEXT };
  return { min: amount, max: amount };
}

function parseNumber(text: string): number | undefined {
  return /^\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined;
}

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, y: 31_557_600 } as const;

/** 90 seconds are `90`, `90s` or `1.5m`. */
function parseSeconds(text: string): number | undefined {
  const [, amount, unit = 's'] = /^(\d{1,9}(?:\.\d{1,3})?)([smhdwy]?)$/i.exec(text) ?? [];
  return amount === undefined
    ? undefined
    : Number(amount) * SECONDS[(unit.toLowerCase() || 's') as keyof typeof SECONDS];
}

/** An age without a unit is in days. */
function parseAge(text: string): number | undefined {
  return parseSeconds(/^\d+(\.\d+)?$/.test(text) ? `${text}d` : text);
}

function nearestWord(typed: string, name: string, tags: readonly NamedTag[]): string | undefined {
  const wanted = plain(typed);
  const tag = tags.find((one) => listNames(one).includes(wanted))?.tag;
  if (tag !== undefined) return `${typed.startsWith('-') ? '-' : ''}tag:${tag.replace(/^ltag_/, '')}`;
  if (name === '') return undefined;
  const near = findNearest(name, SEARCH_WORD_NAMES);
  return near === undefined ? undefined : typed.toLowerCase().replace(name, near);
}

/** Within two wrong letters, and not more than half of it wrong. */
function findNearest(wanted: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((one) => ({ one, distance: distanceBetween(wanted, one) }))
    .filter(({ one, distance }) => distance <= 2 && distance * 2 <= one.length)
    .toSorted((a, b) => a.distance - b.distance);
  return best?.one;
}

/** Of Levenshtein. */
function distanceBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1];
    for (let column = 0; column < other.length; column += 1) {
      const swap = (row[column] ?? 0) + (one[at] === other[column] ? 0 : 1);
      next.push(Math.min(swap, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
