import type { Current } from '#app/current/current.server.ts';
import { atField } from '#app/current/forms/answer-form.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { createDocument, saveDocument } from '#app/editor/documents.server.ts';
import { atSlugField, getEditedDocument } from '#app/editor/kinds/document-kind.server.ts';
import { NEW_ITEM } from '#app/editor/own-draft.ts';
import { deleteOwnDraft } from '#app/editor/own-drafts.server.ts';
import { changedByOthers } from '#app/editor/problems.ts';
import { unknownGame } from '#app/games/problems.ts';
import type { Item } from '#app/storage/item.ts';
import { games } from '#content/games.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { getNamed } from '../answer-items.server.ts';
import { SUPPORT_CRATE } from '../cache-topics.ts';
import { parametersOfAnswer } from './answer-form.ts';
import type { AnswerForm } from './answer-form.ts';
import { ANSWERS } from './edited-answers.server.ts';

/** Needs staff. @throws Problem 401, 403, 400 at the field to blame */
export async function createAnswer(current: Current, form: AnswerForm): Promise<Item> {
  requireRole(current, 'staff');
  const parameters = parametersOfAnswer(form, undefined, await findPlaces(current, form));
  const item = await atSlugField(createDocument(current, SUPPORT_CRATE, parameters, form.text));
  await deleteOwnDraft(current, { crateId: SUPPORT_CRATE, itemId: NEW_ITEM });
  return item;
}

/** Needs staff. @param etag that the writer has seen @throws Problem 412 when that is old, 401, 403, 404, 400 */
export async function saveAnswer(current: Current, name: string, form: AnswerForm, etag: string): Promise<Item> {
  const { item } = await getEditedDocument(current, ANSWERS, name);
  // What the form does not show is kept from this state, so it must be the one that was seen.
  if (item.etag !== etag) throw new Problem(changedByOthers);
  const parameters = parametersOfAnswer(form, item, await findPlaces(current, form));
  const saved = await atSlugField(saveDocument(current, item, parameters, form.text, etag));
  await deleteOwnDraft(current, item);
  return saved;
}

/** The ids of the answers that it belongs to. @throws Problem 400 and 404 at the field to blame */
async function findPlaces(current: Current, { games: slugs, translationOf, variantOf }: AnswerForm) {
  if (slugs.some((slug) => !games.some((game) => game.slug === slug))) {
    throw problemAt('games', unknownGame);
  }
  const idOf = async (field: string, name: string) =>
    name === '' ? undefined : (await atField(field, getNamed(current, name))).itemId;
  return {
    originalId: await idOf('translationOf', translationOf),
    variantOf: await idOf('variantOf', variantOf),
  };
}
