import * as z from 'zod/mini';

/** A number is summed up; by a tag rows are told apart. */
const FIELD_KINDS = ['number', 'tag'] as const;

const FIELD_NAME = /^[a-z]\w{0,31}$/i;
const ID_TEXT = 'lowercase letters, digits, hyphens and underscores';

/** The names of the site's own begin with `rumpus_`. */
export const DatasetId = z.string(ID_TEXT).check(z.regex(/^(?!rumpus_)[a-z][a-z0-9_-]{0,47}$/, ID_TEXT));

export const DatasetField = z.object({ name: z.string().check(z.regex(FIELD_NAME)), kind: z.enum(FIELD_KINDS) });
export type DatasetField = z.output<typeof DatasetField>;

export const MAX_FIELDS = 16;
export const MAX_TAG = 64;
/** Of a number, on either side of 0, so that sums of years are numbers. */
export const MAX_NUMBER = 1e15;
export const MAX_ROWS_PER_DAY = 10_000;
export const MAX_DATASETS = 100;

export interface NewDataset {
  readonly datasetId: string;
  readonly appId: string;
  readonly fields: readonly DatasetField[];
  readonly rowsPerDay: number;
}

export interface Dataset extends NewDataset {
  readonly createdAt: string;
  /** That arrived today, by UTC. */
  readonly rowsToday: number;
}

/** Days; beyond 90 by months. */
export const CHART_SPANS = [7, 30, 90, 365, 1825] as const;
export type ChartSpan = (typeof CHART_SPANS)[number];

const [DAY_MS, MAX_BY_DAY] = [86_400_000, 90];

export function isByMonth(span: ChartSpan): boolean {
  return span > MAX_BY_DAY;
}

/** The days, or first days of months, of UTC. @param now in milliseconds since 1970 */
export function stepsOf(span: ChartSpan, now: number): string[] {
  const today = new Date(now);
  const toStep = (back: number) =>
    isByMonth(span)
      ? new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back))
      : new Date(now - back * DAY_MS);
  const length = isByMonth(span) ? Math.round(span / 30.4) : span;
  return Array.from({ length }, (_, at) =>
    toStep(length - 1 - at)
      .toISOString()
      .slice(0, 10),
  );
}

/** Of rows that have the number; without one, of all, and the others are null. */
export interface FieldSums {
  readonly count: number;
  readonly sum: number | null;
  readonly least: number | null;
  readonly most: number | null;
}

interface StepSums extends FieldSums {
  /** One of `stepsOf`. */
  readonly step: string;
  /** Of days; of months they are null. */
  readonly middle: number | null;
  readonly p95: number | null;
}

export interface FieldChart {
  /** Those without rows are missing. */
  readonly steps: readonly StepSums[];
  /** The values of the tag with the most rows, and all others together, which is null. */
  readonly values: readonly (FieldSums & { readonly value: string | null })[];
}

/** A field in each line: its name and its kind. @returns undefined for what is none */
export function parseFields(typed: string): DatasetField[] | undefined {
  const lines = typed.split('\n').filter((line) => line.trim() !== '');
  const fields = lines.map((line) => {
    const [name, kind, ...more] = line.trim().split(/[\s:]+/);
    return more.length === 0 ? DatasetField.safeParse({ name, kind }).data : undefined;
  });
  const known = fields.filter((field) => field !== undefined);
  const names = new Set(known.map(({ name }) => name));
  const isWhole = known.length === lines.length && names.size === known.length;
  return isWhole && known.length > 0 && known.length <= MAX_FIELDS ? known : undefined;
}
