import type { FieldValues } from '#app/current/forms/form-state.ts';
import { parseMembers } from '#app/editor/merge.ts';
import type { Item } from '#app/storage/item.ts';
import { parseJson } from '#lib/parse-json.ts';

import type { ItemBody } from './item-body.ts';

/** The fields of the form; the last two only where the body is a text. */
export const ITEM_FIELDS = ['name', 'tags', 'note', 'map', 'type', 'text'] as const;
export const LIST_FIELDS: ReadonlySet<string> = new Set(['tags']);

/** As the form shows them. */
export function valuesOfItem({ name, tags, note, map, mimetype }: FormItem, body: ItemBody | undefined): FieldValues {
  return {
    name: name ?? '',
    tags: tags.join(', '),
    note: note ?? '',
    map: JSON.stringify(map, null, 2),
    ...(body !== undefined && 'text' in body && { type: mimetype, text: body.text }),
  };
}

type FormItem = Pick<Item, 'name' | 'tags' | 'note' | 'map' | 'mimetype'>;

export function parseMap(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = text.trim() === '' ? {} : parseJson(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

export const parseTags = parseMembers;

const PREFIX = 'map.';

/** For a merge: each value of the map is a field of its own, as JSON. */
export function spreadMap({ map = '', ...values }: FieldValues): FieldValues {
  const entries = Object.entries(parseMap(map) ?? {});
  return {
    ...values,
    ...Object.fromEntries(entries.map(([key, value]) => [`${PREFIX}${key}`, JSON.stringify(value)])),
  };
}

/** The other way round. What was written by hand and is no JSON is a text. */
export function gatherMap(values: FieldValues): FieldValues {
  const entries = Object.entries(values);
  const inMap = entries.filter(([name, value]) => name.startsWith(PREFIX) && value !== '');
  const map = inMap.map(([name, value]) => [name.slice(PREFIX.length), parseJson(value) ?? value] as const);
  return {
    ...Object.fromEntries(entries.filter(([name]) => !name.startsWith(PREFIX))),
    map: JSON.stringify(Object.fromEntries(map), null, 2),
  };
}
