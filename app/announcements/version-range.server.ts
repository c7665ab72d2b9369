import { Range, SemVer } from 'semver';

import { memoize } from '#lib/memoize.ts';

import { MAX_RANGE } from './announcement.ts';

/**
 * What a game calls its version, as semver: its first number and up to two more behind dots, those that are missing being 0,
 * and what follows a hyphen as a prerelease. So 17.9 is 17.9.0, and older than 17.36.4; 2026.04.01 is 2026.4.1; of 1.2.3.4 the 4 is
 * left out. @returns undefined where there is no number
 */
export function toSemver(version: string): SemVer | undefined {
  const found = VERSION.exec(version.slice(0, MAX_RANGE));
  if (found === null) return undefined;
  const [, major, minor = '0', patch = '0', rest = ''] = found;
  const core = [major, minor, patch].map(Number).join('.');
  const [, prerelease] = PRERELEASE.exec(rest) ?? [];
  return parse(prerelease === undefined ? core : `${core}-${prerelease}`) ?? parse(core);
}

/** Numbers that are exact. */
const VERSION = /(?<!\d)(\d{1,15})(?!\d)(?:\.(\d{1,15})(?!\d))?(?:\.(\d{1,15})(?!\d))?(.*)$/s;
const PRERELEASE = /^-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)/;

function parse(text: string): SemVer | undefined {
  try {
    return new SemVer(text);
  } catch {
    return undefined;
  }
}

/** Prereleases are in it by their order alone. @returns undefined for what is no range */
export const parseRange = memoize((text: string): Range | undefined => {
  if (text.length > MAX_RANGE) return undefined;
  try {
    return new Range(text, { includePrerelease: true });
  } catch {
    return undefined;
  }
}, 1000);
