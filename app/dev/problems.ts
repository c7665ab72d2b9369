import { problem } from '#lib/problem.ts';

export const noSuchCast = problem(
  404,
  'dev.noSuchCast',
  'Nobody of that name is in the cast: player, creator, collaborator, staff, admin, super.',
);
export const ticketSpent = problem(404, 'dev.ticketSpent', "We don't have what you're looking for.");
