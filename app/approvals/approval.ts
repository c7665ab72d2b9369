import * as z from 'zod/mini';

/** How long a second person may take. */
export const APPROVAL_HOURS = 24;

/** Of one person, that wait at once. */
export const MAX_PENDING = 20;

export const DeclineReason = z.object({
  answer: z
    .string()
    .check(z.trim(), z.minLength(3, 'at least 3 characters'), z.maxLength(500, 'at most 500 characters')),
});

export const AskedApproval = z.object({ approvalId: z.string(), expiresAt: z.iso.datetime() });
/** A deed that waits for a second person. */
export type AskedApproval = z.output<typeof AskedApproval>;

export type ApprovalState = 'pending' | 'confirmed' | 'declined' | 'withdrawn' | 'expired';

export interface Approval {
  readonly approvalId: string;
  readonly kind: string;
  readonly target: string;
  readonly payload: unknown;
  readonly shown: unknown;
  readonly reason: string;
  readonly state: ApprovalState;
  readonly askedBy: string;
  /** Times are ISO 8601. */
  readonly askedAt: string;
  readonly expiresAt: string;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly answer: string | null;
}
