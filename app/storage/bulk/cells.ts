import type { Item } from '../item.ts';

/** Of a spreadsheet of items, named as their fields. */
export const ALL_COLUMNS = [
  'itemId',
  'name',
  'userId',
  'collaborators',
  'tags',
  'note',
  'mimetype',
  'bytes',
  'createdAt',
  'updatedAt',
  'etag',
  'map',
  'stats',
] as const;

const OF_MAP = /^(stats|map)\.(.+)$/s;

export function isColumn(id: string): boolean {
  return OF_MAP.test(id) || ALL_COLUMNS.some((one) => one === id);
}

/** The name within `map` or `stats`, of a column such as `map.size`. */
export function partOf(id: string): { readonly whole: 'map' | 'stats'; readonly name: string } | undefined {
  const [, whole, name] = OF_MAP.exec(id) ?? [];
  return whole === undefined || name === undefined ? undefined : { whole: whole as 'map' | 'stats', name };
}

/** What a spreadsheet has of an item in a column. */
export function cellOf(item: Item, id: string): string | number {
  const part = partOf(id);
  const value =
    part === undefined
      ? item[id as keyof Item]
      : new Map<string, unknown>(Object.entries(item[part.whole])).get(part.name);
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (Array.isArray(value)) return value.join(',');
  return value === null || value === undefined
    ? ''
    : typeof value === 'boolean'
      ? String(value)
      : JSON.stringify(value);
}
