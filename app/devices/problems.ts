import { problem } from '#lib/problem.ts';

export const noClient = problem(404, 'devices.noClient', 'No game of that id signs players in by a code.');
export const slowDown = problem(400, 'devices.slowDown', 'You ask too often. Wait longer between two questions.');
export const denied = problem(403, 'devices.denied', 'The player has said no.');
export const over = problem(410, 'devices.over', 'That code no longer works. Ask for a new one.');
export const used = problem(410, 'devices.used', 'That code has been used: there is one key for it.');

export const unknownCode = problem(
  404,
  'devices.unknownCode',
  'No game is showing that code right now. Compare it once more, letter by letter.',
);
export const codeExpired = problem(410, 'devices.codeExpired', 'That code is too old. Have the game show a new one.');
export const alreadyApproved = problem(
  409,
  'devices.alreadyApproved',
  'This code is approved already. Your game goes on by itself.',
);
export const alreadyDenied = problem(
  409,
  'devices.alreadyDenied',
  'Somebody has said no to this code. Have the game show a new one.',
);
export const alreadyUsed = problem(
  409,
  'devices.alreadyUsed',
  'This code has done its work: the game is signed in. Each code works once.',
);
export const noPermissions = problem(400, 'devices.noPermissions', 'Tick at least one thing that the game may do.');
