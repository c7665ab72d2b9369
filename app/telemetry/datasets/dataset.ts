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

export const CHART_DAYS = [7, 30] as const;
export type ChartDays = (typeof CHART_DAYS)[number];

/** Of a number; of a tag or without one the rows alone. */
export interface FieldSums {
  readonly count: number;
  readonly sum: number | null;
  readonly p50: number | null;
  readonly p95: number | null;
}

export interface FieldChart {
  readonly days: readonly (FieldSums & { readonly day: string })[];
  /** The values of the tag with the most rows. */
  readonly tags: readonly (FieldSums & { readonly value: string })[];
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
