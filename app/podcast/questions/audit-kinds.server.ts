import { asText, asTitle, auditKinds } from '#app/audit/audit-kind.server.ts';
import type { AuditDetails, AuditFacts } from '#app/audit/audit-kind.server.ts';

export const questionAudit = auditKinds('question', {
  answer: { text: 'admin.audit.answerQuestion', read: aboutQuestion },
  takeAnswerBack: { text: 'admin.audit.takeAnswerBack', read: aboutQuestion },
});

function aboutQuestion({ after }: AuditFacts): AuditDetails {
  return { values: { name: asTitle(asText(after['name']) ?? '') } };
}
