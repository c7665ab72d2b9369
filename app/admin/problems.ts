import { problem } from '#lib/problem.ts';

export const unclear = problem(400, 'admin.unclear', 'That form was not filled in. Look at what it says below.');
