export const REVIEW_VERDICTS = ['approved', 'changes'] as const;
export type ReviewVerdict = (typeof REVIEW_VERDICTS)[number];
export const MAX_REVIEW_NOTE = 1000;

export interface ReviewForm {
  readonly etag: string;
  readonly note: string;
  /** Undefined to ask for a review. */
  readonly verdict: string | undefined;
}

export interface PublishOptions {
  /** Somebody has said that it shall come out although a review is under way. */
  readonly isConfirmed?: boolean;
}

export interface ReviewEntry {
  readonly kind: 'request' | ReviewVerdict;
  readonly userId: string;
  readonly note: string;
  /** ISO 8601. */
  readonly at: string;
  /** Of the state that it is about. */
  readonly etag: string;
}

export interface ReviewView {
  readonly status: ReviewStatus;
  readonly isNeeded: boolean;
  readonly entries: readonly (ReviewEntry & { readonly name: string })[];
}

export type ReviewStatus = 'none' | 'requested' | 'approved' | 'changes' | 'outdated';

/** One person who asks for changes outweighs any approval. @param etag of the present state */
export function toReviewStatus(entries: readonly Pick<ReviewEntry, 'kind' | 'etag'>[], etag: string): ReviewStatus {
  const present = entries.filter((entry) => entry.etag === etag);
  const strongest = (['changes', 'approved', 'request'] as const).find((kind) =>
    present.some((entry) => entry.kind === kind),
  );
  if (strongest === undefined) return entries.length === 0 ? 'none' : 'outdated';
  return strongest === 'request' ? 'requested' : strongest;
}
