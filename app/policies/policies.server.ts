import { renderSections } from '#lib/markdown/sections.server.ts';
import type { MarkdownSections } from '#lib/markdown/sections.server.ts';
import { memoize } from '#lib/memoize.ts';
import { Problem } from '#lib/problem.ts';

import type { ChangedSection } from './change.ts';
import { changesBetween } from './changes.server.ts';
import { policyAt, versionInForce } from './policy.ts';
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
  const version = requested ?? versionInForce(policy);
  if (findSource(policy, version) === undefined) throw new Problem(noVersion);
  return version;
}

/** Sanitised HTML. @throws Problem 404 */
export const getPolicyText = memoize((policy: PolicyId, version: string): Promise<MarkdownSections> =>
  renderSections(source(policy, version)),
);

/** What changed from one version to another, by section. @throws Problem 404 */
export const getChanges = memoize((policy: PolicyId, from: string, to: string): readonly ChangedSection[] =>
  changesBetween(source(policy, from), source(policy, to)),
);

function source(policy: PolicyId, version: string): string {
  const text = findSource(policy, version);
  if (text === undefined) throw new Problem(noVersion);
  return text;
}

function findSource(policy: PolicyId, version: string): string | undefined {
  const path = `/content/policies/${policy}/${version}.md`;
  return Object.hasOwn(files, path) ? files[path] : undefined;
}
