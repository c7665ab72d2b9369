import { problem } from '#lib/problem.ts';

export const noBulkAct = problem(404, 'storage.noBulkAct', 'There is no such change of many items.');
export const bulkNotNow = problem(409, 'storage.bulkNotNow', 'That is no longer possible: its state has changed.');
export const nothingFound = problem(400, 'storage.nothingFound', 'There are no items to do that to.');
export const unreadableFile = problem(400, 'storage.unreadableFile', 'That file cannot be imported.');
