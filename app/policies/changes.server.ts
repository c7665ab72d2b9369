import { diffArrays, diffWords } from 'diff';

import { blocksOf } from './blocks.ts';
import type { Block } from './blocks.ts';
import type { ChangedBlock, ChangedSection, Part } from './change.ts';

/** Two blocks are the same one in two wordings when at least this share of their letters is common to both. */
const KINSHIP = 0.4;

/**
 * What differs between two texts, by section, word by word where a paragraph was reworded. Sections without a
 * difference are left out, so that two equal texts give none.
 * @param before and @param after are the markdown of two versions
 */
export function changesBetween(before: string, after: string): ChangedSection[] {
  return sectionsOf(alignedBlocks(blocksOf(before), blocksOf(after)))
    .filter(isChanged)
    .map(folded);
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
    if (run.added) aligned.push(...reworded(gone, run.value));
    else
      aligned.push(...gone.map((block) => whole(block, 'removed')), ...run.value.map((block) => whole(block, 'same')));
    gone = [];
  }
  return [...aligned, ...gone.map((block) => whole(block, 'removed'))];
}

/** Blocks that went and blocks that came in their place: a pair that is close enough is one block, reworded. */
function reworded(gone: Block[], come: Block[]): ChangedBlock[] {
  const blocks: ChangedBlock[] = [];
  let next = 0;
  for (const old of gone) {
    const words = come.map((block) => (block.kind === old.kind ? wordsBetween(old.text, block.text) : []));
    const match = words.findIndex((parts, index) => index >= next && kinship(parts) >= KINSHIP);
    // What came before the next heading belongs to the section that ends where an old heading went.
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

function wordsBetween(before: string, after: string): Part[] {
  return diffWords(before, after).map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

function kinship(parts: readonly Part[]): number {
  const letters = (kinds: Part['kind'][]) =>
    parts.reduce((sum, { kind, text }) => sum + (kinds.includes(kind) ? text.length : 0), 0);
  const all = 2 * letters(['same']) + letters(['added', 'removed']);
  return all === 0 ? 0 : (2 * letters(['same'])) / all;
}

function whole({ kind, text }: Block, how: Part['kind']): ChangedBlock {
  return { kind, parts: [{ kind: how, text }] };
}

interface Section {
  heading: ChangedBlock | undefined;
  blocks: ChangedBlock[];
}

function sectionsOf(blocks: ChangedBlock[]): Section[] {
  const sections: Section[] = [{ heading: undefined, blocks: [] }];
  for (const block of blocks) {
    if (block.kind === 'heading') sections.push({ heading: block, blocks: [] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections;
}

function isChanged({ heading, blocks }: Section): boolean {
  return [...(heading === undefined ? [] : [heading]), ...blocks].some((block) => !isSame(block));
}

function isSame({ parts }: ChangedBlock): boolean {
  return parts.every(({ kind }) => kind === 'same');
}

/** Neighbours that stayed become their number. */
function folded({ heading, blocks }: Section): ChangedSection {
  const rest: (ChangedBlock | number)[] = [];
  for (const block of blocks) {
    const last = rest.at(-1);
    if (!isSame(block)) rest.push(block);
    else if (typeof last === 'number') rest[rest.length - 1] = last + 1;
    else rest.push(1);
  }
  return { heading: heading?.parts, blocks: rest };
}
