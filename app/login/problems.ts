import { problem } from '#lib/problem.ts';

export const invalidWho = problem(400, 'login.invalidWho', 'That email or Lookup Code is invalid!');
export const wrongCode = problem(400, 'login.wrongCode', 'That’s not the code. Take another look?');
export const codeOver = problem(410, 'login.codeOver', 'That code no longer works. Ask for a new email.');
export const noRegistration = problem(
  410,
  'login.noRegistration',
  'You took your time, and that’s fine. Just sign in once more.',
);
export const noAgreement = problem(400, 'login.noAgreement', 'An account needs your yes to the terms.');
export const wrongRecoveryCode = problem(
  400,
  'recovery.wrongCode',
  'That isn’t a recovery code of that account, or it was used before.',
);
export const tooManyStreams = problem(503, 'login.tooManyStreams', 'Too many pages of this site are open. Close some.');
export const eventsOnly = problem(406, 'login.eventsOnly', 'This call answers with text/event-stream alone.');
