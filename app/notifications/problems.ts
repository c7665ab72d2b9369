import { problem } from '#lib/problem.ts';

export const noNotification = problem(404, 'notify.noNotification', 'That notification is gone.');
export const noEventKind = problem(404, 'notify.noEventKind', "We don't have what you're looking for.");
export const lockedChoice = problem(409, 'notify.lockedChoice', 'That one stays on: it keeps your account safe.');
export const foreignCursor = problem(400, 'notify.foreignCursor', 'That page belongs to another list.');
export const tooManyStreams = problem(503, 'notify.tooManyStreams', 'Too many counts are open. Try again soon.');
