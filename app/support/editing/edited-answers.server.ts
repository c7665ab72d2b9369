import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';

import { listAnswers } from '../answer-items.server.ts';
import { byPlace } from '../answer.ts';
import type { AnswerTally, SupportAnswer } from '../answer.ts';
import { findTallies } from '../outcomes/votes.server.ts';

export interface EditedAnswer extends SupportAnswer, AnswerTally {}

/** All that there are, hidden ones, translations and variants too, with what came of them. Needs staff. @throws Problem 401, 403 */
export async function listEditedAnswers(current: Current): Promise<EditedAnswer[]> {
  requireRole(current, 'staff');
  const [answers, tallies] = await Promise.all([
    listAnswers(current, { included: [], excluded: [] }),
    findTallies(current),
  ]);
  return answers.toSorted(byPlace).map((answer) => Object.assign(answer, tallies.get(answer.itemId) ?? NO_TALLY));
}

const NO_TALLY: AnswerTally = { helped: 0, missed: 0, spared: 0, written: 0 };
