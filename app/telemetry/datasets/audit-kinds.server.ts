import { asTitle, auditKinds } from '#app/audit/audit-kind.server.ts';
import type { ReadAuditEntry } from '#app/audit/audit-kind.server.ts';

const aboutDataset: ReadAuditEntry = ({ parts: [, datasetId = ''] }) => ({ values: { dataset: asTitle(datasetId) } });

export const datasetAudit = auditKinds('dataset', {
  create: { text: 'admin.audit.createDataset', read: aboutDataset },
  delete: { text: 'admin.audit.deleteDataset', read: aboutDataset },
});
