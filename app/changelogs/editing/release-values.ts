import type { FieldValues } from '#app/current/forms/form-state.ts';
import { parseMembers } from '#app/editor/merge.ts';
import { NEW_ITEM } from '#app/editor/own-draft.ts';
import type { ItemKey } from '#app/editor/schedule.ts';
import { parseJson } from '#lib/parse-json.ts';

import { CHANGELOGS_CRATE } from '../cache-topics.ts';
import { PLATFORMS } from '../changelog.ts';

export const VISIBILITIES = ['public', 'unlisted', 'hidden'] as const;
export type ReleaseVisibility = (typeof VISIBILITIES)[number];

/** The fields of the form but its lines, all text, as they are typed. A mark is `yes` or empty, platforms stand between commas. */
export const RELEASE_FIELDS = [
  'version',
  'stream',
  'title',
  'date',
  'platforms',
  'major',
  'visibility',
  'role',
  'post',
  'intro',
] as const;
export type ReleaseField = (typeof RELEASE_FIELDS)[number];

export const LINE_FIELDS = ['category', 'text', 'stream', 'platforms', 'major', 'link'] as const;
export type LineField = (typeof LINE_FIELDS)[number];

export type LineValues = Readonly<Record<LineField, string>> & { readonly id: string };

export type ReleaseValues = Readonly<Record<ReleaseField, string>> & { readonly lines: readonly LineValues[] };

export function newItemKey(app: string): ItemKey {
  return { crateId: CHANGELOGS_CRATE, itemId: `${NEW_ITEM}:${app}` };
}

/** Lists with members between commas. */
export const LIST_FIELDS: ReadonlySet<string> = new Set(['platforms']);

export function lineField(id: string, field: LineField | 'id'): string {
  return `line.${id}.${field}`;
}

/** @param prefix of a line, or empty */
export function platformField(prefix: string, platform: string): string {
  return `${prefix}on.${platform}`;
}

/** What a form says, also one without scripts: its lines stand in the order of their fields. */
export function valuesOfForm(fields: FieldValues): ReleaseValues {
  const own = Object.fromEntries(RELEASE_FIELDS.map((name) => [name, readField(fields, name)]));
  const ids = new Set(Object.keys(fields).flatMap((name) => /^line\.([^.]*)\.id$/.exec(name)?.[1] ?? []));
  return {
    ...(own as Record<ReleaseField, string>),
    platforms: readPlatforms(fields, ''),
    lines: [...ids].map((id) => lineOfForm(fields, id)),
  };
}

export function lineOfForm(fields: FieldValues, id: string): LineValues {
  const line = Object.fromEntries(LINE_FIELDS.map((name) => [name, readField(fields, lineField(id, name))]));
  return { ...(line as Record<LineField, string>), id, platforms: readPlatforms(fields, `line.${id}.`) };
}

/** As a browser sends the text of a form, each line ends with two characters. */
function readField(fields: FieldValues, name: string): string {
  return (fields[name] ?? '').replaceAll(/\r\n?/g, '\n');
}

/** In the order of ours; behind them those that other hands have written. */
function readPlatforms(fields: FieldValues, prefix: string): string {
  const start = platformField(prefix, '');
  const named = Object.keys(fields).filter((name) => name.startsWith(start) && fields[name] === 'yes');
  const chosen = new Set<string>(named.map((name) => name.slice(start.length)));
  const ours = PLATFORMS.filter((one) => chosen.delete(one));
  return [...ours, ...chosen].join(', ');
}

export function formOfValues({ lines, ...own }: ReleaseValues): Record<string, string> {
  const { platforms, ...texts } = own;
  return Object.assign({ ...texts }, platformFields('', platforms), ...lines.map(formOfLine)) as Record<string, string>;
}

export function formOfLine({ id, platforms, ...texts }: LineValues): Record<string, string> {
  const named = Object.entries(texts).map(([name, value]) => [lineField(id, name as LineField), value]);
  return {
    [lineField(id, 'id')]: id,
    ...Object.fromEntries(named),
    ...platformFields(`line.${id}.`, platforms),
  };
}

function platformFields(prefix: string, platforms: string): Record<string, string> {
  return Object.fromEntries(parseMembers(platforms).map((one) => [platformField(prefix, one), 'yes']));
}

export function toSnapshot(values: ReleaseValues): { release: string; intro: string } {
  const { intro, ...others } = values;
  return { release: JSON.stringify(others), intro };
}

/** Undefined for what is no such thing. */
export function valuesOfSnapshot(fields: FieldValues): ReleaseValues | undefined {
  const snapshot = parseJson(fields['release'] ?? '');
  if (!isRecord(snapshot)) return undefined;
  const all = snapshot['lines'];
  const lines = (Array.isArray(all) ? (all as unknown[]) : []).filter(isRecord).map((line) => {
    const id = typeof line['id'] === 'string' ? line['id'] : newLineId();
    return Object.assign(pickTexts(line, LINE_FIELDS) as Record<LineField, string>, { id });
  });
  return {
    ...(pickTexts(snapshot, RELEASE_FIELDS) as Record<ReleaseField, string>),
    intro: fields['intro'] ?? '',
    lines,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function pickTexts(record: Record<string, unknown>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, typeof record[name] === 'string' ? record[name] : '']));
}

export function emptyLine(category: string): LineValues {
  return { id: newLineId(), category, text: '', stream: '', platforms: '', major: '', link: '' };
}

/** Whatever its category. */
export function isBlankLine(line: LineValues): boolean {
  return LINE_FIELDS.every((name) => name === 'category' || line[name].trim() === '');
}

/** For ever: it stays when the line is mended, moved or brought back. 60 random bits, so that no two writers make the same. */
function newLineId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `l${[...bytes].map((byte) => (byte % 32).toString(32)).join('')}`;
}

/** @param step -1 for up, 1 for down; beyond an end nothing moves */
export function moveLine(lines: readonly LineValues[], id: string, step: -1 | 1): readonly LineValues[] {
  const at = lines.findIndex((line) => line.id === id);
  const other = lines[at + step];
  const moved = lines[at];
  if (other === undefined || moved === undefined) return lines;
  return lines.with(at + step, moved).with(at, other);
}
