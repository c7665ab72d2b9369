import { problem } from '#lib/problem.ts';

export const noPost = problem(404, 'posts.noPost', "We don't have what you're looking for.");
export const renderersBusy = problem(
  503,
  'posts.renderersBusy',
  'Too many texts are being prepared at once. Try again in a moment.',
);
export const noFeed = problem(404, 'posts.noFeed', "We don't have what you're looking for.");
