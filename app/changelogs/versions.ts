import { Range, compareBuild } from 'semver';

import { Problem } from '#lib/problem.ts';

import { MAX_SEMVER } from './changelog.ts';
import { invalidVersion, noSingleVersion, versionTooLong } from './problems.ts';
import { isReleaseVersion } from './release.ts';

interface WithVersion {
  readonly version: string;
}

/** Newest first by precedence; where that is equal, by the build. */
export function newestFirst(one: WithVersion, other: WithVersion): number {
  return compareBuild(other.version, one.version);
}

/** Newest first. @param query a version or a range; undefined or '' for all @throws Problem 400 */
export function releasesIn<Release extends WithVersion>(
  releases: readonly Release[],
  query: string | undefined,
): Release[] {
  const range = parseRange(query ?? '');
  return releases.filter(({ version }) => range.test(version)).toSorted(newestFirst);
}

/** Read once: for other options than its own it would be read again for each release. */
function parseRange(query: string): Range {
  requireShort(query);
  try {
    return new Range(query, { includePrerelease: true });
  } catch {
    throw new Problem(invalidVersion);
  }
}

/** What came after the one up to the other, in either order. */
export function releasesBetween<Release extends WithVersion>(
  releases: readonly Release[],
  from: string | undefined,
  to: string,
): Release[] {
  const [older, newer] = from !== undefined && compareBuild(from, to) > 0 ? [to, from] : [from, to];
  return releases.filter(
    ({ version }) => (older === undefined || compareBuild(version, older) > 0) && compareBuild(version, newer) <= 0,
  );
}

export interface ReleaseSlice<Release> {
  readonly releases: Release[];
  readonly newer: string | undefined;
  readonly older: string | undefined;
}

/** A keyset page. @param releases newest first */
export function sliceReleases<Release extends WithVersion>(
  releases: readonly Release[],
  { after, before }: { readonly after?: string | undefined; readonly before?: string | undefined },
  size: number,
): ReleaseSlice<Release> {
  const end = before === undefined ? -1 : countNewer(releases, before);
  const oldestFrom =
    after === undefined ? 0 : releases.filter(({ version }) => compareBuild(version, after) >= 0).length;
  const start = end === -1 ? oldestFrom : Math.max(0, end - size);
  const page = releases.slice(start, end === -1 ? start + size : end);
  return {
    releases: page,
    newer: start > 0 ? page[0]?.version : undefined,
    older: start + page.length < releases.length ? page.at(-1)?.version : undefined,
  };
}

function countNewer(releases: readonly WithVersion[], than: string): number {
  return releases.filter(({ version }) => compareBuild(version, than) > 0).length;
}

/** @throws Problem 400 */
export function requireVersion(text: string): string {
  requireShort(text);
  if (!isReleaseVersion(text)) throw new Problem(noSingleVersion);
  return text;
}

function requireShort(text: string): void {
  if (text.length > MAX_SEMVER) throw new Problem(versionTooLong);
}
