import * as z from 'zod/mini';

import { Flag } from '#lib/calls/flag.ts';
import { MAX_SEARCH_TEXT } from '#lib/text-search/search-terms.ts';

import {
  Amount,
  LevelIds,
  RowId,
  UserIds,
  When,
  makeBoundSchemas,
  makeLimitSchema,
  makeListSchema,
  makeSortSchema,
} from './parameters.ts';

export const MAX_TAGS = 3;
export const MAX_EXCLUDED_TAGS = 6;

/** Stats that levels are sorted by and searched by ranges of, with the names that tools have for them. */
export const LEVEL_FIELDS = ['createdAt', 'PlayTime', 'ReplayValue', 'ExposureBucks', 'HiddenGem', 'Diamonds'] as const;
export type LevelField = (typeof LEVEL_FIELDS)[number];
const SYNONYMS: Readonly<Record<string, LevelField>> = {
  Playtime: 'PlayTime',
  QAScore: 'ExposureBucks',
  Difficulty: 'Diamonds',
};

/** Those, and the names of former tools. */
export const LEVEL_SORTS = [...LEVEL_FIELDS, ...Object.keys(SYNONYMS)];

const RANGED = [...LEVEL_FIELDS.slice(1), ...Object.keys(SYNONYMS)] as (Exclude<LevelField, 'createdAt'> | 'QAScore')[];
const isTag = (tag: string) => /^\w{1,64}$/.test(tag);

/** Every parameter of a search of levels; unknown ones are ignored, empty ones mean unset. */
export const LevelQuery = z.object({
  sort: makeSortSchema(LEVEL_FIELDS),
  limit: makeLimitSchema(16),
  userIds: z.optional(UserIds),
  levelIds: z.optional(LevelIds),
  tags: z.optional(makeListSchema('tags', isTag, MAX_TAGS)),
  excludeTags: z.optional(makeListSchema('tags', isTag, MAX_EXCLUDED_TAGS)),
  tower: z.optional(Flag),
  marketing: z.optional(Flag),
  dailyBuild: z.optional(Flag),
  towerTrial: z.optional(Flag),
  title: z.optional(z.string().check(z.maxLength(MAX_SEARCH_TEXT))),
  includeStats: z.optional(Flag),
  includeRecords: z.optional(Flag),
  includeAliases: z.optional(Flag),
  includeMyInteractions: z.optional(Flag),
  includeBeta: z.optional(Flag),
  includeUnlisted: z.optional(Flag),
  ...makeBoundSchemas(RANGED, Amount),
  diamonds: z.optional(Amount),
  ...makeBoundSchemas(['SecondsAgo'], Amount),
  ...makeBoundSchemas(['CreatedAt'], When),
  tiebreakerItemId: z.optional(RowId),
  onlySafe: z.optional(Flag),
  maxReports: z.optional(Amount),
  paging: z.optional(Flag),
  nextPageToken: z.optional(z.string()),
});
export type LevelQuery = z.output<typeof LevelQuery>;

export interface FieldOrder<Field extends string> {
  readonly field: Field;
  readonly ascending: boolean;
}

export interface Range<Field extends string> {
  readonly field: Field;
  readonly min: number | Date | undefined;
  readonly max: number | Date | undefined;
}

/** A leading `-` is ascending. Of a field that does not exist, undefined. */
export function parseSort<Field extends string>(
  text: string | undefined,
  fields: readonly Field[],
  synonyms: Readonly<Record<string, Field>> = {},
): FieldOrder<Field> | undefined {
  const name = text?.replace(/^-/, '') ?? '';
  const known = Object.hasOwn(synonyms, name) ? synonyms[name] : name;
  const field = fields.find((one) => one === known);
  return field === undefined ? undefined : { field, ascending: text?.startsWith('-') === true };
}

/** Where a search looks: by default in the Tower, unless it names creators or levels. */
type LevelScope = 'tower' | 'marketing' | 'anywhere';

export function pickLevelScope({
  userIds,
  levelIds,
  tower,
  marketing,
  dailyBuild,
  towerTrial,
}: LevelQuery): LevelScope {
  if (tower) return 'tower';
  if (marketing) return 'marketing';
  const isElsewhere = [userIds, levelIds].some((ids) => ids?.length) || dailyBuild === true || towerTrial === true;
  return isElsewhere ? 'anywhere' : 'tower';
}

/** As it is asked, else the order of the scope. */
export function toLevelSort(query: LevelQuery): FieldOrder<LevelField> {
  const field = ({ tower: 'HiddenGem', marketing: 'ExposureBucks', anywhere: 'createdAt' } as const)[
    pickLevelScope(query)
  ];
  const isNamed = [query.userIds, query.levelIds].some((ids) => ids?.length);
  return parseSort(query.sort, LEVEL_FIELDS, SYNONYMS) ?? { field: isNamed ? 'createdAt' : field, ascending: false };
}

/** @param now for `minSecondsAgo` and `maxSecondsAgo` */
export function toLevelRanges(query: LevelQuery, now: Date): Range<LevelField>[] {
  const bounds = query as Readonly<Record<string, unknown>>;
  const toRange = (name: string, field: LevelField) => ({
    field,
    min: bounds[`min${name}`] as number | undefined,
    max: bounds[`max${name}`] as number | undefined,
  });
  const ago = (seconds: number | undefined) =>
    seconds === undefined ? undefined : new Date(clamp(now.getTime() - seconds * 1000));
  const { diamonds } = query;
  const ranges: Range<LevelField>[] = [
    ...LEVEL_FIELDS.slice(1).map((field) => toRange(field, field)),
    ...Object.entries(SYNONYMS).map(([name, field]) => toRange(name, field)),
    { field: 'createdAt', min: query.minCreatedAt, max: query.maxCreatedAt },
    { field: 'createdAt', min: ago(query.maxSecondsAgo), max: ago(query.minSecondsAgo) },
  ];
  const isSet = ({ min, max }: Range<LevelField>) => min !== undefined || max !== undefined;
  if (diamonds === undefined) return ranges.filter(isSet);
  // Exactly so many: no other bound of them counts beside it.
  const others = ranges.filter((range) => isSet(range) && range.field !== 'Diamonds');
  return [...others, { field: 'Diamonds', min: diamonds, max: diamonds }];
}

/** Within the years that PostgreSQL and JavaScript both write with four digits. */
function clamp(time: number): number {
  return Math.min(Math.max(time, Date.UTC(1, 0)), Date.UTC(9999, 0));
}
