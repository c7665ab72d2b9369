import { problem } from '#lib/problem.ts';

export const noDocument = problem(404, 'editor.noDocument', "We don't have what you're looking for.");
export const changedByOthers = problem(
  412,
  'editor.changedByOthers',
  'Somebody saved this while you were writing. Nothing is lost: put both together below.',
);
export const choiceMissing = problem(
  400,
  'editor.choiceMissing',
  'Choose what stays, wherever both of you changed something.',
);
export const noZone = problem(400, 'editor.noZone', 'The name of a time zone, as Europe/Berlin.');
export const noTime = problem(400, 'editor.noTime', 'A day and a time of day.');
export const pastTime = problem(400, 'editor.pastTime', 'That is over already.');
export const skippedTime = problem(
  400,
  'editor.skippedTime',
  'Clocks go forward there, and that time never comes. They show instead:',
);
export const ambiguousTime = problem(
  400,
  'editor.ambiguousTime',
  'Clocks go back there, and that time comes twice. Choose one of the two.',
);
