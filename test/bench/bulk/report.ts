import { tableOf } from '../table.ts';

export interface BulkFigures {
  deed: string;
  /** Milliseconds, each of all items. */
  preview: number;
  run: number;
  undo: number;
}

export interface BulkReport {
  items: number;
  /** Milliseconds of the rows of a new tag in SQL alone. */
  bare: number;
  figures: readonly BulkFigures[];
}

export function bulkSections({ items, bare, figures }: BulkReport): string[] {
  const rate = (ms: number) => Math.round((items / ms) * 1000).toLocaleString('en-US');
  const rows = figures.map(({ deed, preview, run, undo }) => [
    deed,
    rate(preview),
    rate(run),
    rate(undo),
    `${(run / bare).toFixed(1)} ×`,
  ]);
  const heads = ['', 'previewed, items/s', 'changed, items/s', 'undone, items/s', 'of the time of SQL alone'];
  const alone = `The rows of a new tag in SQL alone, a commit for 96 items: ${rate(bare)} items/s.`;
  return [
    `## Many items at once\n\nAll ${items.toLocaleString('en-US')} items of a crate as one act. ${alone}\n\n${tableOf(heads, rows)}`,
  ];
}
