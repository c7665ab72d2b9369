import type { Current } from '#app/current/current.server.ts';
import { findNamedInMaps } from '#app/storage/history/versions.server.ts';
import type { Item } from '#app/storage/item.ts';
import { changedMeanwhile, noItem } from '#app/storage/problems.ts';
import { SearchQuery } from '#app/storage/search/search.ts';
import { findItems } from '#app/storage/search/searches.server.ts';
import { noneWithoutCrate } from '#app/storage/search/without-crate.server.ts';
import { deleteItem } from '#app/storage/writes/deletes.server.ts';
import { isProblem } from '#lib/problem.ts';

import { PODCAST_CRATE, PODCAST_FILES_CRATE } from '../cache-topics.ts';

/** Hours in which a file may wait for the episode that it is stored for. */
const GRACE_HOURS = 24;
const PAGE = 100;

/** Into the trash, when no episode refers to them: not as it is, in a version that can come back, or in the trash. */
export async function sweepFiles(system: Current): Promise<void> {
  const before = new Date(system.now().getTime() - GRACE_HOURS * 3_600_000);
  const search = { ...SearchQuery.parse({ limit: String(PAGE) }), dates: [createdBefore(before)] };
  let after: string | undefined;
  let swept = 0;
  do {
    const page = await findItems(system, PODCAST_FILES_CRATE, { ...search, after }).catch(noneWithoutCrate);
    const ids = page.items.map(({ itemId }) => itemId);
    const named = await findNamedInMaps(system, PODCAST_CRATE, ids);
    for (const item of page.items) if (!named.has(item.itemId) && (await isDeleted(system, item))) swept += 1;
    after = page.next;
  } while (after !== undefined && !system.closing.aborted);
  if (swept > 0) system.log.info({ swept }, 'swept files of the podcast');
}

function createdBefore(at: Date) {
  return { field: 'createdAt', operator: '<', at } as const;
}

async function isDeleted(system: Current, { crateId, itemId, etag }: Item): Promise<boolean> {
  try {
    await deleteItem(system, crateId, itemId, { ifMatch: [etag] }, false);
    return true;
  } catch (refusal) {
    const isOthers = isProblem(refusal, changedMeanwhile, noItem);
    if (!isOthers) throw refusal;
    return false;
  }
}
