import { Range, rcompare, satisfies, validRange } from 'semver';

import { Problem } from '#lib/problem.ts';

import { MAX_SEMVER } from './changelog.ts';
import type { Changelog, Release } from './changelog.ts';
import { invalidVersion, noChangelog, versionTooLong } from './problems.ts';

const files = import.meta.glob<Changelog>('#content/changelogs/*.json', { import: 'default', eager: true });

/** The app that stands for this site. */
export const SITE_APP = 'rumpus';

/** Newest first. @param query a version or range; null or '' for all @throws Problem 404 for an unknown app, 400 */
export function getChangelog(app: string, query: string | null): Changelog {
  const path = `/content/changelogs/${app}.json`;
  const changelog = Object.hasOwn(files, path) ? files[path] : undefined;
  if (changelog === undefined) throw new Problem(noChangelog);
  return { ...changelog, releases: releasesIn(changelog.releases, query) };
}

export function findChangelogApps(): string[] {
  const apps = Object.keys(files).map((path) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length));
  return apps.filter((app) => app !== SITE_APP);
}

/** Newest first. @throws Problem 400 */
export function releasesIn(releases: readonly Release[], query: string | null): Release[] {
  const range = rangeOf(query ?? '');
  return releases
    .filter(({ version }) => satisfies(version, range, { includePrerelease: true }))
    .toSorted((a, b) => rcompare(a.version, b.version));
}

function rangeOf(query: string): Range {
  if (query.length > MAX_SEMVER) throw new Problem(versionTooLong);
  if (validRange(query) === null) throw new Problem(invalidVersion);
  return new Range(query);
}
