import { findByOldName } from '#app/articles/old-names.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { atField } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { DEFAULT_LOCALE } from '#app/current/locale.ts';
import { requireRole } from '#app/current/permission.ts';
import type { TextDocument } from '#app/editor/documents.server.ts';
import { atSlugField, nameInPath, textForm } from '#app/editor/kinds/document-kind.server.ts';
import type { DocumentWrite, EditedDocument, TextKind } from '#app/editor/kinds/document-kind.server.ts';
import { NEW_NAME } from '#app/editor/own-draft.ts';
import { slugReserved } from '#app/editor/problems.ts';
import { unknownGame } from '#app/games/problems.ts';
import { games } from '#content/games.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { ANSWER_ITEMS, findBelonging, getNamed, listAnswers } from '../answer-items.server.ts';
import { toSupportAnswer, compareAnswers } from '../answer.ts';
import type { AnswerTally, SupportAnswer } from '../answer.ts';
import { SUPPORT_CRATE } from '../cache-topics.ts';
import { findTallies } from '../outcomes/votes.server.ts';
import { answerNeeded, noAnswer } from '../problems.ts';
import { ANSWER_FIELDS, AnswerForm, LIST_FIELDS, parametersOfAnswer } from './answer-form.ts';
import type { AnswerField, AnswerValues } from './answer-form.ts';
import { startAnswerTranslation } from './answer-translations.server.ts';

interface ListedAnswer extends SupportAnswer, AnswerTally {}

/** All that there are, hidden ones, translations and variants too, with what came of them. Needs staff. @throws Problem 401, 403 */
export async function listEditedAnswers(current: Current): Promise<ListedAnswer[]> {
  requireRole(current, 'staff');
  const [answers, tallies] = await Promise.all([listAnswers(current), findTallies(current)]);
  return answers
    .toSorted(compareAnswers)
    .map((answer) => Object.assign(answer, tallies.get(answer.itemId) ?? NO_TALLY));
}

const NO_TALLY: AnswerTally = { helped: 0, missed: 0, spared: 0, written: 0 };

/** Of the page of a new one. */
const RESERVED_NAMES: ReadonlySet<string> = new Set([NEW_NAME]);

export const ANSWERS: TextKind<AnswerField> = {
  items: ANSWER_ITEMS,
  unknown: noAnswer,
  saved: 'support.edit.saved',
  listPath: '/editor/answers',
  findRenamed: (current, name) => findByOldName(current, SUPPORT_CRATE, name),
  ...textForm(ANSWER_FIELDS, LIST_FIELDS),
  pathTo: (item, query) => withQuery(`/editor/answers/${nameInPath(item, RESERVED_NAMES)}`, query),
  readValues,
  toWrite,
  atFields: atSlugField,
  beforeDeleted: async (current, { itemId }) => {
    if ((await findBelonging(current, itemId)).length > 0) throw new Problem(answerNeeded);
  },
  translate: startAnswerTranslation,
};

async function toWrite(
  current: Current,
  fields: FormFields,
  before: EditedDocument<AnswerValues> | undefined,
): Promise<DocumentWrite<AnswerValues>> {
  const values = ANSWERS.typedIn(fields);
  const form = fields.parse(AnswerForm, values);
  const parameters = parametersOfAnswer(form, before?.item, await findParentIds(current, form));
  const { name } = parameters;
  if (name !== before?.item.name && RESERVED_NAMES.has(name ?? '')) throw problemAt('slug', slugReserved);
  return { parameters, visibility: form.visibility, text: form.text, values };
}

/** The ids of the answers that it belongs to. @throws Problem 400 and 404 at the field to blame */
async function findParentIds(current: Current, { games: slugs, translationOf, variantOf }: AnswerForm) {
  if (slugs.some((slug) => !games.some((game) => game.slug === slug))) throw problemAt('games', unknownGame);
  const findId = async (field: string, name: string) =>
    name === '' ? undefined : (await atField(field, getNamed(current, name))).itemId;
  return {
    originalId: await findId('translationOf', translationOf),
    variantOf: await findId('variantOf', variantOf),
  };
}

async function readValues(current: Current, { item, text }: TextDocument): Promise<AnswerValues> {
  const { title, blurb, slug, topic, games, platforms, versions, order, ...answer } = toSupportAnswer(item);
  const findName = async (id = '') => (id && (await ANSWER_ITEMS.find(current, id))?.name) ?? id;
  const [translationOf, variantOf] = await Promise.all([findName(answer.originalId), findName(answer.variantOf)]);
  return {
    title,
    blurb,
    slug,
    text,
    topic,
    games: games.join(', '),
    platforms: platforms.join(', '),
    versions,
    order: String(order),
    visibility: answer.visibility,
    language: answer.locale,
    translationOf,
    variantOf,
  };
}

export const NEW_ANSWER: AnswerValues = {
  ...(Object.fromEntries(ANSWER_FIELDS.map((field) => [field, ''])) as AnswerValues),
  topic: 'sign-in',
  order: '100',
  visibility: 'hidden',
  language: DEFAULT_LOCALE,
};
