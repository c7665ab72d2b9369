import type { PersonalData } from '#app/current/personal-data.server.ts';

export const accountErasure = {
  fates: {
    'accounts.user_id': 'erased',
    'account_devices.user_id': 'gone',
    'account_emails.user_id': 'gone',
    'account_emails.address': 'row',
    'account_emails.address_key': 'row',
    'account_identities.user_id': 'gone',
    'account_identities.subject': 'row',
    'account_notes.user_id': 'gone',
    'account_notes.author_id': 'unnamed',
    'passkeys.user_id': 'gone',
    'recovery_codes.user_id': 'gone',
    'security_events.user_id': 'gone',
    'security_events.details': 'row',
  },
} as const satisfies PersonalData;
