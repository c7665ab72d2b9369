import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE } from '#app/current/locale.ts';
import { requireRole } from '#app/current/permission.ts';
import { findByName } from '#app/editor/documents.server.ts';
import type { TextDocument } from '#app/editor/documents.server.ts';
import type { DocumentKind } from '#app/editor/kinds/document-kind.server.ts';
import { Problem } from '#lib/problem.ts';

import { findBelonging, listAnswers } from '../answer-items.server.ts';
import { answerOf, byPlace } from '../answer.ts';
import type { AnswerTally, SupportAnswer } from '../answer.ts';
import { SUPPORT_CRATE } from '../cache-topics.ts';
import { findTallies } from '../outcomes/votes.server.ts';
import { answerNeeded, noAnswer } from '../problems.ts';
import { ANSWER_FIELDS, LIST_FIELDS } from './answer-form.ts';
import type { AnswerField, AnswerValues } from './answer-form.ts';

export interface ListedAnswer extends SupportAnswer, AnswerTally {}

/** All that there are, hidden ones, translations and variants too, with what came of them. Needs staff. @throws Problem 401, 403 */
export async function listEditedAnswers(current: Current): Promise<ListedAnswer[]> {
  requireRole(current, 'staff');
  const [answers, tallies] = await Promise.all([listAnswers(current), findTallies(current)]);
  return answers.toSorted(byPlace).map((answer) => Object.assign(answer, tallies.get(answer.itemId) ?? NO_TALLY));
}

const NO_TALLY: AnswerTally = { helped: 0, missed: 0, spared: 0, written: 0 };

export const ANSWERS: DocumentKind<AnswerField> = {
  ...{ crateId: SUPPORT_CRATE, fields: ANSWER_FIELDS, listFields: LIST_FIELDS, editorPath: '/editor/answers' },
  ...{ planJob: 'support:runSchedule', unknown: noAnswer },
  valuesOf,
  beforeDeleted: async (current, { itemId }) => {
    if ((await findBelonging(current, itemId)).length > 0) throw new Problem(answerNeeded);
  },
};

async function valuesOf(current: Current, { item, text }: TextDocument): Promise<AnswerValues> {
  const { title, blurb, slug, topic, games, platforms, versions, order, ...answer } = answerOf(item);
  const nameOf = async (id = '') => (id && (await findByName(current, SUPPORT_CRATE, id))?.name) ?? id;
  const [translationOf, variantOf] = await Promise.all([nameOf(answer.originalId), nameOf(answer.variantOf)]);
  return {
    ...{ title, blurb, slug, text, topic, games: games.join(', '), platforms: platforms.join(', '), versions },
    ...{ order: String(order), visibility: answer.visibility, language: answer.locale, translationOf, variantOf },
  };
}

export const NEW_ANSWER: AnswerValues = {
  ...(Object.fromEntries(ANSWER_FIELDS.map((field) => [field, ''])) as AnswerValues),
  ...{ topic: 'sign-in', order: '100', visibility: 'hidden', language: DEFAULT_LOCALE },
};
