import { problem } from '#lib/problem.ts';

/** A line of the answer to an import, whose status is already sent. */
export const noExport = problem(400, 'storage.noExport', 'That does not begin as an export of a crate.');
export const invalidLine = problem(400, 'storage.invalidLine', 'That is no line of an export, or not in its place.');
export const lineTooLong = problem(400, 'storage.lineTooLong', 'No line of an export is that long.');
export const itemDiffers = problem(409, 'storage.itemDiffers', 'The item is there with other content.');
export const itemTrashed = problem(409, 'storage.itemTrashed', 'The item is in the trash.');
export const bodyMissing = problem(
  409,
  'storage.bodyMissing',
  'The body of this item was missing where it comes from.',
);
export const notWhole = problem(
  400,
  'storage.notWhole',
  'The export is not whole: something is missing or was changed.',
);
export const tooManyRefusals = problem(400, 'storage.tooManyRefusals', 'Too much was refused; the rest was not read.');
