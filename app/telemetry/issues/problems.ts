import { problem } from '#lib/problem.ts';

export const noIssue = problem(404, 'telemetry.noIssue', 'There is no such issue.');
export const notAnotherIssue = problem(
  400,
  'telemetry.notAnotherIssue',
  'That isn’t another issue. Paste the address of its page.',
);
export const ownStack = problem(409, 'telemetry.ownStack', 'This issue was found as that stack, so it stays.');
export const notSubject = problem(
  400,
  'telemetry.notSubject',
  'That isn’t a submission or an entry of Feedback that you can read. Paste the address of its page.',
);
export const tooManyLinks = problem(409, 'telemetry.tooManyLinks', 'Fifty links are the most. Remove one first.');
export const foreignPage = problem(400, 'telemetry.foreignPage', 'That page of the list isn’t one of ours.');
