import type { Current } from '#app/current/current.server.ts';
import { findFormerDocument } from '#app/editor/documents.server.ts';
import { withMarks } from '#app/editor/merge-marks.server.ts';
import { mergeTexts, mergeValues } from '#app/editor/merge.ts';
import type { Merge } from '#app/editor/merge.ts';
import { compareValues } from '#app/editor/versions/comparison.server.ts';
import type { DocumentComparison } from '#app/editor/versions/version-diff.tsx';
import { restoreVersion } from '#app/storage/history/restore.server.ts';
import type { Item } from '#app/storage/item.ts';
import { Problem } from '#lib/problem.ts';

import { noAnswer } from '../problems.ts';
import { ANSWER_FIELDS, LIST_FIELDS } from './answer-form.ts';
import type { AnswerField, AnswerValues } from './answer-form.ts';
import { blamingSlug } from './answer-saves.server.ts';
import { editedAnswerOf, getEditedAnswer } from './edited-answers.server.ts';
import type { EditedAnswer } from './edited-answers.server.ts';

interface AnswerMergeRequest {
  readonly mine: AnswerValues;
  /** Of the state that the writer began with. */
  readonly etag: string;
  /** Of the state that the writer has compared with; by default the present one. */
  readonly theirs?: string | undefined;
}

/** What has come together by itself, and what is to be chosen. Needs staff. @throws Problem 401, 403, 404 */
export async function mergeAnswer(
  current: Current,
  name: string,
  { mine, etag, theirs }: AnswerMergeRequest,
): Promise<Merge> {
  const present = await getEditedAnswer(current, name);
  const base = await findFormer(current, present, etag);
  const other = (theirs === undefined ? undefined : await findFormer(current, present, theirs)) ?? present;
  const { text, ...fields } = other.values;
  // Without that state every difference is a conflict.
  return withMarks({
    etag: other.item.etag,
    ...mergeValues(base?.values ?? {}, mine, fields, LIST_FIELDS),
    parts: mergeTexts(base?.values.text ?? '', mine.text, text),
  });
}

async function findFormer(current: Current, { item }: EditedAnswer, etag: string): Promise<EditedAnswer | undefined> {
  const former = await findFormerDocument(current, item.crateId, item.itemId, etag);
  return former && editedAnswerOf(current, former);
}

/** What has changed since that version. @throws Problem 404 for one that is not kept */
export async function compareWithVersion(
  current: Current,
  answer: EditedAnswer,
  rev: number,
): Promise<DocumentComparison<AnswerField> & { readonly rev: number }> {
  const former = await findFormer(current, answer, `"${rev}"`);
  if (former === undefined) throw new Problem(noAnswer);
  return { rev, ...compareValues(ANSWER_FIELDS, former.values, answer.values) };
}

/**
 * Makes a version the present state again; what is there now stays among the versions. Needs staff.
 * @throws Problem 401, 403, 404, 412 when somebody has saved since, at the field when another has its address by now
 */
export async function restoreAnswer(current: Current, name: string, rev: string, etag: string): Promise<Item> {
  const answer = await getEditedAnswer(current, name);
  const { crateId, itemId } = answer.item;
  if ((await findFormer(current, answer, `"${rev}"`)) === undefined) throw new Problem(noAnswer);
  return blamingSlug(restoreVersion(current, crateId, itemId, rev, { ifMatch: [etag] }));
}
