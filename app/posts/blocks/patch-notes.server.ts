import { CHANGELOGS_CRATE } from '#app/changelogs/cache-topics.ts';
import { getChangelog } from '#app/changelogs/changelogs.server.ts';
import type { Changelog } from '#app/changelogs/changelogs.server.ts';
import { findReleases, readReleases } from '#app/changelogs/releases.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { cacheTopicsOfCrate } from '#app/current/page/handle.ts';
import { Problem } from '#lib/problem.ts';

import type { PatchNotesProps } from './patch-notes.tsx';

/** Of a list without notes. */
const NEWEST = 5;

/** One release with its notes, or the newest without. Undefined where the reader may not see the game, or has none. */
export async function findPatchNotes(
  current: Current,
  { game = '', version }: Readonly<Record<string, string>>,
): Promise<PatchNotesProps | undefined> {
  const changelog = findChangelog(current, game);
  if (changelog === undefined) return undefined;
  current.topicWatch?.note(cacheTopicsOfCrate(CHANGELOGS_CRATE));
  const all = await findReleases(current, changelog.app, changelog.own);
  const chosen = version === undefined ? all.slice(0, NEWEST) : all.filter((one) => one.version === version);
  if (version !== undefined && chosen.length === 0) return undefined;
  const releases = version === undefined ? chosen : await readReleases(current, chosen);
  return { name: changelog.name, path: changelog.path, releases };
}

function findChangelog(current: Current, app: string): Changelog | undefined {
  try {
    return getChangelog(current, app);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined;
    throw error;
  }
}
