import * as z from 'zod/mini';

import { pageLimit } from '#lib/calls/page.ts';

import { Alias, AliasContext, AliasFlag, AliasState, FormerAlias } from '../alias.ts';

const REPORT_REASONS = ['rude', 'impersonation', 'personal', 'other'] as const;
export const AliasReportReason = z.enum(REPORT_REASONS);
export type AliasReportReason = z.output<typeof AliasReportReason>;
export const NewReport = z.object({ reason: AliasReportReason });

/** `whitelist` approves a name whatever is reported later. */
const DECISIONS = ['approve', 'deny', 'replace', 'whitelist'] as const;
export const DecisionKind = z.enum(DECISIONS);
export type DecisionKind = z.output<typeof DecisionKind>;

export const MAX_REASON = 280;

export const NewDecision = z.object({
  decision: DecisionKind,
  /** Shown to the owner; required to deny and to replace. */
  reason: z._default(z.string().check(z.trim(), z.maxLength(MAX_REASON, `at most ${MAX_REASON} characters`)), ''),
  /** The replacement; random without it. */
  alias: z.optional(z.string().check(z.maxLength(256, 'at most 256 characters'))),
});
export type NewDecision = z.output<typeof NewDecision>;

export const Decision = z.object({
  decisionId: z.string(),
  context: z.string(),
  userId: z.string(),
  alias: z.string(),
  newAlias: z.nullable(z.string()),
  decision: DecisionKind,
  reason: z.nullable(z.string()),
  decidedBy: z.string(),
  decidedAt: z.iso.datetime(),
  /** For If-Match: the revision after the decision. */
  etag: z.string(),
});
export type Decision = z.output<typeof Decision>;

export const OddLetter = z.object({
  letter: z.string(),
  scripts: z.array(z.string()),
  likeness: z.optional(z.string()),
});
export type OddLetter = z.output<typeof OddLetter>;

export const QueueEntry = z.object({
  context: z.string(),
  userId: z.string(),
  alias: z.string(),
  safeAlias: z.string(),
  /** What everybody but the owner and staff sees now. */
  seenAs: z.string(),
  state: AliasState,
  stateAt: z.iso.datetime(),
  etag: z.string(),
  whitelisted: z.boolean(),
  /** Whether the actor may decide on it: its owner has a lower role. */
  mayDecide: z.boolean(),
  flags: z.array(AliasFlag),
  /** By their present names. */
  lookalikes: z.array(Alias),
  letters: z.array(OddLetter),
  reports: z.number(),
  reportedFor: z.array(z.object({ reason: AliasReportReason, count: z.number(), lastAt: z.iso.datetime() })),
  history: z.array(FormerAlias),
});
export type QueueEntry = z.output<typeof QueueEntry>;

export const QueueQuery = z.object({
  state: z._default(z.enum(['pending', 'denied'], 'pending or denied'), 'pending'),
  context: z.optional(AliasContext),
  userId: z.optional(z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/, 'the id of a user'))),
  limit: pageLimit(64, 16),
  after: z.optional(z.string().check(z.maxLength(512, 'at most 512 characters'))),
});
export type QueueQuery = z.output<typeof QueueQuery>;
