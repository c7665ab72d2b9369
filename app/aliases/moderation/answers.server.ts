import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Reply } from '#lib/calls/answer.server.ts';
import { readIfMatch } from '#lib/http/conditions.ts';

import * as calls from './calls.ts';
import { decideAlias } from './decisions.server.ts';
import { DecisionKind } from './moderation.ts';
import { findQueue } from './queue.server.ts';
import { reportAlias } from './reports.server.ts';
import { undoDecision } from './undo.server.ts';

const report = answer(
  calls.reportAlias,
  async (current: Current, { params: { context, userId }, body }) => {
    await reportAlias(current, context, userId, body.reason);
    return { status: 204 };
  },
  { params: { context: 'rumpus', userId: 'cre4tr' }, body: { reason: 'rude' } },
);

const queue = answer(calls.findQueue, async (current: Current, { query }): Promise<Reply> => {
  const { entries, next } = await findQueue(current, query);
  return { data: entries, pages: { next: { after: next } } };
});

export const decide = answer(
  calls.decideAlias,
  async (current: Current, { params: { context, userId }, headers, body }): Promise<Reply> => {
    const decision = await decideAlias(current, context, userId, body, readIfMatch(headers['if-match']));
    return { status: 201, data: decision, headers: { etag: decision.etag } };
  },
  {
    audit: DecisionKind.options.map((decision) => `alias.${decision}`),
    params: { context: 'rumpus', userId: 'pl4yer' },
    headers: { 'If-Match': '*' },
    body: { decision: 'whitelist', reason: '' },
  },
);

export const undo = answer(
  calls.undoDecision,
  async (current: Current, { params }) => {
    await undoDecision(current, params.decisionId);
    return { status: 204 };
  },
  { audit: 'alias.undo' },
);

export const moderationAnswers: SiteAnswer[] = [report, queue, decide, undo];
