import { problem } from '#lib/problem.ts';

export const noPolicy = problem(404, 'policies.noPolicy', "We don't have what you're looking for.");
export const noVersion = problem(404, 'policies.noVersion', "We don't have what you're looking for.");
