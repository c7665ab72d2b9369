import type { Approval } from '#app/approvals/approval.ts';
import { findApprovals } from '#app/approvals/approvals.server.ts';
import type { AuditEntry } from '#app/audit/audit.ts';
import type { Current } from '#app/current/current.server.ts';
import { hasProof } from '#app/current/permission.ts';
import type { ConsoleParts } from '#app/noun/noun.server.ts';

import { writeAuditSentences } from '../audit/audit-sentences.server.ts';
import { findPeople } from '../names.server.ts';
import type { ShownApproval } from './approval-cards.tsx';

export async function loadApprovals(current: Current, { approvalKinds }: ConsoleParts, query: URLSearchParams) {
  const list = query.get('state') === 'decided' ? 'decided' : 'waiting';
  const after = query.get('after') ?? undefined;
  const { approvals, next } = await findApprovals(current, list, after);
  const kinds = new Map(approvalKinds.map(({ name, text, read }) => [name, { action: name, text, read }]));
  const previewOf = ({ kind, state, payload }: Approval) => {
    const asked = approvalKinds.find(({ name }) => name === kind);
    const deed = state === 'pending' ? asked?.schema.safeParse(payload) : undefined;
    return deed?.success === true ? asked?.preview?.(deed.data) : undefined;
  };
  const deciders = approvals.flatMap(({ decidedBy }) => decidedBy ?? []);
  const [sentences, person] = await Promise.all([
    writeAuditSentences(current, kinds, approvals.map(toEntry)),
    findPeople(current, deciders),
  ]);
  return {
    list,
    next,
    isFirst: after === undefined,
    isProved: hasProof(current),
    now: current.now().getTime(),
    approvals: approvals.map((approval, at): ShownApproval => {
      const { approvalId, reason, state, askedBy, askedAt, expiresAt, decidedBy, decidedAt, answer } = approval;
      return {
        approvalId,
        reason,
        state,
        askedAt,
        expiresAt,
        decidedAt,
        answer,
        preview: previewOf(approval),
        isOwn: askedBy === current.actor.userId,
        decider: decidedBy === null ? null : person(decidedBy),
        parts: sentences[at]?.parts ?? [],
        changes: sentences[at]?.changes ?? [],
      };
    }),
  };
}

/** What is asked for, as if it had been done: its sentence is made like those of the audit. */
function toEntry({ kind, target, askedBy, askedAt, payload, shown, reason }: Approval): AuditEntry {
  const asker = { userId: askedBy, role: 'super', masquerade: null, requestId: '' };
  return { ...asker, auditId: 0, at: askedAt, action: kind, target, before: shown, after: payload, reason };
}
