import { problem } from '#lib/problem.ts';

export const missingItemViewName = problem(400, 'admin.missingItemViewName', 'Give the view a name.');
export const longItemViewName = problem(400, 'admin.longItemViewName', 'That’s too long.');
export const longItemView = problem(400, 'admin.longItemView', 'That’s too much to search for in one view.');
export const itemViewsFull = problem(409, 'admin.itemViewsFull', 'You have 50 views of this crate. Delete one first.');
export const noItemView = problem(404, 'admin.noItemView', 'This view is gone, or it isn’t yours to change.');
