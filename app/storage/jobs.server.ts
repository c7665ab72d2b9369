import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { BULK_TOPIC, sweepBulkActs } from './bulk/acts.server.ts';
import { runBulkActs } from './bulk/steps.server.ts';
import { measureCrates } from './crates/sizes.server.ts';
import { pruneChanges, pruneSetHistory, pruneVersions, purgeTrash } from './history/prune.server.ts';
import { sweepKeys } from './idempotency.server.ts';
import { repairRanks } from './stats/ranks.server.ts';
import { sweepFiles } from './sweep.server.ts';
import type { FindKeptFiles } from './sweep.server.ts';

/** @param fileFinders which files the nouns above have */
export function storageJobs(system: () => Current, fileFinders: readonly FindKeptFiles[]): Job[] {
  const current = () => withHeavyPool(system());
  return [
    { name: 'storage:sweepFiles', cron: '41 * * * *', run: () => sweepFiles(current(), fileFinders) },
    { name: 'storage:repairRanks', cron: '52 * * * *', run: () => repairRanks(current()) },
    { name: 'storage:sweepKeys', cron: '26 * * * *', run: () => sweepKeys(current()) },
    { name: 'storage:purgeTrash', cron: '11 * * * *', run: () => purgeTrash(current()) },
    { name: 'storage:measureCrates', cron: '33 */4 * * *', run: () => measureCrates(current()) },
    { name: 'storage:pruneVersions', cron: '17 3 * * *', run: () => pruneVersions(current()) },
    { name: 'storage:pruneSetHistory', cron: '47 3 * * *', run: () => pruneSetHistory(current()) },
    // Beside the worker, whose few places are for mails that somebody waits for.
    { name: 'storage:runBulkActs', topics: [BULK_TOPIC], run: () => runBulkActs(system()) },
    {
      name: 'storage:wakeBulkActs',
      cron: '* * * * *',
      run: async () => system().pubSub.publish(BULK_TOPIC),
    },
    { name: 'storage:sweepBulkActs', cron: '33 * * * *', run: () => sweepBulkActs(current()) },
    { name: 'storage:pruneChanges', cron: '37 * * * *', run: () => pruneChanges(current()) },
  ];
}
