import { Range, rcompare, satisfies, validRange } from 'semver';

import { Problem } from '#lib/problem.ts';

import { MAX_SEMVER } from './changelog.ts';
import type { Changelog, Release } from './changelog.ts';
import { invalidVersion, noChangelog, versionTooLong } from './problems.ts';

const files = import.meta.glob<Changelog>('#content/changelogs/*.json', { import: 'default', eager: true });

/** The app whose changelog is that of this site. */
export const SITE_APP = 'rumpus';

/**
 * What an app has done so far, newest first.
 * @param asked a version or a range such as `>=17.30`, of at most 256 characters; null or nothing for all
 * @throws Problem 404 for an app without a changelog, 400 for what is no version
 */
export function getChangelog(app: string, asked: string | null): Changelog {
  const path = `/content/changelogs/${app}.json`;
  const changelog = Object.hasOwn(files, path) ? files[path] : undefined;
  if (changelog === undefined) throw new Problem(noChangelog);
  return { ...changelog, releases: releasesIn(changelog.releases, asked) };
}

/** Every app with a changelog of its own page, beside this site. */
export function findChangelogApps(): string[] {
  const apps = Object.keys(files).map((path) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length));
  return apps.filter((app) => app !== SITE_APP);
}

/** The releases of a version or range, newest first. @throws Problem 400 */
export function releasesIn(releases: readonly Release[], asked: string | null): Release[] {
  const range = rangeOf(asked ?? '');
  return releases
    .filter(({ version }) => satisfies(version, range, { includePrerelease: true }))
    .toSorted((a, b) => rcompare(a.version, b.version));
}

function rangeOf(asked: string): Range {
  if (asked.length > MAX_SEMVER) throw new Problem(versionTooLong);
  if (validRange(asked) === null) throw new Problem(invalidVersion);
  return new Range(asked);
}
