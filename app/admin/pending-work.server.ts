import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import type { ConsoleParts } from '#app/noun/noun.server.ts';

import type { PendingWork } from './pending-work.ts';

/** A greater number is shown as “more”. */
export const MAX_COUNT = 99;

export async function findPendingWork(current: Current, { pendingCounts }: ConsoleParts): Promise<PendingWork[]> {
  const text = await getText(current.locale);
  return (await countPending(current, pendingCounts))
    .filter(({ found }) => found > 0)
    .map(({ to, name, found }) => {
      const count = Math.min(found, MAX_COUNT);
      return { to, name: text(name, { count }), count, isMore: found > MAX_COUNT };
    });
}

/** No further than one more than is shown. */
export async function countPending(current: Current, pendingCounts: ConsoleParts['pendingCounts']) {
  return Promise.all(
    pendingCounts.map(async (one) => Object.assign({}, one, { found: await one.count(current, MAX_COUNT + 1) })),
  );
}
