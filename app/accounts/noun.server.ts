import { aliasAnswers } from '#app/aliases/answers.server.ts';
import type { Noun } from '#app/noun/noun.server.ts';

import { accountAnswers } from './answers.server.ts';
import { accountAudit } from './audit-kinds.server.ts';
import { emailChangeMail } from './emails/email-change.mail.tsx';
import { verifyEmailMail } from './emails/verify-email.mail.tsx';
import { accountErasure } from './erasure.server.ts';
import { securityEvent } from './event-kinds.server.ts';
import { accountJobs } from './jobs.server.ts';
import { accountMeanings } from './meanings.server.ts';
import { noticeMail } from './notice.mail.tsx';
import { accountRows } from './personal-rows.server.ts';
import { recoveryMail } from './recovery/recovery.mail.tsx';
import { recoveryApproval } from './recovery/staff-recovery.server.ts';
import { changeAliasAndNote } from './security-log/alias-changes.server.ts';
import { settings } from './settings/settings.server.ts';
import { staffAnswers } from './staff/answers.server.ts';
import { roleApproval } from './staff/roles.server.ts';

export const accounts: Noun = {
  name: 'accounts',
  answers: [...accountAnswers, ...aliasAnswers(changeAliasAndNote), ...staffAnswers],
  meanings: accountMeanings,
  jobs: accountJobs,
  mails: [emailChangeMail, verifyEmailMail, noticeMail, recoveryMail],
  events: [securityEvent],
  audit: [accountAudit],
  approvals: [roleApproval, recoveryApproval],
  choices: settings,
  userIds: {
    accounts: ['user_id'],
    account_blocks: ['user_id', 'blocked_user_id'],
    account_devices: ['user_id'],
    account_emails: ['user_id'],
    account_identities: ['user_id'],
    account_notes: ['user_id', 'author_id'],
    merged_accounts: ['user_id', 'kept_user_id'],
    passkeys: ['user_id'],
    recovery_codes: ['user_id'],
    security_events: ['user_id'],
  },
  ...accountRows,
  ...accountErasure,
};
