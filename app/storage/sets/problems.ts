import { problem } from '#lib/problem.ts';

export const noSet = problem(404, 'storage.noSet', 'The crate has no such set.');
export const invalidMembers = problem(400, 'storage.invalidMembers', 'Invalid members');
export const setFull = problem(507, 'storage.setFull', 'The set is full. Remove something first.');
