import { problem } from '#lib/problem.ts';

export const noAccount = problem(404, 'accounts.noAccount', "We don't have what you're looking for.");
export const lastWayIn = problem(
  409,
  'accounts.lastWayIn',
  'That is the last way into your account. Add another one first.',
);
export const invalidEmail = problem(400, 'accounts.invalidEmail', 'That is no e-mail address.');
export const tooManyEmails = problem(409, 'accounts.tooManyEmails', 'Ten addresses are the most. Remove one first.');
export const ownEmail = problem(409, 'accounts.ownEmail', 'That address is yours already.');
export const takenEmail = problem(
  409,
  'accounts.takenEmail',
  'Another account has proved that address. Sign in with it, and remove it there.',
);
export const noEmail = problem(404, 'accounts.noEmail', 'That address is not in your account any more.');
export const wrongCode = problem(400, 'accounts.wrongCode', 'That code is wrong. Look once more?');
export const codeOver = problem(409, 'accounts.codeOver', 'That code does not work any more. Ask for another mail.');
export const tooManyMails = problem(
  429,
  'accounts.tooManyMails',
  'That address has had many mails from us today. Try again tomorrow.',
);
export const accountBanned = problem(403, 'accounts.banned', 'This account may not come in at the moment.');
export const undoOver = problem(409, 'accounts.undoOver', 'That link does not work any more.');
