import { problem } from '#lib/problem.ts';

export const noProject = problem(404, 'feedbag.noProject', "We don't have what you're looking for.");
export const noEntry = problem(404, 'feedbag.noEntry', "We don't have what you're looking for.");
export const missingTitle = problem(400, 'feedbag.missingTitle', 'Say in a few words what it is about.');
export const longTitle = problem(400, 'feedbag.longTitle', 'That is too long.');
export const unknownPlatform = problem(400, 'feedbag.unknownPlatform', 'That is not one of the choices.');
export const blocked = problem(403, 'feedbag.blocked', 'You can read here, but not write any more.');
export const voteClosed = problem(409, 'feedbag.voteClosed', 'This is settled, so nobody can vote on it any more.');
export const badStatus = problem(400, 'feedbag.badStatus', 'That is not one of the choices.');
export const notMergeable = problem(409, 'feedbag.notMergeable', 'These two cannot be merged.');
export const noProof = problem(
  400,
  'feedbag.noProof',
  'Your browser has not proved that somebody sits before it. Wait a moment, then send it again.',
);
export const isSpam = problem(
  400,
  'feedbag.isSpam',
  'That came faster than anybody types. Wait a moment, then send it again.',
);
export const badCursor = problem(400, 'feedbag.badCursor', 'There is no such page of the list.');
export const noVoter = problem(400, 'feedbag.noVoter', 'Name an account or an email address.');
