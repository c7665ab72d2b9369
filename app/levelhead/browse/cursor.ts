import type { Level } from '../level.ts';
import type { HallSort } from './search-words.ts';

export interface PageCursor {
  readonly direction: 'after' | 'before';
  readonly itemId: string;
  /** Of what the page is sorted by; of a date its milliseconds. */
  readonly value: number;
}

const CURSOR = /^(-?\d{1,15}(?:\.\d{1,12})?)_([0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Undefined for the first page, and for a cursor that we never gave. */
export function readCursor(parameters: URLSearchParams): PageCursor | undefined {
  for (const direction of ['after', 'before'] as const) {
    const [, value, itemId] = CURSOR.exec(parameters.get(direction) ?? '') ?? [];
    if (itemId !== undefined && Math.abs(Number(value)) <= 8.64e15) return { direction, itemId, value: Number(value) };
  }
  return undefined;
}

export function writeCursor(
  { _id, createdAt, stats = {} }: Pick<Level, '_id' | 'createdAt' | 'stats'>,
  sort: HallSort,
): string {
  const field = sort.replace(/^-/, '');
  const value = field === 'createdAt' ? Date.parse(createdAt) : (stats[field] ?? 0);
  return `${value}_${_id}`;
}
