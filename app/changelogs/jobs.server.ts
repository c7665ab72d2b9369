import type { Current } from '#app/current/current.server.ts';
import { documentPlanJob } from '#app/editor/kinds/document-plans.server.ts';
import { tagValues } from '#app/storage/item-tags.ts';
import { getItem } from '#app/storage/items.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { releaseKind } from './editing/releases-kind.server.ts';
import { RELEASE_ITEMS } from './releases.server.ts';

export function changelogJobs(current: () => Current): Job[] {
  return [
    documentPlanJob(current, RELEASE_ITEMS, async (system, { crateId, itemId }) => {
      const [app = ''] = tagValues(await getItem(system, crateId, itemId), 'app');
      return releaseKind(system, app);
    }),
  ];
}
