import { asRole, auditKinds } from '#app/audit/audit-kind.server.ts';

export const testerAudit = auditKinds('tester', {
  open: { text: 'admin.audit.openTester', read: ({ after }) => ({ values: { as: asRole(after['role']) } }) },
  close: { text: 'admin.audit.closeTester', read: ({ after }) => ({ values: { as: asRole(after['role']) } }) },
});
