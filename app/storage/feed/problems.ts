import { problem } from '#lib/problem.ts';

export const foreignToken = problem(400, 'storage.foreignToken', 'Invalid since: not a token of this crate’s changes.');
export const changesGone = problem(
  410,
  'storage.changesGone',
  'The changes since then are no longer told. Start anew, without since.',
);
export const tooManyStreams = problem(503, 'storage.tooManyStreams', 'Too many are following. Try again later.');
