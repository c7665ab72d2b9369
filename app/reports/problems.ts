import { problem } from '#lib/problem.ts';

import { MAX_NOTE, MAX_WORDS } from './report.ts';

export const noThing = problem(404, 'reports.noThing', 'There’s nothing here to report.');
export const ownThing = problem(403, 'reports.ownThing', 'That’s yours. Somebody else has to be the judge of it.');
export const noReason = problem(400, 'reports.noReason', 'Pick a reason.');
export const noWords = problem(400, 'reports.noWords', 'Say what’s wrong with it.');
export const longWords = problem(400, 'reports.longWords', `At most ${MAX_WORDS} characters.`);
export const noNote = problem(400, 'reports.noNote', 'Say what you did about it.');
export const longNote = problem(400, 'reports.longNote', `At most ${MAX_NOTE} characters.`);
export const changed = problem(
  409,
  'reports.changed',
  'Somebody decided about this, or reported it again, in the meantime. Take another look.',
);
export const noDecision = problem(404, 'reports.noDecision', 'There’s no such decision to undo.');
export const foreignCursor = problem(400, 'reports.foreignCursor', 'Invalid after: not a cursor of this list.');
