import { accessByGrants, accessTo } from '../crates/policy.ts';
import type { Access, Principal, Grant, Policy, RecordRule, StatRule } from '../crates/policy.ts';

/** In the order in which a change is held against them. */
const STAT_LIMITS = ['type', 'min', 'max', 'maxChange', 'minInterval'] as const;
export type StatLimit = (typeof STAT_LIMITS)[number];

/** A stat may be called `constructor`, which every object seems to have. */
export function statRule({ stats = {} }: Policy, name: string): StatRule | undefined {
  return Object.hasOwn(stats, name) ? stats[name] : undefined;
}

function recordRule({ records = {} }: Policy, name: string): RecordRule | undefined {
  return Object.hasOwn(records, name) ? records[name] : undefined;
}

export function leastRecords({ records = {} }: Policy): string[] {
  return Object.keys(records).filter((name) => records[name]?.best === 'min');
}

export interface WriteRight {
  readonly right: string;
  readonly grants: readonly Grant[] | undefined;
}

export function writeRight(policy: Policy, kind: 'stats' | 'records', name: string): WriteRight {
  const grants = (kind === 'stats' ? statRule(policy, name) : recordRule(policy, name))?.write;
  return { right: grants === undefined ? 'stat' : `${kind}.${name}.write`, grants };
}

export function accessByRight(policy: Policy, { right, grants }: WriteRight, principal: Principal): Access {
  return grants === undefined
    ? accessTo(policy, 'stat', principal, true)
    : accessByGrants(policy, grants, right, principal);
}

export function limitText(limit: StatLimit, rule: StatRule | undefined): string {
  if (limit === 'type') return 'type: a whole number';
  const bound = String(rule?.[limit]);
  const texts = {
    min: `min: at least ${bound}`,
    max: `max: at most ${bound}`,
    maxChange: `maxChange: by at most ${bound}`,
    minInterval: `minInterval: once in ${bound} seconds`,
  };
  return texts[limit];
}
