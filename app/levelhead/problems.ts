import { problem } from '#lib/problem.ts';

export const noLevel = problem(404, 'levelhead.noLevel', 'There is no such level.');
export const noPlayer = problem(404, 'levelhead.noPlayer', 'There is no such player.');
export const noPlaylist = problem(404, 'levelhead.noPlaylist', 'There is no such playlist.');
export const listFull = problem(409, 'levelhead.listFull', 'This list is full. Take something out first.');
export const notYourself = problem(
  400,
  'levelhead.notYourself',
  'You already know what you are up to: follow somebody else.',
);
export const ownLike = problem(400, 'levelhead.ownLike', 'We know that you like your own level. Let others say it.');
export const foreignPage = problem(400, 'levelhead.foreignPage', 'This token is not the next page of that search.');
export const noSavedSearch = problem(404, 'levelhead.noSavedSearch', 'That search no longer exists.');
export const savedSearchesFull = problem(
  409,
  'levelhead.savedSearchesFull',
  'Fifty searches is the limit. Delete one first.',
);
export const rudeWords = problem(400, 'levelhead.rudeWords', 'Some of these words would hurt somebody. Try others.');
export const unnamedSearch = problem(400, 'levelhead.unnamedSearch', 'Give it a name of 1 to 60 characters.');
