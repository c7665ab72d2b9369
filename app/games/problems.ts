import { problem } from '#lib/problem.ts';

export const noGame = problem(404, 'games.noGame', "We don't have what you're looking for.");
