import { problem } from '#lib/problem.ts';

export const noSuchCast = problem(
  404,
  'dev.noSuchCast',
  'Nobody of that name is in the cast: player, creator, collaborator, staff, admin, super.',
);
export const noTicket = problem(404, 'dev.noTicket', "We don't have what you're looking for.");
export const notHere = problem(404, 'dev.notHere', "We don't have what you're looking for.");
export const headerTooLarge = problem(413, 'dev.headerTooLarge', 'A header holds no more than 4 KB of body.');
