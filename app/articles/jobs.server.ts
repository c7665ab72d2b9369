import type { Current } from '#app/current/current.server.ts';
import { cacheTopicsOfCrate } from '#app/current/page/handle.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';

import { PING_HUB, pingHub } from './hub.server.ts';
import { indexItems, sweepWords } from './search/index-items.server.ts';
import type { SearchedCrate } from './search/searched-crate.server.ts';

export function articleJobs(current: () => Current): Job[] {
  return [{ name: PING_HUB, run: (payload) => pingHub(current(), payload) }];
}

/** What keeps a crate searched, and the names that its items had. @param index the name of a job @param sweepAt as for cron */
export function searchJobs(
  current: () => Current,
  crate: SearchedCrate,
  { index, sweepAt }: { index: string; sweepAt: string },
): Job[] {
  const { crateId } = crate;
  return [
    // By the minute too, for the change whose process died before it told of it.
    {
      name: index,
      cron: '* * * * *',
      topics: cacheTopicsOfCrate(crateId),
      run: () => indexItems(current(), crate),
    },
    { name: `${crateId}:sweepWords`, cron: sweepAt, run: () => sweepWords(current(), crateId) },
  ];
}
