import type { FieldChange } from './audit-sentence.ts';

/** In the order of the fields. Numbers and truth are said in English, like the fields. */
export function fieldChanges(before: unknown, after: unknown): FieldChange[] {
  const [was, is] = [new Map(listLeaves(before)), new Map(listLeaves(after))];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((field) => was.get(field) !== is.get(field))
    .map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }));
}

/** Each says nothing that its deed does not say. */
const SILENT = new Set(['updatedAt', 'createdAt', 'etag', 'sha256', 'uploadedBy']);
const MAX_LENGTH = 120;

function listLeaves(value: unknown, path: string[] = []): [field: string, value: string][] {
  if (isGroup(value)) {
    const inside = Object.entries(value).filter(([name]) => !SILENT.has(name));
    return inside.flatMap(([name, one]) => listLeaves(one, path.concat(toWords(name))));
  }
  if (value === undefined || value === null || path.length === 0) return [];
  return [[path.join(' › '), shortened(valueText(value))]];
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return `“${value}”`;
  if (typeof value === 'number') return value.toLocaleString('en-US');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (!Array.isArray(value)) return JSON.stringify(value);
  const isPlain = value.every((one) => typeof one === 'string');
  return value.length === 0 ? 'none' : isPlain ? value.join(', ') : JSON.stringify(value);
}

const shortened = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text);

/** `maxBytes` is said `max bytes`. */
const toWords = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
