import type { PersonalData } from '#app/current/personal-data.server.ts';

export const mailboxErasure = {
  fates: {
    'mailbox_marks.user_id': 'gone',
    'mailbox_messages.created_by': 'unnamed',
    'mailbox_messages.released_by': 'unnamed',
    'mailbox_messages.sent_by': 'unnamed',
    'mailbox_messages.segment': 'mentions',
    'mailbox_messages.texts': 'others',
    'mailbox_files.file_key': 'row',
  },
} as const satisfies PersonalData;
