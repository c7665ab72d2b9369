import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE } from '#app/current/locale.ts';
import { atField } from '#app/current/forms/answer-form.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { createDocument, getDocument, saveDocument } from '#app/editor/documents.server.ts';
import { changedByOthers } from '#app/editor/problems.ts';
import { unknownGame } from '#app/posts/editing/problems.ts';
import type { Item } from '#app/storage/item.ts';
import { nameTaken } from '#app/storage/problems.ts';
import { games } from '#content/games.ts';
import { Problem } from '#lib/problem.ts';

import { answerOf, byPlace } from '../answer.ts';
import type { AnswerTally, SupportAnswer } from '../answer.ts';
import { getNamed, listAnswers } from '../answer-items.server.ts';
import { SUPPORT_CRATE } from '../cache-topics.ts';
import { findTallies } from '../outcomes/votes.server.ts';
import { answerChanged } from '../problems.ts';
import { ANSWER_FIELDS, parametersOfAnswer } from './answer-form.ts';
import type { AnswerForm, AnswerValues } from './answer-form.ts';

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

export interface AnswerForForm {
  readonly values: AnswerValues;
  /** Empty for one that is not saved yet. */
  readonly etag: string;
}

interface EditedText {
  readonly item: Item;
  readonly values: AnswerValues;
}

/** By name or id, with its text. Needs staff. @throws Problem 401, 403, 404 */
async function getEditedAnswer(current: Current, name: string): Promise<EditedText> {
  requireRole(current, 'staff');
  const { itemId } = await getNamed(current, name);
  const { item, text } = await getDocument(current, SUPPORT_CRATE, itemId);
  const { title, blurb, slug, topic, games, platforms, versions, order, ...answer } = answerOf(item);
  const nameOf = async (id: string | undefined) => (id === undefined ? '' : ((await getNamed(current, id)).name ?? id));
  const [translationOf, variantOf] = await Promise.all([nameOf(answer.originalId), nameOf(answer.variantOf)]);
  return {
    item,
    values: {
      ...{ title, blurb, slug, text, topic, games: games.join(', '), platforms: platforms.join(', '), versions },
      ...{ order: String(order), visibility: answer.visibility, language: answer.locale, translationOf, variantOf },
    },
  };
}

/** What its form shows. Needs staff. @throws Problem 401, 403, 404 */
export async function openAnswer(current: Current, name: string): Promise<AnswerForForm> {
  const { item, values } = await getEditedAnswer(current, name);
  return { values, etag: item.etag };
}

/** Of a new one. Needs staff. @throws Problem 401, 403 */
export function beginAnswer(current: Current): AnswerForForm {
  requireRole(current, 'staff');
  const nothing = Object.fromEntries(ANSWER_FIELDS.map((field) => [field, ''])) as AnswerValues;
  return {
    values: { ...nothing, topic: 'sign-in', order: '100', visibility: 'hidden', language: DEFAULT_LOCALE },
    etag: '',
  };
}

/** Needs staff. @throws Problem 401, 403, 400 at the field to blame */
export async function createAnswer(current: Current, form: AnswerForm): Promise<Item> {
  requireRole(current, 'staff');
  const parameters = parametersOfAnswer(form, undefined, await findPlaces(current, form));
  return blamingSlug(createDocument(current, SUPPORT_CRATE, parameters, form.text));
}

/**
 * Needs staff. @param etag of the state that the writer has seen
 * @throws Problem 412 when somebody has saved since, 401, 403, 404, 400 at the field to blame
 */
export async function saveAnswer(current: Current, name: string, form: AnswerForm, etag: string): Promise<Item> {
  const { item } = await getEditedAnswer(current, name);
  // What the form does not show is kept from this state, so it must be the one that was seen.
  if (item.etag !== etag) throw new Problem(answerChanged);
  const parameters = parametersOfAnswer(form, item, await findPlaces(current, form));
  return blamingSlug(saveDocument(current, item, parameters, form.text, etag));
}

/** The ids of the answers that it belongs to. @throws Problem 400 and 404 at the field to blame */
async function findPlaces(current: Current, { games: slugs, translationOf, variantOf }: AnswerForm) {
  if (slugs.some((slug) => !games.some((game) => game.slug === slug))) {
    throw new Problem(unknownGame, { fields: { games: unknownGame.message } });
  }
  const idOf = (field: string, name: string) =>
    name === ''
      ? undefined
      : atField(
          field,
          getNamed(current, name).then(({ itemId }) => itemId),
        );
  return {
    originalId: await idOf('translationOf', translationOf),
    variantOf: await idOf('variantOf', variantOf),
  };
}

async function blamingSlug(saving: Promise<Item>): Promise<Item> {
  try {
    return await atField('slug', saving, ({ code }) => code === nameTaken.code);
  } catch (refusal) {
    if (refusal instanceof Problem && refusal.code === changedByOthers.code) throw new Problem(answerChanged);
    throw refusal;
  }
}
