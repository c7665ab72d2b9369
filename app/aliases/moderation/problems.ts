import { problem } from '#lib/problem.ts';

export const ownAlias = problem(403, 'aliases.ownAlias', 'Somebody else has to look at your own name.');
export const foreignCursor = problem(400, 'aliases.foreignCursor', 'Invalid after: not a cursor of this queue.');
export const reasonRequired = problem(400, 'aliases.reasonRequired', 'Say why, so that its owner can understand it.');
export const alreadyDecided = problem(409, 'aliases.alreadyDecided', 'Somebody has decided that already.');
export const changedMeanwhile = problem(412, 'aliases.changedMeanwhile', 'The name has changed meanwhile.');
export const noDecision = problem(404, 'aliases.noDecision', 'There is no such decision to undo.');
export const notUndoable = problem(409, 'aliases.notUndoable', 'The name has changed since, so that cannot be undone.');
