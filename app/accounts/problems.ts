import { problem } from '#lib/problem.ts';

export const noAccount = problem(404, 'accounts.noAccount', "We don't have what you're looking for.");
export const lastWayIn = problem(
  409,
  'accounts.lastWayIn',
  'That’s the last way into your account. Add another one first.',
);
export const invalidEmail = problem(400, 'accounts.invalidEmail', 'That’s not an email address.');
export const tooManyEmails = problem(409, 'accounts.tooManyEmails', 'Ten addresses is the limit. Remove one first.');
export const ownEmail = problem(409, 'accounts.ownEmail', 'That address is already yours.');
export const takenEmail = problem(
  409,
  'accounts.takenEmail',
  'Another account has confirmed that address. Sign in with it, and remove it there.',
);
export const noEmail = problem(404, 'accounts.noEmail', 'That address isn’t in your account anymore.');
export const wrongCode = problem(400, 'accounts.wrongCode', 'That’s not the code. Take another look?');
export const codeOver = problem(409, 'accounts.codeOver', 'That code no longer works. Ask for another email.');
export const tooManyMails = problem(
  429,
  'accounts.tooManyMails',
  'We’ve sent plenty of emails to that address today. Try again tomorrow.',
);
export const accountBanned = problem(403, 'accounts.banned', 'This account can’t come in right now.');
export const undoOver = problem(409, 'accounts.undoOver', 'That link no longer works.');
export const accountFrozen = problem(
  403,
  'recovery.frozen',
  'This account is frozen, because somebody has undone a change of its addresses. Sign in by a mail to one of them.',
);
export const noRecovery = problem(409, 'recovery.over', 'That link no longer works. Ask the studio for another one.');
export const passkeyFirst = problem(
  403,
  'recovery.passkeyFirst',
  'Your role wants a passkey: prove that it’s you by one of yours first.',
);
export const lockedMerge = problem(
  409,
  'merges.locked',
  'One of the two accounts is banned, frozen, or about to be deleted, so they stay apart.',
);
export const roleFirst = problem(
  409,
  'merges.roleFirst',
  'An account with a role can’t go. Give up the role first, or keep that account.',
);
export const recentChange = problem(
  409,
  'merges.recentChange',
  'One of the two accounts got a new way in within the last 72 hours, or a change of its addresses can still be undone. Try again after that.',
);

export const noBlock = problem(409, 'feedbag.noBlock', 'You can’t block that person.');
