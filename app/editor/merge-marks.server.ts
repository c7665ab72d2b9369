import { diffWordsWithSpace } from 'diff';

import { isConflict } from './merge.ts';
import type { Merge, SideMarks, WordMark } from './merge.ts';

/** Beyond so many changed words nobody looks at single ones, and finding them takes time by their square. */
const MAX_CHANGES = 400;
const MAX_CHARACTERS = 20_000;

export function withMarks(merge: Merge): Merge {
  return {
    ...merge,
    fields: merge.fields.map((one) => Object.assign(one, { marks: markSides(one.base, one.mine, one.theirs) })),
    parts: merge.parts.map((part) => {
      if (!isConflict(part)) return part;
      const [base = '', mine = '', theirs = ''] = [part.base, part.mine, part.theirs].map((lines) => lines.join('\n'));
      return Object.assign(part, { marks: markSides(base, mine, theirs) });
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
