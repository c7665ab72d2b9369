import type { PersonalData } from '#app/current/personal-data.server.ts';
import type { Noun } from '#app/noun/noun.server.ts';

import { mergeJobs } from './jobs.server.ts';
import { mergeMail } from './merge.mail.tsx';
import { mergeApproval } from './staff-merge.server.ts';

/** @param data what all nouns keep about people */
export const merges = (data: () => readonly PersonalData[]): Noun => ({
  name: 'merges',
  jobs: (current) => mergeJobs(current, data),
  mails: [mergeMail],
  approvals: [mergeApproval],
  userIds: { account_merges: ['gone_user_id', 'kept_user_id'] },
  withheld: { 'account_merges.gone_user_id': 'passing', 'account_merges.kept_user_id': 'passing' },
  fates: { 'account_merges.gone_user_id': 'passing', 'account_merges.kept_user_id': 'passing' },
});
