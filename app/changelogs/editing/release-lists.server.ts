import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Schedule } from '#app/editor/schedule.ts';
import { findSchedulesByItem } from '#app/editor/schedules.server.ts';
import { readVisibility } from '#app/storage/item-tags.ts';

import { CHANGELOGS_CRATE } from '../cache-topics.ts';
import type { ReleaseStream } from '../changelog.ts';
import { findChangelogs, getChangelog } from '../changelogs.server.ts';
import { findReleases } from '../releases.server.ts';
import type { ReleaseEntry } from '../releases.server.ts';
import { sliceReleases } from '../versions.ts';
import { readRole } from './release-form.ts';

/** One item of a version, or what ships with the program, which nobody edits here. */
interface ReleaseListEntry {
  readonly version: string;
  readonly title: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly stream: ReleaseStream;
  readonly role: string;
  readonly visibility: 'public' | 'unlisted' | 'hidden';
  readonly isBuiltIn: boolean;
  readonly plans: readonly Schedule[];
}

interface ListedChangelog {
  readonly app: string;
  readonly name: string;
  /** Where readers find it, without a locale. */
  readonly path: string;
  readonly releases: readonly ReleaseListEntry[];
}

/** Of each app. */
const NEWEST = 4;
const PAGE_RELEASES = 24;

/** Every app with its newest releases. Needs staff. @throws Problem 401 or 403 */
export async function listChangelogs(current: Current): Promise<ListedChangelog[]> {
  requireRole(current, 'staff');
  return Promise.all(
    findChangelogs(current).map(async ({ app, name, path, own }) => {
      const entries = await findReleases(current, app, own);
      return { app, name, path, releases: await listEntries(current, entries.slice(0, NEWEST)) };
    }),
  );
}

interface ReleasePage extends ListedChangelog {
  /** The versions from which the pages before and after this one begin. */
  readonly newer: string | undefined;
  readonly older: string | undefined;
}

/** The releases of one app, the newest version first. Needs staff. @throws Problem 401 or 403, 404 for an unknown app */
export async function listReleases(
  current: Current,
  app: string,
  { after, before }: { after: string | undefined; before: string | undefined },
): Promise<ReleasePage> {
  requireRole(current, 'staff');
  const { name, path, own } = getChangelog(current, app);
  const { releases, newer, older } = sliceReleases(
    await findReleases(current, app, own),
    { after, before },
    PAGE_RELEASES,
  );
  return { app, name, path, newer, older, releases: await listEntries(current, releases) };
}

async function listEntries(current: Current, entries: readonly ReleaseEntry[]): Promise<ReleaseListEntry[]> {
  const itemIds = entries.flatMap(({ parts }) => parts.flatMap(({ itemId }) => itemId ?? []));
  const plans = await findSchedulesByItem(current, CHANGELOGS_CRATE, itemIds);
  return entries.flatMap(({ parts }) =>
    parts.map(({ facts, itemId = '', tags }) => {
      const { version, title, date, stream, role } = facts;
      return {
        version,
        title,
        date,
        stream,
        isBuiltIn: tags === undefined,
        plans: plans.get(itemId) ?? [],
        role: tags === undefined ? role : readRole({ tags }),
        visibility: tags === undefined ? 'public' : readVisibility({ tags }),
      };
    }),
  );
}
