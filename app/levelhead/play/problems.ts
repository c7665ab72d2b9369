import { problem } from '#lib/problem.ts';

export const invalidPlay = problem(400, 'levelhead.invalidPlay', 'That is not what a game sends. Look at fields.');
export const ownLevel = problem(400, 'levelhead.ownLevel', 'That level is their own: only what others do counts.');
export const notTheirLevel = problem(403, 'levelhead.notTheirLevel', 'That level is somebody else’s.');
export const notInMarketing = problem(
  409,
  'levelhead.notInMarketing',
  'That level is not in the Marketing Department.',
);
export const enoughToday = problem(
  429,
  'levelhead.enoughToday',
  'That is enough for one day. The next one starts at midnight, UTC.',
);
