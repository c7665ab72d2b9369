import { problem } from '#lib/problem.ts';

export const noAnnouncement = problem(404, 'announcements.noAnnouncement', 'There is no such announcement.');
export const noVersion = problem(404, 'announcements.noVersion', 'There is no such version of it.');
export const announcementChanged = problem(
  412,
  'announcements.changed',
  'Somebody else has changed it meanwhile. Load the page again, and what you typed is still here to copy.',
);
export const tooManyLive = problem(
  409,
  'announcements.tooManyLive',
  'Two hundred live announcements are the most. Stop one that is over first.',
);
export const isLive = problem(409, 'announcements.isLive', 'It is live. Stop it first.');
export const tooManyReaders = problem(
  409,
  'announcements.tooManyReaders',
  'A million have acknowledged it: the game has to remember this one itself.',
);
export const noTitle = problem(400, 'announcements.noTitle', 'It needs a title and a text in English.');
export const halfText = problem(400, 'announcements.halfText', 'A language needs both, a title and a text.');
export const longText = problem(400, 'announcements.longText', 'That is too long.');
export const notALink = problem(400, 'announcements.notALink', 'A link is an address that begins with https://.');
export const notARange = problem(
  400,
  'announcements.notARange',
  'That isn’t a range of versions, such as >=17.9 <17.36.4.',
);
export const notATime = problem(400, 'announcements.notATime', 'That isn’t a date with a time.');
export const endsTooEarly = problem(400, 'announcements.endsTooEarly', 'It would end before it starts.');
export const notAZone = problem(400, 'announcements.notAZone', 'That isn’t a time zone, such as Europe/Berlin.');
export const notAShare = problem(400, 'announcements.notAShare', 'A share is a number from 0 to 100.');
export const notAPriority = problem(400, 'announcements.notAPriority', 'A priority is a whole number from 0 to 100.');
