import { PROVE_OTHER } from '#app/accounts/open-sign-ins.server.ts';
import { sweepConfirmations } from '#app/confirmations/confirmations.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { CEREMONY_KINDS } from './passkeys/ceremonies.server.ts';
import { FLOW_KIND } from './providers/flows.server.ts';

export function loginJobs(current: () => Current): Job[] {
  return [
    {
      name: 'login:purgeSessions',
      cron: '17 3 * * *',
      run: async () => {
        const { sessions, now, log } = current();
        log.info({ ended: await sessions.purge(now()) }, 'purged sessions');
      },
    },
    {
      name: 'login:sweepConfirmations',
      cron: '27 * * * *',
      run: async () => {
        const system = current();
        system.log.info({ swept: await sweepConfirmations(system, PAGELESS) }, 'swept confirmations');
      },
    },
  ];
}

const PAGELESS = [...CEREMONY_KINDS, FLOW_KIND, PROVE_OTHER];
