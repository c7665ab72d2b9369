import { problem } from '#lib/problem.ts';

export const noProject = problem(404, 'feedbag.noProject', "We don't have what you're looking for.");
export const noEntry = problem(404, 'feedbag.noEntry', "We don't have what you're looking for.");
export const missingTitle = problem(400, 'feedbag.missingTitle', 'Say in a few words what it is about.');
export const longTitle = problem(400, 'feedbag.longTitle', 'That’s too long.');
export const unknownPlatform = problem(400, 'feedbag.unknownPlatform', 'That’s not one of the choices.');
export const blocked = problem(403, 'feedbag.blocked', 'You can read here, but not write anymore.');
export const voteClosed = problem(409, 'feedbag.voteClosed', 'This is settled, so nobody can vote on it anymore.');
export const voteVoid = problem(409, 'feedbag.voteVoid', 'We’ve looked at your vote here, and it doesn’t count.');
export const noHeldVotes = problem(409, 'feedbag.noHeldVotes', 'Nothing waits here any more. Somebody was faster.');
export const badStatus = problem(400, 'feedbag.badStatus', 'That’s not one of the choices.');
export const notMergeable = problem(409, 'feedbag.notMergeable', 'These two can’t be merged.');
export const notSplittable = problem(409, 'feedbag.notSplittable', 'That cannot become an entry of its own.');
export const splitUsed = problem(
  409,
  'feedbag.splitUsed',
  'Others have voted or written there already. Merge the two instead.',
);
export const badWebhook = problem(400, 'feedbag.badWebhook', 'Give an https address outside our own network.');
export const noEvents = problem(400, 'feedbag.noEvents', 'Choose at least one.');
export const noWebhook = problem(404, 'feedbag.noWebhook', "We don't have what you're looking for.");
export const webhooksFull = problem(
  409,
  'feedbag.webhooksFull',
  'There are as many as a project may have. Delete one first.',
);
export const badProjectId = problem(
  400,
  'feedbag.badProjectId',
  'An address has 2 to 40 small letters, digits and hyphens, and is not taken.',
);
export const missingName = problem(400, 'feedbag.missingName', 'Give it a name.');
export const projectMoved = problem(
  409,
  'feedbag.projectMoved',
  'Somebody has changed this meanwhile. Reload, then change it again.',
);
export const statusTaken = problem(409, 'feedbag.statusTaken', 'There is one of that name already.');
export const statusUsed = problem(
  409,
  'feedbag.statusUsed',
  'Some feedback has this status. Give it another one first.',
);
export const statusesFull = problem(
  409,
  'feedbag.statusesFull',
  'There are as many as there may be. Delete one first.',
);
export const noProof = problem(
  400,
  'feedbag.noProof',
  'We couldn’t check that you’re human. Sign in, or turn on JavaScript.',
);
export const isSpam = problem(
  400,
  'feedbag.isSpam',
  'That came faster than anybody types. Wait a moment, then send it again.',
);
export const badCursor = problem(400, 'feedbag.badCursor', 'The list has no such page.');
export const noVoter = problem(400, 'feedbag.noVoter', 'Name a Lookup Code or an email address.');
