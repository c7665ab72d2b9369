import { diffWordsWithSpace } from 'diff';

import { isConflict } from './merge.ts';
import type { Merge, SideMarks, WordMark } from './merge.ts';

/** Beyond so many changed words nobody looks at single ones, and finding them takes time by their square. */
const MAX_CHANGES = 400;
const MAX_CHARACTERS = 20_000;
/** Of all conflicts of a merge; what comes later has no marks. */
const MAX_MARKED = 100_000;

export function withMarks(merge: Merge): Merge {
  let left = MAX_MARKED;
  const mark = (...[base, mine, theirs]: Parameters<typeof markSides>): { marks?: SideMarks } => {
    left -= base.length + mine.length + theirs.length;
    return left < 0 ? {} : { marks: markSides(base, mine, theirs) };
  };
  return {
    ...merge,
    fields: merge.fields.map((one) => Object.assign(one, mark(one.base, one.mine, one.theirs))),
    parts: merge.parts.map((part) => {
      if (!isConflict(part)) return part;
      const [base = '', mine = '', theirs = ''] = [part.base, part.mine, part.theirs].map((lines) => lines.join('\n'));
      return Object.assign(part, mark(base, mine, theirs));
    }),
  };
}

function markSides(base: string, mine: string, theirs: string): SideMarks {
  return { mine: wordMarks(base, mine), theirs: wordMarks(base, theirs) };
}

/** Undefined where that is too much to be looked at word by word. */
export function wordMarks(base: string, side: string): WordMark[] | undefined {
  if (base.trim() === '' || base.length + side.length > MAX_CHARACTERS) return undefined;
  const changes = diffWordsWithSpace(base, side, { maxEditLength: MAX_CHANGES });
  return changes?.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}
