import { problem } from '#lib/problem.ts';

export const exportUnderWay = problem(409, 'exports.underWay', 'Your data is already being put together.');
export const noExport = problem(404, 'exports.none', 'There’s no such copy of your data, or not anymore.');
export const ownEyesOnly = problem(403, 'exports.ownEyesOnly', 'Stop seeing the site as another role first.');
export const badAddress = problem(400, 'exports.badAddress', 'That’s not an email address.');
