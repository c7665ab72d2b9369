import type { FieldValues } from '#app/current/forms/form-state.ts';
import { mergeTexts, mergeValues } from '#app/editor/merge.ts';
import type { FieldConflict, Merge } from '#app/editor/merge.ts';

import { LINE_FIELDS, LIST_FIELDS, formOfLine, formOfValues, lineField, valuesOfForm } from './release-values.ts';
import type { LineField, LineValues, ReleaseValues } from './release-values.ts';

/** By the ids of lines: what both changed in one is asked for. @param base without it every difference is a conflict */
export function mergeReleases(
  base: ReleaseValues | undefined,
  mine: ReleaseValues,
  theirs: ReleaseValues,
): Omit<Merge, 'etag'> {
  const own = mergeValues(pickOwnFields(base), pickOwnFields(mine), pickOwnFields(theirs), LIST_FIELDS);
  const lines = mergeOrder(base?.lines ?? [], mine.lines, theirs.lines).map((id) => {
    const of = (side: ReleaseValues | undefined) => side?.lines.find((line) => line.id === id);
    return mergeLine(id, of(base), of(mine), of(theirs));
  });
  const intro = mine.intro === theirs.intro ? { text: mine.intro } : undefined;
  return {
    values: Object.assign(
      formOfValues({ ...(own.values as unknown as ReleaseValues), intro: intro?.text ?? '', lines: [] }),
      ...lines.map(({ values }) => values),
    ) as FieldValues,
    fields: [...own.fields, ...lines.flatMap(({ fields }) => fields)],
    parts: intro === undefined ? mergeTexts(base?.intro ?? '', mine.intro, theirs.intro) : [],
  };
}

function pickOwnFields(side: ReleaseValues | undefined): FieldValues {
  if (side === undefined) return {};
  const { lines: _, intro: __, ...own } = side;
  return own;
}

interface LineMerge {
  readonly values: FieldValues;
  readonly fields: readonly FieldConflict[];
}

const NOTHING: LineMerge = { values: {}, fields: [] };

/** A line that one took out while the other changed it is asked for; empty words take it out. */
function mergeLine(
  id: string,
  base: LineValues | undefined,
  mine: LineValues | undefined,
  theirs: LineValues | undefined,
): LineMerge {
  const left = mine ?? theirs;
  if (left === undefined) return NOTHING;
  if (mine !== undefined && theirs !== undefined) {
    const { values, fields } = mergeValues(pickTexts(base), pickTexts(mine), pickTexts(theirs), LIST_FIELDS);
    const merged = { ...(values as Record<LineField, string>), id, platforms: values['platforms'] ?? '' };
    return {
      values: formOfLine(merged),
      fields: fields.map((one) => Object.assign(one, { name: lineField(id, one.name as LineField) })),
    };
  }
  if (base === undefined) return { values: formOfLine(left), fields: [] };
  if (LINE_FIELDS.every((name) => base[name] === left[name])) return NOTHING;
  const { text, ...others } = left;
  const conflict = { name: lineField(id, 'text'), base: base.text, mine: mine?.text ?? '', theirs: theirs?.text ?? '' };
  const { [lineField(id, 'text')]: _, ...values } = formOfLine({ ...others, text });
  return { values: { ...values, [goneField(id)]: 'yes' }, fields: [conflict] };
}

function pickTexts(line: LineValues | undefined): FieldValues {
  return Object.fromEntries(LINE_FIELDS.map((name) => [name, line?.[name] ?? '']));
}

function goneField(id: string): string {
  return `line.${id}.gone`;
}

/** The order of whoever moved a line, mine if both did; lines of the other come behind those that they stood behind. */
function mergeOrder(base: readonly LineValues[], mine: readonly LineValues[], theirs: readonly LineValues[]): string[] {
  const ids = (lines: readonly LineValues[]) => lines.map(({ id }) => id);
  const shared = (lines: readonly LineValues[], ...others: readonly LineValues[][]) =>
    ids(lines).filter((id) => others.every((other) => other.some((line) => line.id === id)));
  const isMoved = shared(mine, [...base]).join(' ') !== shared(base, [...mine]).join(' ');
  const [first, second] = isMoved ? [ids(mine), ids(theirs)] : [ids(theirs), ids(mine)];
  const order = [...first];
  for (const [at, id] of second.entries()) {
    if (order.includes(id)) continue;
    const before = second.slice(0, at).findLast((one) => order.includes(one));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  }
  return order;
}

/** What is saved then. @param chosen wherever both have changed something */
export function mergedRelease(
  merge: Merge,
  { fields, text: intro }: { readonly fields: FieldValues; readonly text: string },
): ReleaseValues {
  const all: FieldValues = { ...merge.values, ...fields, ...(merge.parts.length > 0 && { intro }) };
  const values = valuesOfForm(all);
  return {
    ...values,
    lines: values.lines.filter(({ id, text }) => all[goneField(id)] === undefined || text.trim() !== ''),
  };
}
