import type { Current } from '#app/current/current.server.ts';
import { findNamedInMaps } from '#app/storage/history/versions.server.ts';
import type { Item } from '#app/storage/item.ts';
import { changedMeanwhile, noItem } from '#app/storage/problems.ts';
import { deleteItem } from '#app/storage/writes/deletes.server.ts';
import { isProblem } from '#lib/problem.ts';

import { PODCAST_CRATE } from '../cache-topics.ts';
import { EPISODE_FILES } from '../files/episode-files.server.ts';

/** Hours in which a file may wait for the episode that it is stored for. */
const GRACE_HOURS = 24;

/** Into the trash, when no episode refers to them: not as it is, in a version that can come back, or in the trash. */
export async function sweepFiles(system: Current): Promise<void> {
  const before = new Date(system.now().getTime() - GRACE_HOURS * 3_600_000);
  const dates = [{ field: 'createdAt', operator: '<', at: before }] as const;
  const files = await Array.fromAsync(EPISODE_FILES.all(system, { dates }));
  const named = await findNamedInMaps(
    system,
    PODCAST_CRATE,
    files.map(({ itemId }) => itemId),
  );
  let swept = 0;
  for (const file of files) {
    if (system.closing.aborted) break;
    if (!named.has(file.itemId) && (await isDeleted(system, file))) swept += 1;
  }
  if (swept > 0) system.log.info({ swept }, 'swept files of the podcast');
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
