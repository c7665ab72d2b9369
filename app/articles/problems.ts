import { problem } from '#lib/problem.ts';

export const renderersBusy = problem(
  503,
  'posts.renderersBusy',
  'Too many texts are being prepared at once. Try again in a moment.',
);
