import { problem } from '#lib/problem.ts';

export const noAccount = problem(404, 'accounts.noAccount', "We don't have what you're looking for.");
