import { problem } from '#lib/problem.ts';

export const noMessage = problem(404, 'mailbox.noMessage', "We don't have what you're looking for.");
export const foreignCursor = problem(400, 'mailbox.foreignCursor', 'That page belongs to another list.');
export const noReaders = problem(409, 'mailbox.noReaders', 'Nobody would get it.');
export const noText = problem(409, 'mailbox.noText', 'It has no English text yet.');
export const needsRelease = problem(
  409,
  'mailbox.needsRelease',
  'With this many readers, a second person has to release it first.',
);
export const messageChanged = problem(
  409,
  'mailbox.changed',
  'Somebody has changed it in the meantime. What you typed is still here.',
);
export const notNow = problem(409, 'mailbox.notNow', 'That can’t be done anymore, or not by you.');
export const badAudience = problem(400, 'mailbox.badAudience', 'There is nobody like that.');
export const badPath = problem(400, 'mailbox.badPath', 'Give a path on this site, such as /account.');
export const badAbout = problem(
  400,
  'mailbox.badAbout',
  'That doesn’t exist, or isn’t theirs. Only a message to one player can be about something they own.',
);
export const noFiles = problem(400, 'mailbox.noFiles', 'Choose a file first.');
