import { problem } from '#lib/problem.ts';

export const noPost = problem(404, 'posts.noPost', "We don't have what you're looking for.");
export const noFeed = problem(404, 'posts.noFeed', "We don't have what you're looking for.");
