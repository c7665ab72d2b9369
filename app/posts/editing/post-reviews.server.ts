import { MAX_REVIEW_NOTE, REVIEW_VERDICTS, standingOf } from '#app/editor/reviews/review.ts';
import type { ReviewToShow } from '#app/editor/reviews/review.ts';
import {
  findReviews,
  needsApproval,
  requestReview,
  requireApproval,
  reviewState,
  setApprovalRule,
} from '#app/editor/reviews/reviews.server.ts';
import { notApproved } from '#app/editor/problems.ts';
import type { Current } from '#app/current/current.server.ts';
import { unclearForm } from '#app/current/problems.ts';
import type { Item } from '#app/storage/item.ts';
import { Problem } from '#lib/problem.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import { findNamesOf, getEditedPost } from './edited-posts.server.ts';

/** The rule is that of where posts come out. */
export const postsNeedApproval = (current: Current): Promise<boolean> => needsApproval(current, POSTS_CRATE);

/** Needs admin. @throws Problem 401 or 403 */
export const setPostsApproval = (current: Current, isNeeded: boolean): Promise<void> =>
  setApprovalRule(current, POSTS_CRATE, isNeeded);

/** What was asked and said about a post or draft. Permission is up to the caller. */
export async function findPostReview(current: Current, item: Item): Promise<ReviewToShow> {
  const [entries, isNeeded] = await Promise.all([findReviews(current, item), postsNeedApproval(current)]);
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

export interface ReviewForm {
  readonly etag: string;
  readonly note: string;
  /** Undefined to ask for a review. */
  readonly verdict: string | undefined;
}

/** Needs staff. @throws Problem as `requestReview` and `reviewState` */
export async function reviewPost(current: Current, name: string, { etag, note, verdict }: ReviewForm): Promise<void> {
  const { item } = await getEditedPost(current, name);
  if (note.length > MAX_REVIEW_NOTE)
    throw new Problem(unclearForm, { fields: { note: `At most ${MAX_REVIEW_NOTE} characters.` } });
  const state = { crateId: item.crateId, itemId: item.itemId, etag };
  if (verdict === undefined) return requestReview(current, state, note);
  const known = REVIEW_VERDICTS.find((one) => one === verdict);
  if (known === undefined) throw new Problem(unclearForm);
  return reviewState(current, state, { verdict: known, note });
}

/** @throws Problem 409 for a draft that may not come out as it is */
export async function requireApprovedDraft(current: Current, draft: Item, isConfirmed: boolean): Promise<void> {
  await requireApproval(current, draft, { isNeeded: await postsNeedApproval(current), isConfirmed });
}

/**
 * Where approvals are needed, a hidden post is shown as it was approved, or not at all.
 * @param changed what of it differs in the state that is to be shown @throws Problem 409
 */
export async function requireApprovalToShow(current: Current, post: Item, changed: readonly string[]): Promise<void> {
  if (!(await postsNeedApproval(current))) return;
  if (changed.some((part) => part !== 'visibility')) throw new Problem(notApproved);
  await requireApproval(current, post, { isNeeded: true, isConfirmed: false });
}
