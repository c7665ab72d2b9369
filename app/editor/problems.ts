import { problem } from '#lib/problem.ts';

export const noDocument = problem(404, 'editor.noDocument', "We don't have what you're looking for.");
export const changedByOthers = problem(
  412,
  'editor.changedByOthers',
  'Somebody saved this while you were writing. Nothing is lost: put both together below.',
);
export const outChanged = problem(
  409,
  'editor.outChanged',
  'The published post has changed since this newer draft began. Publish the draft by hand to merge the two.',
);
export const choiceMissing = problem(
  400,
  'editor.choiceMissing',
  'Choose what stays, wherever both of you changed something.',
);
export const slugReserved = problem(
  400,
  'editor.slugReserved',
  'The editor has a page by that name. Choose another one.',
);
export const noZone = problem(400, 'editor.noZone', 'Give the name of a time zone, such as Europe/Berlin.');
export const noTime = problem(400, 'editor.noTime', 'Give a day and a time.');
export const pastTime = problem(400, 'editor.pastTime', 'That time has already passed.');
export const skippedTime = problem(
  400,
  'editor.skippedTime',
  'Clocks go forward there, and that time never comes. They show this instead:',
);
export const ambiguousTime = problem(
  400,
  'editor.ambiguousTime',
  'Clocks go back there, and that time comes twice. Choose one of the two.',
);
export const planChanged = problem(409, 'editor.planChanged', 'Somebody has changed the schedule in the meantime.');
export const linkGone = problem(409, 'editor.linkGone', 'That link can’t be brought back. Make another.');
export const tooManyPreviews = problem(
  409,
  'editor.tooManyPreviews',
  'That’s as many open links as one text can have. Revoke one first.',
);
export const tooManyStreams = problem(
  503,
  'editor.tooManyStreams',
  'Too many pages of the editor are open. Close some.',
);
export const eventsOnly = problem(406, 'editor.eventsOnly', 'This call answers with text/event-stream alone.');
export const reviewOutdated = problem(
  412,
  'editor.reviewOutdated',
  'Somebody has saved this since you read it. Read it again before you say something about it.',
);
export const ownReview = problem(403, 'editor.ownReview', 'Somebody else has to look at what you wrote or asked for.');
export const noteMissing = problem(400, 'editor.noteMissing', 'Say in a few words what should change.');
export const notApproved = problem(
  409,
  'editor.notApproved',
  'Nobody has approved this version, and it needs an approval before it comes out. Everything is saved.',
);
export const unapproved = problem(
  409,
  'editor.unapproved',
  'A review is under way, and nobody has approved this version. Everything is saved. Check the box to publish it anyway.',
);
