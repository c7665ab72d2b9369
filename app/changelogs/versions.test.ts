import { describe, expect, test } from 'vitest';

import { VERSION } from '../version.ts';

import { SITE_APP, getChangelog, releasesIn } from './changelogs.server.ts';

const RELEASES = ['1.0.0', '2.0.0-beta.1', '1.10.0', '1.2.0', '2.0.0'].map((version) => ({
  version,
  date: '2026-11-21',
  notes: [],
}));
const found = (query: string | null) => releasesIn(RELEASES, query).map(({ version }) => version);

test('the newest release of this site is its version', () => {
  expect(getChangelog(SITE_APP, null).releases[0]?.version).toBe(VERSION);
});

test('every release has a semantic version, a day and notes', () => {
  for (const { version, date, notes } of [SITE_APP, 'rumpus-ce'].flatMap((app) => getChangelog(app, null).releases)) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
    expect(notes.length).toBeGreaterThan(0);
  }
});

test.each<[query: string | null, versions: string[]]>([
  [null, ['2.0.0', '2.0.0-beta.1', '1.10.0', '1.2.0', '1.0.0']],
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
  expect(() => getChangelog(app, null)).toThrow(expect.objectContaining({ status: 404 }));
});
