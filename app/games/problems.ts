import { problem } from '#lib/problem.ts';

export const unknownGame = problem(400, 'posts.unknownGame', 'There is no such game.');
export const noGame = problem(404, 'games.noGame', "We don't have what you're looking for.");
