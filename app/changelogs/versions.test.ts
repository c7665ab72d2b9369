import fc from 'fast-check';
import { compare } from 'semver';
import { describe, expect, test } from 'vitest';

import { VERSION } from '#app/site/version.ts';

import { SITE_APP } from './changelog.ts';
import { getChangelog } from './changelogs.server.ts';
import { NewRelease } from './release.ts';
import { newestFirst, sliceReleases, releasesBetween, releasesIn } from './versions.ts';

const VISITOR = {
  actor: {
    ...({ userId: undefined, role: 'public', ownRole: 'public', masquerade: undefined } as const),
    loginId: undefined,
    provedAt: undefined,
    app: undefined,
  },
};
const RELEASES = ['1.0.0', '2.0.0-beta.1', '1.10.0', '1.2.0', '2.0.0'].map((version) => ({ version }));
const versionsOf = (releases: readonly { version: string }[]) => releases.map(({ version }) => version);
const found = (query: string | undefined) => versionsOf(releasesIn(RELEASES, query));

test('the newest release of this site is its version', () => {
  expect(releasesIn(getChangelog(VISITOR, SITE_APP).own, '')[0]?.version).toBe(VERSION);
});

test('every release of our own programs has a semantic version, a day and notes', () => {
  for (const release of [SITE_APP, 'rumpus-ce'].flatMap((app) => getChangelog(VISITOR, app).own)) {
    const { version, date, notes } = NewRelease.parse(release);
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
    expect(notes.length).toBeGreaterThan(0);
  }
});

test.each<[query: string | undefined, versions: string[]]>([
  [undefined, ['2.0.0', '2.0.0-beta.1', '1.10.0', '1.2.0', '1.0.0']],
  ['', ['2.0.0', '2.0.0-beta.1', '1.10.0', '1.2.0', '1.0.0']],
  ['1.2.0', ['1.2.0']],
  ['v1.2.0', ['1.2.0']],
  ['1.x', ['1.10.0', '1.2.0', '1.0.0']],
  ['>=1.2', ['2.0.0', '2.0.0-beta.1', '1.10.0', '1.2.0']],
  ['2.0.0-beta.1', ['2.0.0-beta.1']],
  ['^1.2 || 2.0.0', ['2.0.0', '1.10.0', '1.2.0']],
  ['9.9.9', []],
])('the query %s finds %j, newest first by precedence', (query, versions) => {
  expect(found(query)).toEqual(versions);
});

describe('a version', () => {
  test('has at most 256 characters', () => {
    const longest = '1.2.0'.padEnd(256);
    expect(found(longest)).toEqual(['1.2.0']);
    expect(() => found(`${longest} `)).toThrow(
      expect.objectContaining({ status: 400, message: 'A version has at most 256 characters.' }),
    );
  });

  test.each(['latest', '1.2.3.4', '>=x.y', '<script>', '>'.repeat(256), '1.0.0 || '.repeat(28) + 'nope'])(
    'is refused when it is invalid: %s',
    (query) => {
      expect(() => found(query)).toThrow(expect.objectContaining({ status: 400, code: 'changelog.invalidVersion' }));
    },
  );
});

test.each(['no-such-app', '../locales/en-US', 'constructor', ''])('the changelog of %j answers 404', (app) => {
  expect(() => getChangelog(VISITOR, app)).toThrow(expect.objectContaining({ status: 404 }));
});

const number = fc.integer({ min: 0, max: 3 });
const tail = (sign: string) =>
  fc
    .array(fc.constantFrom('0', '1', '10', 'a', 'alpha', 'beta', '2-x'), { maxLength: 3 })
    .map((parts) => (parts.length === 0 ? '' : sign + parts.join('.')));
const version = fc
  .tuple(number, number, number, tail('-'), tail('+'))
  .map(([a, b, c, pre, build]) => `${a}.${b}.${c}${pre}${build}`);
const sorted = fc
  .uniqueArray(version, { maxLength: 30 })
  .map((all) => all.map((version) => ({ version })).toSorted(newestFirst));

test('releases stand in the precedence of semantic versions, and in one order whatever the order before', () => {
  fc.assert(
    fc.property(sorted, fc.integer(), (releases, turn) => {
      for (const [at, { version }] of releases.slice(1).entries()) {
        expect(compare(releases[at]?.version ?? '', version)).toBeGreaterThanOrEqual(0);
      }
      const cut = Math.abs(turn) % (releases.length + 1);
      const turned = [...releases.slice(cut), ...releases.slice(0, cut)].toSorted(newestFirst);
      expect(versionsOf(turned)).toEqual(versionsOf(releases));
    }),
  );
});

test('pages follow one another without a gap or a repetition, in both directions', () => {
  fc.assert(
    fc.property(sorted, fc.integer({ min: 1, max: 7 }), (releases, size) => {
      const seen: string[] = [];
      let page = sliceReleases(releases, {}, size);
      for (;;) {
        expect(page.releases.length).toBeLessThanOrEqual(size);
        seen.push(...versionsOf(page.releases));
        if (page.older === undefined) break;
        const next = sliceReleases(releases, { after: page.older }, size);
        expect(versionsOf(sliceReleases(releases, { before: next.newer }, size).releases)).toEqual(
          versionsOf(page.releases),
        );
        page = next;
      }
      expect(seen).toEqual(versionsOf(releases));
    }),
  );
});

test('what changed between two versions is the same in either order, and adds up at any version between', () => {
  fc.assert(
    fc.property(sorted, version, version, version, (releases, ...three) => {
      const [old = '', middle = '', young = ''] = three
        .map((version) => ({ version }))
        .toSorted(newestFirst)
        .toReversed()
        .map(({ version }) => version);
      const between = (from: string, to: string) => versionsOf(releasesBetween(releases, from, to));
      expect(between(young, old)).toEqual(between(old, young));
      expect([...between(middle, young), ...between(old, middle)]).toEqual(between(old, young));
    }),
  );
});
