/** By what visits are counted. Of a visit counts where it began, but for `exit`; `path` is of each view. */
export const DIMENSIONS = [
  'path',
  'entry',
  'exit',
  'source',
  'campaign',
  'country',
  'device',
  'browser',
  'system',
  'locale',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];
/** Also without a dimension, and by the hour of the day in UTC, `00` to `23`. */
export const SUMMED = [...DIMENSIONS, 'all', 'hour'] as const;
/** Stands for the values beyond the most frequent of a day or a month. */
export const REST = '*';

export interface ViewSums {
  readonly views: number;
  /** Of each day, added up. */
  readonly visitors: number;
  readonly visits: number;
  /** Visits of one view. */
  readonly bounces: number;
  /** How long all of them took. */
  readonly seconds: number;
}

export interface VisitFigures {
  readonly sums: ViewSums;
  /** Of the days that they are held against. */
  readonly before: ViewSums | undefined;
  /** By hours of a single day, by days, or by months where there are more than a quarter; the earliest first. */
  readonly unit: SeriesUnit;
  readonly series: readonly VisitsOfTime[];
  /** Of each dimension the most visited values. */
  readonly lists: Readonly<Partial<Record<Dimension, readonly VisitsOfValue[]>>>;
}

export type SeriesUnit = 'hour' | 'day' | 'month';

export interface VisitsOfTime extends ViewSums {
  /** ISO 8601, when it begins. */
  readonly at: string;
  readonly before: ViewSums | undefined;
}

export interface VisitsOfValue extends ViewSums {
  readonly value: string;
  readonly visitsBefore: number;
}

export interface LiveFigures {
  /** In the last five minutes. */
  readonly visitors: number;
  /** Each of the last 30, the earliest first; `ago` is how many minutes it lies back. */
  readonly minutes: readonly { readonly ago: number; readonly views: number }[];
  readonly pages: readonly LiveVisits[];
  readonly sources: readonly LiveVisits[];
  readonly countries: readonly LiveVisits[];
  /** There were more views than are looked at: all figures are too low. */
  readonly isCut: boolean;
}

export interface LiveVisits {
  readonly value: string;
  readonly views: number;
  readonly visitors: number;
}

/** Days of UTC as `YYYY-MM-DD`, both included. */
export interface DaySpan {
  readonly first: string;
  readonly last: string;
}

/** The last of them is today; a year begins with a month. */
export const PERIODS = { day: 1, week: 7, month: 30, quarter: 90, year: 365 } as const;
export type Period = keyof typeof PERIODS;
export const COMPARISONS = ['before', 'year', 'none'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export interface VisitsQuery extends DaySpan {
  /** Undefined where the days were chosen. */
  readonly period: Period | undefined;
  readonly compare: Comparison;
  readonly isBot: boolean;
  /** Of one page alone, or also of what is below it. */
  readonly path: string | undefined;
  readonly isBelow: boolean;
  /** All values of one dimension, in place of the first of each. */
  readonly by: Dimension | undefined;
}

/** Ten years. */
const MAX_DAYS = 3653;
const DAY_MS = 86_400_000;

/** What cannot be meant is left out. @param today of UTC */
export function readVisitsQuery(query: URLSearchParams, today: string): VisitsQuery {
  const chosen = readDays(query, today);
  const period = pick(Object.keys(PERIODS) as Period[], query.get('period')) ?? 'month';
  const path = readPath(query.get('path'));
  return {
    ...(chosen ?? { first: startOf(period, today), last: today }),
    period: chosen === undefined ? period : undefined,
    compare: pick(COMPARISONS, query.get('compare')) ?? 'before',
    isBot: query.get('who') === 'bots',
    path,
    isBelow: path !== undefined && path !== '/' && query.get('below') === 'true',
    by: pick(DIMENSIONS, query.get('by')),
  };
}

/** Of an address; what is left out is as `readVisitsQuery` has it. */
export function writeVisitsQuery(query: VisitsQuery, change: Partial<VisitsQuery> = {}) {
  const { first, last, period, compare, isBot, path, isBelow, by } = { ...query, ...change };
  return {
    period: period === 'month' ? undefined : period,
    since: period === undefined ? first : undefined,
    until: period === undefined ? last : undefined,
    compare: compare === 'before' ? undefined : compare,
    who: isBot ? 'bots' : undefined,
    path,
    below: isBelow ? true : undefined,
    by,
  };
}

/** The days that it is held against. */
export function comparedDays({ first, last, period, compare }: VisitsQuery): DaySpan | undefined {
  if (compare === 'none') return undefined;
  if (compare === 'year' || period === 'year') return { first: addYears(first, -1), last: addYears(last, -1) };
  const days = countDays({ first, last });
  return { first: addDays(first, -days), last: addDays(last, -days) };
}

export function countDays({ first, last }: DaySpan): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
}

const DAYS_OF_SOURCES = 31;

/** Of many pages, sources and languages are told for a month at most. */
export function tellsSources(query: VisitsQuery): boolean {
  return !query.isBelow || countDays(query) <= DAYS_OF_SOURCES;
}

export function addDays(day: string, days: number): string {
  return toDay(Date.parse(day) + days * DAY_MS);
}

/** @param day the first of a month */
export function addMonths(day: string, months: number): string {
  return toDay(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months));
}

/** Of February 29 the last of February. */
function addYears(day: string, years: number): string {
  const moved = `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`;
  return day.endsWith('-02-29') ? moved.replace(/29$/, '28') : moved;
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function startOf(period: Period, today: string): string {
  return period === 'year' ? addMonths(`${today.slice(0, 7)}-01`, -11) : addDays(today, 1 - PERIODS[period]);
}

function readDays(query: URLSearchParams, today: string): DaySpan | undefined {
  const last = readDay(query.get('until')) ?? today;
  const first = readDay(query.get('since')) ?? (query.has('until') ? addDays(last, -29) : '');
  const isRight = first !== '' && first <= last && first <= today;
  if (!isRight) return undefined;
  const end = last < today ? last : today;
  return { first: countDays({ first, last: end }) > MAX_DAYS ? addDays(end, 1 - MAX_DAYS) : first, last: end };
}

function readDay(text: string | null): string | undefined {
  if (text === null || !/^20\d\d-\d\d-\d\d$/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) || toDay(time) !== text ? undefined : text;
}

/** As pages are counted: of an address its path. */
function readPath(text: string | null): string | undefined {
  const typed = text?.trim() ?? '';
  if (typed === '' || typed.length > 1024) return undefined;
  const base = 'http://site.invalid';
  return URL.canParse(typed, base) ? new URL(typed, base).pathname : undefined;
}

function pick<Value extends string>(values: readonly Value[], text: string | null): Value | undefined {
  return values.find((value) => value === text);
}
