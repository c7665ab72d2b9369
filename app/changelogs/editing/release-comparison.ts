import { LINE_FIELDS, RELEASE_FIELDS } from './release-values.ts';
import type { LineField, LineValues, ReleaseField, ReleaseValues } from './release-values.ts';

interface LineChange {
  readonly id: string;
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  readonly fields: readonly { readonly name: LineField; readonly was: string; readonly is: string }[];
}

export interface ReleaseDifference {
  readonly fields: readonly { readonly name: ReleaseField; readonly was: string; readonly is: string }[];
  readonly lines: readonly LineChange[];
}

/** Line by line. */
export function compareReleases(was: ReleaseValues, is: ReleaseValues): ReleaseDifference {
  const fields = RELEASE_FIELDS.filter((name) => was[name] !== is[name]);
  return {
    fields: fields.map((name) => ({ name, was: was[name], is: is[name] })),
    lines: lineChanges(was.lines, is.lines),
  };
}

function lineChanges(was: readonly LineValues[], is: readonly LineValues[]): LineChange[] {
  const byId = (lines: readonly LineValues[]) => new Map(lines.map((line) => [line.id, line]));
  const [before, now] = [byId(was), byId(is)];
  const listSharedIds = (lines: readonly LineValues[], other: ReadonlyMap<string, LineValues>) =>
    lines.filter(({ id }) => other.has(id)).map(({ id }) => id);
  const [oldOrder, newOrder] = [listSharedIds(was, now), listSharedIds(is, before)];
  const present = is.flatMap((line): LineChange[] => {
    const old = before.get(line.id);
    const names = LINE_FIELDS.filter((name) => (old?.[name] ?? '') !== line[name]);
    const fields = names.map((name) => ({ name, was: old?.[name] ?? '', is: line[name] }));
    if (old === undefined) return [{ id: line.id, kind: 'added', fields }];
    if (names.length > 0) return [{ id: line.id, kind: 'changed', fields }];
    const isMoved = oldOrder.indexOf(line.id) !== newOrder.indexOf(line.id);
    const text = [{ name: 'text' as const, was: line.text, is: line.text }];
    return isMoved ? [{ id: line.id, kind: 'moved', fields: text }] : [];
  });
  const gone = was.filter(({ id }) => !now.has(id));
  const removed = gone.map(({ id, text }): LineChange => ({
    id,
    kind: 'removed',
    fields: [{ name: 'text', was: text, is: '' }],
  }));
  return [...present, ...removed];
}
