import { problem } from '#lib/problem.ts';

export const ownAlias = problem(403, 'aliases.ownAlias', 'You can’t judge your own alias. Somebody else has to.');
export const foreignCursor = problem(400, 'aliases.foreignCursor', 'Invalid after: not a cursor of this queue.');
export const reasonRequired = problem(400, 'aliases.reasonRequired', 'Say why, so the owner can understand it.');
export const alreadyDecided = problem(
  409,
  'aliases.alreadyDecided',
  'Somebody beat you to it: that’s already decided.',
);
export const changedMeanwhile = problem(412, 'aliases.changedMeanwhile', 'The alias has changed in the meantime.');
export const noDecision = problem(404, 'aliases.noDecision', 'There’s no such decision to undo.');
export const notUndoable = problem(409, 'aliases.notUndoable', 'The alias has changed since, so that can’t be undone.');
