import { accountAudit } from '#app/accounts/audit-kinds.server.ts';
import { aliasAudit } from '#app/aliases/audit-kinds.server.ts';
import { appKeyAudit } from '#app/apps/audit-kinds.server.ts';
import type { AuditKind } from '#app/audit/audit-kind.server.ts';
import { macroAudit, submissionAudit } from '#app/contact/audit-kinds.server.ts';
import { documentAudit, previewAudit, reviewAudit } from '#app/editor/audit-kinds.server.ts';
import { feedbackAudit } from '#app/feedbag/audit-kinds.server.ts';
import { levelAudit } from '#app/levelhead/play/audit-kinds.server.ts';
import { messageAudit } from '#app/mailbox/audit-kinds.server.ts';
import { snippetAudit } from '#app/media/audit-kinds.server.ts';
import { questionAudit } from '#app/podcast/questions/audit-kinds.server.ts';
import { crateAudit, itemAudit } from '#app/storage/audit-kinds.server.ts';
import { campaignAudit, warmUpAudit } from '#app/telegrams/campaigns/audit-kinds.server.ts';
import { templateAudit } from '#app/telegrams/templates/audit-kinds.server.ts';

import { testerAudit } from '../api/audit-kinds.server.ts';

export const AUDIT_KINDS: ReadonlyMap<string, AuditKind> = new Map(
  [
    accountAudit,
    aliasAudit,
    crateAudit,
    itemAudit,
    documentAudit,
    previewAudit,
    reviewAudit,
    appKeyAudit,
    snippetAudit,
    campaignAudit,
    warmUpAudit,
    templateAudit,
    questionAudit,
    messageAudit,
    submissionAudit,
    macroAudit,
    feedbackAudit,
    levelAudit,
    testerAudit,
  ]
    .flatMap((kinds) => Object.values<AuditKind>(kinds))
    .map((kind) => [kind.action, kind]),
);
