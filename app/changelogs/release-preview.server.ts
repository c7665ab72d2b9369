import type { Current } from '#app/current/current.server.ts';
import { isAtLeast } from '#app/current/role.ts';
import { openPreview } from '#app/editor/previews/previews.server.ts';
import { noDocument } from '#app/editor/problems.ts';
import { readTags } from '#app/storage/item-tags.ts';
import { Problem } from '#lib/problem.ts';

import { CHANGELOGS_CRATE } from './cache-topics.ts';
import { changelogPath } from './changelog.ts';
import type { ShownRelease } from './changelog.ts';
import { getChangelog } from './changelogs.server.ts';
import { releaseOfItem } from './releases.server.ts';
import { showReleases } from './shown-releases.server.ts';

interface PreviewedRelease {
  readonly release: ShownRelease;
  readonly app: string;
  readonly name: string;
  /** Of its changelog, without a locale. */
  readonly path: string;
  /** Where the reader finds it now that it has come out. */
  readonly outPath: string | undefined;
}

/** As it would be read, on behalf of the reader. @throws Problem 404 for a link that is unknown, over or revoked */
export async function getReleasePreview(current: Current, token: string): Promise<PreviewedRelease> {
  const { item, text } = await openPreview(current, [CHANGELOGS_CRATE], token);
  const { fields, states } = readTags(item.tags);
  const read = releaseOfItem(item, text);
  if (read === undefined) throw new Problem(noDocument);
  // The link is the right to see this one, also of a game that is not told of yet.
  const { app, name, path } = getChangelog({ actor: { ...current.actor, role: 'staff' } }, fields['app'] ?? '');
  const [release] = await showReleases(current, [{ ...read, role: 'public', problems: [] }]);
  if (release === undefined) throw new Problem(noDocument);
  const isOut = !states.has('hidden') && isAtLeast(current.actor.role, read.role) && hasChangelog(current, app);
  return { release, app, name, path, outPath: isOut ? changelogPath(path, { version: read.version }) : undefined };
}

function hasChangelog(current: Current, app: string): boolean {
  try {
    return getChangelog(current, app) !== undefined;
  } catch (refusal) {
    if (refusal instanceof Problem && refusal.status === 404) return false;
    throw refusal;
  }
}
