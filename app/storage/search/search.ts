import * as z from 'zod/mini';

import { Flag } from '#lib/calls/flag.ts';
import { pageLimit } from '#lib/calls/page.ts';

import { MAX_SEARCH_TERMS, UserId, isItemId, isTag, normalized } from '../item.ts';
import { StatName } from '../stats/stats.ts';

const DEFAULT_LIMIT = 16;
export const MAX_LIMIT = 128;
const SORT_FIELDS = ['createdAt', 'updatedAt', 'name'] as const;
const MAX_FACETS = 8;
const MAX_STAT_BOUNDS = 8;
export const MAX_FACET_TAGS = 256;
export const NEWEST_FIRST: Sort = { field: 'createdAt', ascending: false };
const STAT = 'stats.';

export interface DateBound {
  readonly field: 'createdAt' | 'updatedAt';
  readonly operator: '<' | '<=' | '>' | '>=' | '=';
  readonly at: Date;
}

/** What an item has no value of meets no bound, of whichever operator. */
export interface StatBound {
  readonly stat: string;
  readonly operator: DateBound['operator'];
  readonly value: number;
}

const TagTerms = parsed('tags separated by commas, each excluded by a leading -', (value) => {
  const terms = list(value);
  const excluded = terms.filter((term) => term.startsWith('-')).map((term) => term.slice(1));
  const included = terms.filter((term) => !term.startsWith('-'));
  if (!terms.every((term) => isTag(term.replace(/^-/, '')))) return undefined;
  return { included: unique(included), excluded: unique(excluded) };
});

/** `stat` orders leave out items without that stat. */
export interface Sort {
  readonly field: (typeof SORT_FIELDS)[number] | 'stat';
  readonly stat?: string;
  readonly ascending: boolean;
}

const SortTerm = parsed(
  'createdAt, updatedAt, name or stats. and a stat; a leading - is ascending',
  (value): Sort | undefined => {
    const ascending = value.startsWith('-');
    const name = value.replace(/^-/, '');
    const field = SORT_FIELDS.find((known) => known === name);
    if (field !== undefined) return { field, ascending };
    const stat = name.slice(STAT.length);
    return name.startsWith(STAT) && StatName.safeParse(stat).success ? { field: 'stat', stat, ascending } : undefined;
  },
);

const Facets = parsed(`at most ${MAX_FACETS} keys of tags, or tags, separated by commas`, (value) => {
  const facets = unique(list(value));
  return facets.length <= MAX_FACETS && facets.every((facet) => isTag(facet)) ? facets : undefined;
});

const Dates = parsed('such as createdAt<=2026-11-20T00:00:00Z', (value) => {
  const bounds = list(value).map(dateBound);
  return bounds.every((bound) => bound !== undefined) ? bounds : undefined;
});

const Stats = parsed(
  `at most ${MAX_STAT_BOUNDS} bounds such as plays>=100, separated by commas`,
  (value): StatBound[] | undefined => {
    const bounds = unique(list(value)).map(statBound);
    return bounds.length <= MAX_STAT_BOUNDS && bounds.every((bound) => bound !== undefined) ? bounds : undefined;
  },
);

/** As they were typed. */
const Words = parsed('words to look for', (value) => {
  const words = value.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return value.length <= 256 && words.every((word) => word.length <= 64) ? unique(words) : undefined;
});

/** Unknown parameters are ignored, empty ones mean unset. */
export const SearchQuery = z
  .object({
    tags: z.optional(TagTerms),
    names: z.optional(
      makeListSchema('names separated by commas', (name) => name.length <= 128 && !name.includes('\0')),
    ),
    itemIds: z.optional(makeListSchema('item ids separated by commas', isItemId)),
    userIds: z.optional(
      makeListSchema('user ids separated by commas', (id) => id === '@me' || UserId.safeParse(id).success),
    ),
    dates: z.optional(Dates),
    stats: z.optional(Stats),
    q: z.optional(Words),
    sort: z._default(SortTerm, NEWEST_FIRST),
    limit: pageLimit(MAX_LIMIT, DEFAULT_LIMIT),
    after: z.optional(z.string().check(z.maxLength(1024))),
    before: z.optional(z.string().check(z.maxLength(1024))),
    facets: z.optional(Facets),
    count: z._default(Flag, false),
    download: z._default(Flag, false),
    permissionsOverride: z._default(Flag, false),
  })
  .check(
    z.refine((query) => countTerms(query) <= MAX_SEARCH_TERMS, {
      message: `at most ${MAX_SEARCH_TERMS} terms`,
      path: ['tags'],
    }),
  );
export type SearchQuery = z.output<typeof SearchQuery>;

/** Which items of a crate are looked for. What is left out narrows nothing; the newest come first, at most `MAX_LIMIT`. */
export interface ItemSearch {
  readonly tags?: Partial<TagTerms> | undefined;
  readonly names?: readonly string[] | undefined;
  readonly itemIds?: readonly string[] | undefined;
  readonly userIds?: readonly string[] | undefined;
  readonly dates?: readonly DateBound[] | undefined;
  readonly stats?: readonly StatBound[] | undefined;
  readonly q?: readonly string[] | undefined;
  readonly sort?: Sort | undefined;
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly permissionsOverride?: boolean | undefined;
  /** Ids, which no parameter of an address sets. Unlike `itemIds` it finds only what the caller may list, because others have chosen them. */
  readonly among?: readonly string[] | undefined;
  /** Items whose names begin so, or all others; no parameter of an address sets it. */
  readonly nameStart?: { readonly text: string; readonly isExcluded: boolean } | undefined;
  /** Of each of them an item meets one; no parameter of an address sets them. */
  readonly anyOf?: readonly Alternatives[] | undefined;
}

export interface TagTerms {
  readonly included: readonly string[];
  readonly excluded: readonly string[];
}

/** Items with one of the tags, or with one of the users among their collaborators. */
export interface Alternatives {
  readonly tags: readonly string[];
  readonly userIds: readonly string[];
}

/** A list of names or ids is looked up as one term. */
function countTerms({ tags, names, itemIds, userIds, dates, stats, q, facets }: Partial<RawSearchTerms>): number {
  const lists = [tags?.included, tags?.excluded, dates, stats, q, facets].map((terms) => terms?.length ?? 0);
  const looksFor = [names, itemIds, userIds].filter((some) => some !== undefined).length;
  return lists.reduce((sum, terms) => sum + terms, looksFor);
}

interface RawSearchTerms {
  tags: { included: string[]; excluded: string[] } | undefined;
  names: string[] | undefined;
  itemIds: string[] | undefined;
  userIds: string[] | undefined;
  dates: DateBound[] | undefined;
  stats: StatBound[] | undefined;
  q: string[] | undefined;
  facets: string[] | undefined;
}

function dateBound(term: string): DateBound | undefined {
  const match = /^(createdAt|updatedAt)(<=|>=|<|>|=)([^<>=].*)$/.exec(term);
  // A plus that was not percent-encoded comes as a space.
  const at = new Date(match?.[3]?.replace(/(T[\d:.]+) (\d\d:?\d\d)$/, '$1+$2') ?? '');
  const year = at.getUTCFullYear();
  if (match === null || !(year >= 1 && year <= 9999)) return undefined;
  return { field: match[1] as DateBound['field'], operator: match[2] as DateBound['operator'], at };
}

function statBound(term: string): StatBound | undefined {
  // A plus that was not percent-encoded comes as a space.
  const match = /^([\w.-]+)(<=|>=|<|>|=)(-?[\d.]+(?:e[-+ ]?\d+)?)$/i.exec(term);
  const [, stat = '', operator, number = ''] = match ?? [];
  const value = Number(number.replace(' ', '+'));
  if (!StatName.safeParse(stat).success || !Number.isFinite(value)) return undefined;
  return { stat, operator: operator as StatBound['operator'], value };
}

function makeListSchema(what: string, isMember: (text: string) => boolean) {
  return parsed(what, (value) => {
    const members = unique(list(value));
    return members.length <= MAX_LIMIT && members.every(isMember) ? members : undefined;
  });
}

function parsed<Value>(sentence: string, read: (value: string) => Value | undefined) {
  return z.pipe(
    z.string(),
    z.transform((value: string, context): Value => {
      const result = read(value);
      if (result !== undefined) return result;
      context.issues.push({ code: 'custom', message: sentence, input: value });
      return z.NEVER;
    }),
  );
}

function list(value: string): string[] {
  return normalized(value)
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
}

function unique(members: string[]): string[] {
  return [...new Set(members)];
}
