import { problem } from '#lib/problem.ts';

export const noShortlink = problem(404, 'shortlinks.noShortlink', 'There is no such shortlink.');
export const invalidShortlink = problem(400, 'shortlinks.invalidShortlink', 'That is not how a shortlink is made.');
export const slugTaken = problem(
  409,
  'shortlinks.slugTaken',
  'There is a shortlink with that name already, or with one that looks like it.',
);
export const slugReserved = problem(
  400,
  'shortlinks.slugReserved',
  'That name is reserved, because people would take it for a page of ours.',
);
export const targetNotAllowed = problem(
  400,
  'shortlinks.targetNotAllowed',
  'Shortlinks lead to whole addresses that begin with https:// or http:// and a name, without a password in them.',
);
export const targetLoops = problem(400, 'shortlinks.targetLoops', 'A shortlink can’t lead to another shortlink.');
export const targetLooksAlike = problem(
  400,
  'shortlinks.targetLooksAlike',
  'That address looks like another one: some of its letters are of another script.',
);
export const staleShortlink = problem(
  412,
  'shortlinks.staleShortlink',
  'Somebody else changed this shortlink meanwhile. Look at what it is now.',
);
export const wrongPassword = problem(403, 'shortlinks.wrongPassword', 'That isn’t the password.');
export const shortlinkOver = problem(410, 'shortlinks.shortlinkOver', 'This link has ended.');
export const wrongCursor = problem(400, 'shortlinks.wrongCursor', 'The list can’t go on after that.');
