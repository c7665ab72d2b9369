import type { TextKey } from '#app/current/locale.ts';

/** The seven legal pages; the id is the path (specification §2). */
export const POLICIES = [
  'conduct',
  'terms',
  'privacy',
  'intellectual-property',
  'security',
  'terms-rce',
  'privacy-apple-arcade',
] as const;
export type PolicyId = (typeof POLICIES)[number];

/** Newest first, by the days from which they were in force. No texts are imported here: browsers need none. */
const VERSIONS: Record<PolicyId, readonly [string, ...string[]]> = {
  conduct: ['2026-11-28', '2026-11-21'],
  terms: ['2026-11-28', '2026-11-21', '2026-09-01'],
  privacy: [
    '2026-11-30',
    '2026-11-29',
    '2026-11-28',
    '2026-11-25',
    '2026-11-24',
    '2026-11-23',
    '2026-11-22',
    '2026-11-21',
    '2026-09-01',
  ],
  'intellectual-property': ['2026-11-28', '2026-11-21'],
  security: ['2026-11-28', '2026-11-21'],
  'terms-rce': ['2026-11-21'],
  'privacy-apple-arcade': ['2026-11-28', '2026-11-21'],
};

export const POLICY_NAMES = {
  conduct: 'legal.pages.conduct',
  terms: 'legal.pages.terms',
  privacy: 'legal.pages.privacy',
  'intellectual-property': 'legal.pages.intellectualProperty',
  security: 'legal.pages.security',
  'terms-rce': 'legal.pages.termsRce',
  'privacy-apple-arcade': 'legal.pages.privacyAppleArcade',
} as const satisfies Record<PolicyId, TextKey>;

/** The policies whose changes are announced to visitors; every response has their versions in headers. */
export const ANNOUNCED_POLICIES = ['terms', 'terms-rce', 'privacy'] as const satisfies readonly PolicyId[];
export type AnnouncedPolicy = (typeof ANNOUNCED_POLICIES)[number];

interface PolicyDocument {
  /** A path without a locale. */
  readonly url: string;
  readonly name: TextKey;
}

export function toPolicyDocument(policy: PolicyId): PolicyDocument {
  return { url: `/${policy}`, name: POLICY_NAMES[policy] };
}

/** The policy at a path. @param path without a locale, such as `/terms` */
export function policyAt(path: string): PolicyId | undefined {
  return POLICIES.find((policy) => path === `/${policy}`);
}

/** Newest first, as `YYYY-MM-DD`. */
export function listPolicyVersions(policy: PolicyId): readonly string[] {
  return VERSIONS[policy];
}

export function versionInForce(policy: PolicyId): string {
  return VERSIONS[policy][0];
}

/** @returns a path without a locale */
export function versionPath(policy: PolicyId, version: string): string {
  return version === versionInForce(policy) ? `/${policy}` : `/${policy}?version=${version}`;
}

/**
 * `changesPath('terms', '2026-09-01')` is `/terms?from=2026-09-01`; for an unknown version it is the text in force,
 * because there is nothing to compare. @param since as the browser stored it from a header `version-…`
 */
export function changesPath(policy: PolicyId, since: string): string {
  const isKnown = listPolicyVersions(policy).includes(since);
  return isKnown && since !== versionInForce(policy) ? `/${policy}?from=${since}` : `/${policy}`;
}

/** The headers of every response with the versions in force. */
export const POLICY_HEADERS: Readonly<Record<`version-${AnnouncedPolicy}`, string>> = {
  'version-terms': versionInForce('terms'),
  'version-terms-rce': versionInForce('terms-rce'),
  'version-privacy': versionInForce('privacy'),
};
