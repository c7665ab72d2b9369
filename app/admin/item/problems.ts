import { problem } from '#lib/problem.ts';

export const hasOwnEditor = problem(
  409,
  'admin.hasOwnEditor',
  'This is changed and removed in a place of its own, which tells readers, keeps drafts and counts. Use the link to it.',
);
export const noPerson = problem(404, 'admin.noPerson', 'Nobody has that alias, Lookup Code or address.');
export const severalPeople = problem(
  409,
  'admin.severalPeople',
  'Several people have had that name. Give a Lookup Code instead.',
);
export const isOnItem = problem(409, 'admin.isOnItem', 'This person is on the item already.');
export const lastPerson = problem(
  409,
  'admin.lastPerson',
  'An item needs an owner. Hand it over before you take this person off.',
);
export const noJsonObject = problem(
  400,
  'admin.noJsonObject',
  'Write a JSON object of names with texts, numbers, true or false.',
);
export const noJson = problem(400, 'admin.noJson', 'This is no JSON, or it is nested deeper than 64 levels.');
export const noFile = problem(400, 'admin.noFile', 'Choose a file.');
