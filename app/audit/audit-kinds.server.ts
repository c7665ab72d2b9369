import { auditKinds } from './audit-kind.server.ts';

export const chainAudit = auditKinds('audit', {
  erase: {
    text: 'admin.audit.eraseValues',
    read: ({ after }) => ({ values: { count: Array.isArray(after['entries']) ? after['entries'].length : 0 } }),
  },
});
