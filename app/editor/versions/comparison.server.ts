import { diffLines } from 'diff';

import type { DocumentComparison, VersionLines } from './version-diff.tsx';

/** What has changed in a form with a long text. @param names of the fields, `text` among them */
export function compareValues<Name extends string>(
  names: readonly Name[],
  was: ComparedValues<Name>,
  is: ComparedValues<Name>,
): DocumentComparison<Name> {
  const changed = names.filter((name) => name !== 'text' && was[name] !== is[name]);
  return {
    fields: changed.map((name) => ({ name, was: was[name], is: is[name] })),
    lines: compareLines(was.text, is.text),
  };
}

type ComparedValues<Name extends string> = Readonly<Record<Name, string>> & { readonly text: string };

/** More changes than these are shown as two whole texts: finding them takes time by their square. */
const MAX_EDITS = 2000;

function compareLines(was: string, is: string): VersionLines[] {
  const changes = diffLines(was, is, { maxEditLength: MAX_EDITS }) ?? [
    { value: was, added: false, removed: true },
    { value: is, added: true, removed: false },
  ];
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}
