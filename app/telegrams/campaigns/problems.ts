import { problem } from '#lib/problem.ts';

export const noCampaign = problem(404, 'campaigns.noCampaign', 'There’s no such campaign.');
export const campaignChanged = problem(
  412,
  'campaigns.changed',
  'Somebody else changed this campaign while you were writing. Nothing of yours is lost: compare, and save again.',
);
export const notNow = problem(409, 'campaigns.notNow', 'That can’t be done while the campaign is in this state.');
export const needsRelease = problem(
  409,
  'campaigns.needsRelease',
  'It goes to more than 1,000 readers: a second person has to release it first.',
);
export const emptyIssue = problem(
  409,
  'campaigns.emptyIssue',
  'There’s nothing to read yet: write a subject and a text.',
);
export const noTestAddress = problem(
  409,
  'campaigns.noTestAddress',
  'Your account has no address that a test could go to.',
);
export const openSlots = problem(
  409,
  'campaigns.openSlots',
  'Some placeholders are still empty: fill in everything in double braces.',
);
export const staleSchedule = problem(
  409,
  'campaigns.staleSchedule',
  'Its time passed more than an hour ago, while nothing was sent. Start it now, or schedule it again, if it’s still worth sending.',
);
export const noFiles = problem(400, 'campaigns.noFiles', 'Choose a file first.');
export const heavyFiles = problem(
  413,
  'campaigns.heavyFiles',
  'All files together can be at most 2 MB: each email carries them. Put larger ones on the site, and link to them.',
);
export const oddFile = problem(
  415,
  'campaigns.oddFile',
  'Mail servers refuse files like that. Use a picture, a PDF, a text file, a calendar, a table (csv) or a zip.',
);
export const badHeader = problem(
  400,
  'campaigns.badHeader',
  'One header per line, such as X-Season: autumn. Names begin with X- or List-, at most 10 of them, each once. The site writes the ones for unsubscribing itself.',
);
export const archiveNameTaken = problem(409, 'campaigns.archiveNameTaken', 'Another issue has that address already.');
export const noTemplate = problem(404, 'campaigns.noTemplate', 'There is no such template.');
export const noIssue = problem(404, 'campaigns.noIssue', "We don't have what you're looking for.");
