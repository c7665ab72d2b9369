import { isAtLeast } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';

import type { Policy, Verdict } from './policy.ts';

interface Protection {
  readonly tags: readonly string[];
  readonly prefixes: readonly string[];
}

export function protectionFrom(role: Role, { protect = {} }: Policy): Protection | undefined {
  const protectedTags = Object.keys(protect).filter((tag) => !isAtLeast(role, protect[tag] ?? 'super'));
  if (protectedTags.length === 0) return undefined;
  const prefixes = protectedTags.filter(isOfKey).map((tag) => tag.slice(0, -1));
  return { tags: protectedTags.filter((tag) => !isOfKey(tag)), prefixes };
}

export function mayRetag(role: Role, policy: Policy, before: readonly string[], after: readonly string[]): boolean {
  return retagVerdict(role, policy, before, after).allowed;
}

export function retagVerdict(role: Role, policy: Policy, before: readonly string[], after: readonly string[]): Verdict {
  const protection = protectionFrom(role, policy);
  if (protection === undefined) return { allowed: true, rule: 'protect' };
  const { tags, prefixes } = protection;
  for (const tag of [...before, ...after]) {
    if (before.includes(tag) && after.includes(tag)) continue;
    const prefix = prefixes.find((prefix) => tag.startsWith(prefix));
    if (tags.includes(tag)) return { allowed: false, rule: `protect.${tag}` };
    if (prefix !== undefined) return { allowed: false, rule: `protect.${prefix}*` };
  }
  return { allowed: true, rule: 'protect' };
}

function isOfKey(tag: string): boolean {
  return tag.endsWith(':*');
}
