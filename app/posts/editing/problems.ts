import { problem } from '#lib/problem.ts';

export const slugTaken = problem(409, 'posts.slugTaken', 'Another post has that address.');
export const slugMissing = problem(
  400,
  'posts.slugMissing',
  'A post needs a name in its address before it is published.',
);
export const badSlug = problem(400, 'posts.badSlug', 'Lowercase letters, digits and single hyphens: like-this-2.');
export const checksFailed = problem(
  400,
  'posts.checksFailed',
  'It is saved, but not out: a few things have to be put right first. They are listed under Checks.',
);
export const mayNotHandOver = problem(
  403,
  'posts.mayNotHandOver',
  'The first author owns the post. Only the owner and admins can hand it over.',
);
export const notYetOut = problem(
  409,
  'posts.notYetOut',
  'A post can be translated once it’s published. Keep it hidden until the translations are ready, if you like.',
);
