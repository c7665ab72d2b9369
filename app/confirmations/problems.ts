import { problem } from '#lib/problem.ts';

export const noConfirmation = problem(404, 'confirmations.noConfirmation', "We don't have what you're looking for.");
export const linkOver = problem(410, 'confirmations.over', 'That link no longer works.');
