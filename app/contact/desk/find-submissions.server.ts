import type { Current } from '#app/current/current.server.ts';
import type { FoundThing } from '#app/noun/found-thing.ts';

import { toSubmissionNumber } from '../submission.ts';
import { findDesk } from './desk.server.ts';
import { readDeskQuery } from './desk.ts';

/** By their number, whom they are from, or their words, in the order of the desk. Needs staff. @throws Problem 401, 403 */
export async function findSubmissions(current: Current, text: string, limit: number): Promise<FoundThing[]> {
  const query = readDeskQuery(new URLSearchParams({ view: 'all', text: text.replace(/^#(?=\S)/, '') }));
  const { submissions } = await findDesk(current, query, limit);
  return submissions.map(({ subjectId, title, name }) => ({
    kind: 'submission',
    id: subjectId,
    name: title,
    about: [`#${toSubmissionNumber(subjectId)}`, name].filter((part) => part !== '').join(' · '),
    to: `/contact/submissions/${subjectId}`,
  }));
}
