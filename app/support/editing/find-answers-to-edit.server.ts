import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { describeFound, findTitled } from '#app/editor/kinds/find-titled.server.ts';
import type { FoundThing } from '#app/noun/found-thing.ts';

import { ANSWERS } from './edited-answers.server.ts';

/** Needs staff. @throws Problem 401, 403 */
export async function findAnswersToEdit(current: Current, text: string, limit: number): Promise<FoundThing[]> {
  requireRole(current, 'staff');
  return describeFound(current, ANSWERS, 'answer', await findTitled(current, ANSWERS, text, { limit }));
}
