import { diffArrays, diffWords } from 'diff';

import { parseBlocks } from './blocks.ts';
import type { Block } from './blocks.ts';
import type { ChangedBlock, ChangedSection, TextChange } from './change.ts';

/** Two blocks are one reworded block when at least this share of their letters is common. */
const MIN_SIMILARITY = 0.4;

/** By section, word by word in reworded paragraphs, without unchanged sections. Both texts are markdown. */
export function changesBetween(before: string, after: string): ChangedSection[] {
  return groupIntoSections(alignedBlocks(parseBlocks(before), parseBlocks(after)))
    .filter(isChanged)
    .map(foldUnchanged);
}

function alignedBlocks(before: Block[], after: Block[]): ChangedBlock[] {
  const aligned: ChangedBlock[] = [];
  let gone: Block[] = [];
  const runs = diffArrays(before, after, { comparator: (a, b) => a.kind === b.kind && a.text === b.text });
  for (const run of runs) {
    if (run.removed) {
      gone = run.value;
      continue;
    }
    if (run.added) aligned.push(...pairRewordedBlocks(gone, run.value));
    else
      aligned.push(...gone.map((block) => whole(block, 'removed')), ...run.value.map((block) => whole(block, 'same')));
    gone = [];
  }
  return [...aligned, ...gone.map((block) => whole(block, 'removed'))];
}

function pairRewordedBlocks(gone: Block[], come: Block[]): ChangedBlock[] {
  const blocks: ChangedBlock[] = [];
  let next = 0;
  for (const old of gone) {
    const words = come.map((block) => (block.kind === old.kind ? wordsBetween(old.text, block.text) : []));
    const match = words.findIndex((parts, index) => index >= next && similarity(parts) >= MIN_SIMILARITY);
    // Blocks added before the next heading belong to the section that a removed heading ends.
    const end = match === -1 ? (old.kind === 'heading' ? headingAfter(come, next) : next) : match;
    blocks.push(...come.slice(next, end).map((block) => whole(block, 'added')));
    blocks.push(match === -1 ? whole(old, 'removed') : { kind: old.kind, parts: words[match] ?? [] });
    next = match === -1 ? end : match + 1;
  }
  return [...blocks, ...come.slice(next).map((block) => whole(block, 'added'))];
}

function headingAfter(blocks: Block[], start: number): number {
  const found = blocks.findIndex(({ kind }, index) => index >= start && kind === 'heading');
  return found === -1 ? blocks.length : found;
}

function wordsBetween(before: string, after: string): TextChange[] {
  return diffWords(before, after).map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

function similarity(parts: readonly TextChange[]): number {
  const letters = (kinds: TextChange['kind'][]) =>
    parts.reduce((sum, { kind, text }) => sum + (kinds.includes(kind) ? text.length : 0), 0);
  const all = 2 * letters(['same']) + letters(['added', 'removed']);
  return all === 0 ? 0 : (2 * letters(['same'])) / all;
}

function whole({ kind, text }: Block, how: TextChange['kind']): ChangedBlock {
  return { kind, parts: [{ kind: how, text }] };
}

interface BlockSection {
  heading: ChangedBlock | undefined;
  blocks: ChangedBlock[];
}

function groupIntoSections(blocks: ChangedBlock[]): BlockSection[] {
  const sections: BlockSection[] = [{ heading: undefined, blocks: [] }];
  for (const block of blocks) {
    if (block.kind === 'heading') sections.push({ heading: block, blocks: [] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections;
}

function isChanged({ heading, blocks }: BlockSection): boolean {
  return [...(heading === undefined ? [] : [heading]), ...blocks].some((block) => !isSame(block));
}

function isSame({ parts }: ChangedBlock): boolean {
  return parts.every(({ kind }) => kind === 'same');
}

function foldUnchanged({ heading, blocks }: BlockSection): ChangedSection {
  const rest: (ChangedBlock | number)[] = [];
  for (const block of blocks) {
    const last = rest.at(-1);
    if (!isSame(block)) rest.push(block);
    else if (typeof last === 'number') rest[rest.length - 1] = last + 1;
    else rest.push(1);
  }
  return { heading: heading?.parts, blocks: rest };
}
