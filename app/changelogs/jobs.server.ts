import type { Current } from '#app/current/current.server.ts';
import { documentPlanJob } from '#app/editor/kinds/document-plans.server.ts';
import { tagValues } from '#app/storage/item-tags.ts';
import { getItem } from '#app/storage/items.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { RUN_SCHEDULE, releaseKind } from './editing/releases-kind.server.ts';

export function changelogJobs(current: () => Current): Job[] {
  return [
    documentPlanJob(current, RUN_SCHEDULE, async (system, { crateId, itemId }) => {
      const [app = ''] = tagValues(await getItem(system, crateId, itemId), 'app');
      return releaseKind(system, app);
    }),
  ];
}
