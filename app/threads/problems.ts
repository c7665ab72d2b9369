import { problem } from '#lib/problem.ts';

export const noThread = problem(404, 'threads.noThread', "We don't have what you're looking for.");
export const noMessage = problem(400, 'threads.noMessage', 'Write something first.');
export const longMessage = problem(400, 'threads.longMessage', 'That’s too long for one message. Send it in parts.');
export const moved = problem(
  409,
  'threads.moved',
  'Somebody wrote here in the meantime. Read it, then send your reply again.',
);
export const editOver = problem(409, 'threads.editOver', 'It’s too late to change this message.');
export const tooManyFiles = problem(400, 'threads.tooManyFiles', 'Attach at most four files.');
export const largeFile = problem(413, 'threads.largeFile', 'A file can be at most 5 MB.');
export const badPicture = problem(400, 'threads.badPicture', 'One of the pictures can’t be read.');
export const noReaction = problem(400, 'threads.noReaction', 'That’s not one of the choices.');
export const emptyFile = problem(400, 'threads.emptyFile', 'One of the files is empty.');
