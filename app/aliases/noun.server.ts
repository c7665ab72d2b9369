import type { Noun } from '#app/noun/noun.server.ts';

import { aliasReplacedMail } from './alias-replaced.mail.tsx';
import { aliasAudit } from './audit-kinds.server.ts';
import { aliasErasure } from './erasure.server.ts';
import { decidedAlias } from './event-kinds.server.ts';
import { aliasMeanings } from './meanings.server.ts';
import { countPendingAliases } from './moderation/queue.server.ts';
import { namedRule } from './naming/lookup.server.ts';
import { aliasRows } from './personal-rows.server.ts';

export const aliases: Noun = {
  name: 'aliases',
  meanings: aliasMeanings,
  mails: [aliasReplacedMail],
  events: [decidedAlias],
  audit: [aliasAudit],
  peopleRules: [namedRule],
  adminPlaces: [
    { to: '/admin/alias-moderation', name: 'admin.moderation.name', about: 'admin.moderation.about', least: 'staff' },
  ],
  pendingCounts: [
    { door: 'players', to: '/admin/alias-moderation', name: 'admin.waiting.aliases', count: countPendingAliases },
  ],
  userIds: {
    aliases: ['user_id'],
    alias_decisions: ['user_id', 'decided_by'],
    alias_history: ['user_id'],
    alias_looks: ['user_id'],
    alias_names: ['user_id'],
    alias_reports: ['user_id', 'reporter_id'],
    alias_words: ['user_id'],
  },
  ...aliasRows,
  ...aliasErasure,
};
