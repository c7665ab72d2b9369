import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { chainAuditEntries } from './chain/chain.server.ts';
import { checkAuditChain } from './chain/check.server.ts';

export function auditJobs(system: () => Current): readonly Job[] {
  const current = () => withHeavyPool(system());
  return [
    {
      name: 'audit:chainEntries',
      cron: '*/5 * * * *',
      run: async () => {
        await chainAuditEntries(current());
      },
    },
    { name: 'audit:checkChain', cron: '7 4 * * *', run: () => checkAuditChain(current()) },
  ];
}
