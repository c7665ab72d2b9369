import { problem } from '#lib/problem.ts';

export const noContext = problem(404, 'aliases.noContext', "We don't have what you're looking for.");
export const noAlias = problem(404, 'aliases.noAlias', 'Nobody of that id has a name there.');
export const taken = problem(409, 'aliases.taken', 'That name is taken.');
export const tooSoon = problem(409, 'aliases.tooSoon', 'You have changed your name not long ago.');

export const wrongLength = problem(400, 'aliases.wrongLength', 'A name has 2 to 24 letters.');
export const wrongDirection = problem(
  400,
  'aliases.wrongDirection',
  'A name has no characters that turn the direction of writing.',
);
export const invisible = problem(400, 'aliases.invisible', 'A name has no invisible characters.');
export const wrongLetters = problem(
  400,
  'aliases.wrongLetters',
  "A name is made of letters and digits of any script, spaces, emoji and - _ . ' ’ ·",
);
export const tooManyMarks = problem(
  400,
  'aliases.tooManyMarks',
  'A name has at most two accents over or under one letter, and none twice.',
);
export const noLetter = problem(400, 'aliases.noLetter', 'A name has at least one letter.');
export const tooManyEmoji = problem(400, 'aliases.tooManyEmoji', 'A name has at most two emoji.');
export const wrongEdges = problem(
  400,
  'aliases.wrongEdges',
  'A name starts and ends with a letter, a digit or an emoji, and has no two signs or spaces side by side.',
);
export const reserved = problem(400, 'aliases.reserved', 'That name is kept for the studio and its games.');

export const RULES = [
  ...[wrongLength, wrongDirection, invisible, wrongLetters, tooManyMarks],
  ...[noLetter, tooManyEmoji, wrongEdges, reserved],
];
