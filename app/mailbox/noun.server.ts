import type { Noun } from '#app/noun/noun.server.ts';

import { messageAudit } from './audit-kinds.server.ts';
import { mailboxErasure } from './erasure.server.ts';
import { sentMessage } from './event-kinds.server.ts';
import { findMailboxFiles } from './files.server.ts';
import { mailboxRows } from './personal-rows.server.ts';
import { segmentSubject } from './segments.server.ts';

export const mailbox: Noun = {
  name: 'mailbox',
  events: [sentMessage],
  subjects: [segmentSubject],
  audit: [messageAudit],
  findFiles: findMailboxFiles,
  adminPlaces: [{ to: '/admin/mailbox', name: 'mailbox.write.name', about: 'mailbox.write.about', least: 'staff' }],
  userIds: { mailbox_marks: ['user_id'], mailbox_messages: ['created_by', 'released_by', 'sent_by'] },
  ...mailboxRows,
  ...mailboxErasure,
};
