import { problem } from '#lib/problem.ts';

export const noContext = problem(404, 'aliases.noContext', "We don't have what you're looking for.");
export const noAlias = problem(404, 'aliases.noAlias', 'Nobody of that id has a name there.');
export const taken = problem(409, 'aliases.taken', 'That alias is taken. Try another one.');
export const tooSoon = problem(
  409,
  'aliases.tooSoon',
  'You changed your alias not long ago. Stick with this one a little longer.',
);

export const tooLateToUndo = problem(
  409,
  'aliases.tooLateToUndo',
  'There’s no change of your alias from the last ten minutes to take back.',
);

export const wrongLength = problem(400, 'aliases.wrongLength', 'An alias needs 2 to 24 characters.');
export const wrongDirection = problem(
  400,
  'aliases.wrongDirection',
  'There’s a hidden character in it that flips the direction of the text. Type it again by hand.',
);
export const invisible = problem(
  400,
  'aliases.invisible',
  'There’s an invisible character in it. Type it again by hand.',
);
export const wrongLetters = problem(
  400,
  'aliases.wrongLetters',
  "Only use letters, digits, spaces, emoji and - _ . ' ’ ·",
);
export const tooManyMarks = problem(
  400,
  'aliases.tooManyMarks',
  'One letter can have two accents at most, and not the same one twice.',
);
export const noLetter = problem(400, 'aliases.noLetter', 'An alias needs at least one letter.');
export const tooManyEmoji = problem(400, 'aliases.tooManyEmoji', 'Two emoji is the limit.');
export const wrongEdges = problem(
  400,
  'aliases.wrongEdges',
  'Start and end with a letter, a digit or an emoji, and don’t put two symbols or spaces side by side.',
);
export const reserved = problem(
  400,
  'aliases.reserved',
  'That alias is reserved for the studio and its games. Try another one.',
);

export const RULES = [
  wrongLength,
  wrongDirection,
  invisible,
  wrongLetters,
  tooManyMarks,
  noLetter,
  tooManyEmoji,
  wrongEdges,
  reserved,
];
