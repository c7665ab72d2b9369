import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE } from '#app/current/locale.ts';
import { requireRole } from '#app/current/permission.ts';
import { getDocument } from '#app/editor/documents.server.ts';
import type { TextDocument } from '#app/editor/documents.server.ts';
import type { OwnDraft } from '#app/editor/own-draft.ts';
import { findOwnDraft } from '#app/editor/own-drafts.server.ts';
import { findPresentPeople } from '#app/editor/presence/presence.server.ts';
import type { ItemPlace } from '#app/editor/schedule.ts';
import { findSchedules } from '#app/editor/schedules.server.ts';
import { findByName } from '#app/posts/editing/edited-posts.server.ts';
import { Problem } from '#lib/problem.ts';

import { answerOf, byPlace } from '../answer.ts';
import type { AnswerTally, SupportAnswer } from '../answer.ts';
import { listAnswers } from '../answer-items.server.ts';
import { SUPPORT_CRATE } from '../cache-topics.ts';
import { findTallies } from '../outcomes/votes.server.ts';
import { noAnswer } from '../problems.ts';
import { ANSWER_FIELDS, NEW_ANSWER } from './answer-form.ts';
import type { AnswerField, AnswerValues } from './answer-form.ts';
import { listAnswerTranslations } from './answer-translations.server.ts';

export interface ListedAnswer extends SupportAnswer, AnswerTally {}

/** All that there are, hidden ones, translations and variants too, with what came of them. Needs staff. @throws Problem 401, 403 */
export async function listEditedAnswers(current: Current): Promise<ListedAnswer[]> {
  requireRole(current, 'staff');
  const [answers, tallies] = await Promise.all([
    listAnswers(current, { included: [], excluded: [] }),
    findTallies(current),
  ]);
  return answers.toSorted(byPlace).map((answer) => Object.assign(answer, tallies.get(answer.itemId) ?? NO_TALLY));
}

const NO_TALLY: AnswerTally = { helped: 0, missed: 0, spared: 0, written: 0 };

/** In the hands of staff. */
export interface EditedAnswer extends TextDocument {
  readonly values: AnswerValues;
}

/** By name or id. Needs staff. @throws Problem 401, 403, 404 */
export async function getEditedAnswer(current: Current, name: string): Promise<EditedAnswer> {
  requireRole(current, 'staff');
  const item = await findByName(current, SUPPORT_CRATE, name);
  if (item === undefined) throw new Problem(noAnswer);
  return editedAnswerOf(current, await getDocument(current, SUPPORT_CRATE, item.itemId));
}

/** Permission is up to the caller, who has read it. */
export async function editedAnswerOf(current: Current, document: TextDocument): Promise<EditedAnswer> {
  const { item, text } = document;
  const { title, blurb, slug, topic, games, platforms, versions, order, ...answer } = answerOf(item);
  const nameOf = async (id = '') => (id && (await findByName(current, SUPPORT_CRATE, id))?.name) ?? id;
  const [translationOf, variantOf] = await Promise.all([nameOf(answer.originalId), nameOf(answer.variantOf)]);
  return {
    ...document,
    values: {
      ...{ title, blurb, slug, text, topic, games: games.join(', '), platforms: platforms.join(', '), versions },
      ...{ order: String(order), visibility: answer.visibility, language: answer.locale, translationOf, variantOf },
    },
  };
}

export interface OwnAnswerDraft extends OwnDraft {
  readonly changed: readonly AnswerField[];
}

/** What the actor has typed and not saved; undefined when it is what is saved. Needs staff. @throws Problem 401, 403 */
async function findOwnChanges(
  current: Current,
  place: ItemPlace,
  saved: AnswerValues,
): Promise<OwnAnswerDraft | undefined> {
  const own = await findOwnDraft(current, place);
  const changed = ANSWER_FIELDS.filter((name) => own?.fields[name] !== undefined && own.fields[name] !== saved[name]);
  return own === undefined || changed.length === 0 ? undefined : { ...own, changed };
}

/** The page of one with all that stands beside its words. Needs staff. @throws Problem 401, 403, 404 */
export async function openAnswer(current: Current, name: string) {
  const { item, values } = await getEditedAnswer(current, name);
  const [schedules, own, people, translations] = await Promise.all([
    findSchedules(current, item),
    findOwnChanges(current, item, values),
    findPresentPeople(current, item),
    listAnswerTranslations(current, item),
  ]);
  const { crateId, itemId, etag } = item;
  return { values, own, answer: { crateId, itemId, etag, schedules, people, translations } };
}

/** The page of a new one. Needs staff. @throws Problem 401, 403 */
export async function beginAnswer(current: Current) {
  requireRole(current, 'staff');
  const nothing = Object.fromEntries(ANSWER_FIELDS.map((field) => [field, ''])) as AnswerValues;
  const given = { topic: 'sign-in', order: '100', visibility: 'hidden', language: DEFAULT_LOCALE };
  const values: AnswerValues = { ...nothing, ...given };
  return { values, own: await findOwnChanges(current, NEW_ANSWER, values), answer: undefined };
}
