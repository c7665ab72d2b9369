import { problem } from '#lib/problem.ts';

export const noLevel = problem(404, 'levelhead.noLevel', 'There is no such level.');
export const noPlayer = problem(404, 'levelhead.noPlayer', 'There is no such player.');
export const noPlaylist = problem(404, 'levelhead.noPlaylist', 'There is no such playlist.');
export const notYourself = problem(
  400,
  'levelhead.notYourself',
  'You already know what you are up to: follow somebody else.',
);
export const foreignPage = problem(400, 'levelhead.foreignPage', 'This token is not the next page of that search.');
