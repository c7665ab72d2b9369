import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { STORAGE_KEYS } from '#app/current/browser/browser-storage.ts';
import { LOCALE_COOKIE, getText } from '#app/current/locale.ts';
import { MASQUERADE_COOKIE } from '#app/current/masquerade.server.ts';
import { HOST_COOKIES } from '#app/login/cookies.server.ts';
import { studio } from '#content/studio.ts';
import { XSRF_COOKIE } from '#lib/csrf/csrf.server.ts';
import { renderSections } from '#lib/markdown/sections.server.ts';
import { IDLE_DAYS, SESSION_DAYS } from '#lib/sessions/sessions.server.ts';

import { changesBetween } from './changes.server.ts';
import {
  POLICIES,
  POLICY_HEADERS,
  ANNOUNCED_POLICIES,
  changesPath,
  toPolicyDocument,
  policyAt,
  versionInForce,
  versionPath,
  listPolicyVersions,
} from './policy.ts';
import type { PolicyId } from './policy.ts';

const FOLDER = join(import.meta.dirname, '../../content/policies');
const read = (policy: PolicyId, version: string) => readFileSync(join(FOLDER, policy, `${version}.md`), 'utf8');

test.each([
  ['conduct', `mailto:${studio.email}`],
  ['privacy', `mailto:${studio.email}`],
  ['intellectual-property', `mailto:${studio.email}`],
  ['security', studio.securityContact ?? ''],
] as const)('%s contains the contact address', (policy, address) => {
  expect(read(policy, versionInForce(policy))).toContain(`(${address})`);
});

test('privacy lists every cookie and storage key, and the lifetime of a session', () => {
  const text = read('privacy', versionInForce('privacy'));
  const names = [...HOST_COOKIES, XSRF_COOKIE, LOCALE_COOKIE, MASQUERADE_COOKIE, ...Object.values(STORAGE_KEYS)];
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  expect(text).toContain(`ends after ${IDLE_DAYS} days without a visit, and after ${SESSION_DAYS} in any case`);
});

test('the legal pages are those of specification §2', () => {
  const pages = 'conduct, terms, privacy, intellectual-property, security, terms-rce, privacy-apple-arcade';
  expect(POLICIES.join(', ')).toBe(pages);
  expect(readdirSync(FOLDER).toSorted()).toEqual(POLICIES.toSorted());
});

describe.each(POLICIES)('%s', (policy) => {
  test('lists the versions of all its texts, newest first', () => {
    const files = readdirSync(join(FOLDER, policy)).map((name) => name.replace(/\.md$/, ''));
    expect(listPolicyVersions(policy)).toEqual(files.toSorted().toReversed());
    for (const version of listPolicyVersions(policy)) {
      expect(new Date(`${version}T00:00:00Z`).toISOString().slice(0, 10)).toBe(version);
    }
  });

  test('has sections with unique ids in every version', async () => {
    for (const version of listPolicyVersions(policy)) {
      const { intro, sections } = await renderSections(read(policy, version));
      expect(intro).toMatch(/^<p>/);
      expect(sections.length).toBeGreaterThan(5);
      const ids = sections.map(({ id }) => id);
      // Ids of the page itself.
      expect(new Set([...ids, 'content', 'contents', 'versions', 'policies']).size).toBe(ids.length + 4);
      for (const { html } of sections) expect(html).not.toBe('');
    }
  });

  test('differs from version to version', () => {
    const versions = listPolicyVersions(policy);
    for (const [index, version] of versions.slice(1).entries()) {
      expect(changesBetween(read(policy, version), read(policy, versions[index] ?? ''))).not.toEqual([]);
    }
  });

  test('has a url and a name', async () => {
    const { url, name } = toPolicyDocument(policy);
    const text = await getText('en-US');
    expect([policyAt(url), text(name).length > 0]).toEqual([policy, true]);
  });
});

test('terms and privacy have more than one version', () => {
  expect(listPolicyVersions('terms').length).toBeGreaterThan(1);
  expect(listPolicyVersions('privacy').length).toBeGreaterThan(1);
});

test('the headers have the versions in force of terms, terms-rce and privacy', () => {
  const headers = ANNOUNCED_POLICIES.map((policy) => [`version-${policy}`, versionInForce(policy)]);
  expect(POLICY_HEADERS).toEqual(Object.fromEntries(headers));
});

test('changesPath leads to the comparison, or to the text in force when there is nothing to compare', () => {
  expect(changesPath('terms', '2026-09-01')).toBe('/terms?from=2026-09-01');
  expect(changesPath('terms', versionInForce('terms'))).toBe('/terms');
  expect(changesPath('terms', '2001-01-01')).toBe('/terms');
  expect(changesPath('terms', '<script>')).toBe('/terms');
});

test('versionPath of the version in force is the policy’s path', () => {
  expect(versionPath('terms', versionInForce('terms'))).toBe('/terms');
  expect(versionPath('terms', '2026-09-01')).toBe('/terms?version=2026-09-01');
});
