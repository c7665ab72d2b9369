import type { Current } from '#app/current/current.server.ts';
import { unclearForm } from '#app/current/problems.ts';
import { notApproved } from '#app/editor/problems.ts';
import { MAX_REVIEW_NOTE, REVIEW_VERDICTS, standingOf } from '#app/editor/reviews/review.ts';
import type { ReviewToShow } from '#app/editor/reviews/review.ts';
import {
  findReviews,
  needsApproval,
  requestReview,
  requireApproval,
  reviewState,
} from '#app/editor/reviews/reviews.server.ts';
import type { Item } from '#app/storage/item.ts';
import { Problem } from '#lib/problem.ts';

import { CHANGELOGS_CRATE } from '../cache-topics.ts';
import { findNamesOf, getEditedRelease } from './edited-releases.server.ts';
import type { ReleasePlace } from './edited-releases.server.ts';

/** What was asked and said about a release. Permission is up to the caller. */
export async function findReleaseReview(current: Current, item: Item): Promise<ReviewToShow> {
  const [entries, isNeeded] = await Promise.all([findReviews(current, item), needsApproval(current, CHANGELOGS_CRATE)]);
  const names = await findNamesOf(
    current,
    entries.map(({ userId }) => userId),
  );
  return {
    standing: standingOf(entries, item.etag),
    isNeeded,
    entries: entries.map((entry) => Object.assign(entry, { name: names.get(entry.userId) ?? '' })),
  };
}

interface ReleaseReview {
  readonly etag: string;
  readonly note: string;
  /** Undefined to ask for a review. */
  readonly verdict: string | undefined;
}

/** Needs staff. @throws Problem as `requestReview` and `reviewState` */
export async function reviewRelease(
  current: Current,
  place: ReleasePlace,
  { etag, note, verdict }: ReleaseReview,
): Promise<void> {
  const { item } = await getEditedRelease(current, place);
  if (note.length > MAX_REVIEW_NOTE) {
    throw new Problem(unclearForm, { fields: { note: `At most ${MAX_REVIEW_NOTE} characters.` } });
  }
  const state = { crateId: item.crateId, itemId: item.itemId, etag };
  if (verdict === undefined) return requestReview(current, state, note);
  const known = REVIEW_VERDICTS.find((one) => one === verdict);
  if (known === undefined) throw new Problem(unclearForm);
  return reviewState(current, state, { verdict: known, note });
}

/** @throws Problem 409 for a release that may not come out as it is */
export async function requireApprovedRelease(current: Current, item: Item, isConfirmed: boolean): Promise<void> {
  await requireApproval(current, item, { isNeeded: await needsApproval(current, CHANGELOGS_CRATE), isConfirmed });
}

/** What is hidden is shown as it was approved, where approvals are needed. @param changed in the state that is to be shown @throws Problem 409 */
export async function requireApprovalToShow(current: Current, item: Item, changed: readonly string[]): Promise<void> {
  if (!(await needsApproval(current, CHANGELOGS_CRATE))) return;
  if (changed.some((part) => part !== 'visibility')) throw new Problem(notApproved);
  await requireApproval(current, item, { isNeeded: true, isConfirmed: false });
}
