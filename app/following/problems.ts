import { problem } from '#lib/problem.ts';

export const noSubject = problem(404, 'following.noSubject', 'There is nothing like that to follow.');
export const tooManyFollows = problem(
  409,
  'following.tooManyFollows',
  'You follow a thousand things already. Unfollow one first.',
);
