import { renderSections } from '#lib/markdown/sections.server.ts';
import type { MarkdownSections } from '#lib/markdown/sections.server.ts';
import { Problem } from '#lib/problem.ts';

import type { ChangedSection } from './change.ts';
import { changesBetween } from './changes.server.ts';
import { policyAt, versionOf } from './policy.ts';
import type { PolicyId } from './policy.ts';
import { noPolicy, noVersion } from './problems.ts';

const files = import.meta.glob<string>('#content/policies/*/*.md', { query: '?raw', import: 'default', eager: true });

/** The policy at a path. @param path without a locale @throws Problem 404 */
export function getPolicy(path: string): PolicyId {
  const policy = policyAt(path);
  if (policy === undefined) throw new Problem(noPolicy);
  return policy;
}

/** The requested version, or the one in force without one. @throws Problem 404 */
export function getVersion(policy: PolicyId, requested: string | null): string {
  const version = requested ?? versionOf(policy);
  if (sourceOf(policy, version) === undefined) throw new Problem(noVersion);
  return version;
}

/** Sanitised HTML; rendered once, because a version never changes. @throws Problem 404 */
export function getPolicyText(policy: PolicyId, version: string): Promise<MarkdownSections> {
  const known = texts.get(`${policy} ${version}`) ?? renderSections(source(policy, version));
  texts.set(`${policy} ${version}`, known);
  return known;
}

/** What changed from one version to another, by section; compared once. @throws Problem 404 */
export function getChanges(policy: PolicyId, from: string, to: string): readonly ChangedSection[] {
  const key = `${policy} ${from} ${to}`;
  const known = changes.get(key) ?? changesBetween(source(policy, from), source(policy, to));
  changes.set(key, known);
  return known;
}

// Both are bounded by the number of versions.
const texts = new Map<string, Promise<MarkdownSections>>();
const changes = new Map<string, readonly ChangedSection[]>();

function source(policy: PolicyId, version: string): string {
  const text = sourceOf(policy, version);
  if (text === undefined) throw new Problem(noVersion);
  return text;
}

function sourceOf(policy: PolicyId, version: string): string | undefined {
  const path = `/content/policies/${policy}/${version}.md`;
  return Object.hasOwn(files, path) ? files[path] : undefined;
}
