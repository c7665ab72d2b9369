import { ACTIONS, defaultGrants } from '#app/storage/crates/policy.ts';
import type { Action, Grant, Policy, StatRule, Subject } from '#app/storage/crates/policy.ts';

/** Who can be named by a box to check, in the order in which policies name them. */
export const SUBJECTS = ['public', 'authenticated', 'staff', 'admin', 'owner', 'collaborator', 'app'] as const;
type ControlSubject = (typeof SUBJECTS)[number];

export const QUOTA_HOLDERS = ['user', 'crate'] as const;
export const QUOTA_KINDS = ['items', 'bytes', 'versions'] as const;
export const STAT_NUMBERS = ['min', 'max', 'maxChange', 'minInterval'] as const;

export const POLICY_PARTS = ['rules', 'limits', 'stats'] as const;
type PolicyPart = (typeof POLICY_PARTS)[number];

type ReadField = (name: string) => string;

export function grantsOf(policy: Policy, action: Action): readonly Grant[] {
  return policy[action] ?? defaultGrants(action);
}

export function isChecked(policy: Policy, action: Action, subject: ControlSubject): boolean {
  return grantsOf(policy, action).includes(subject);
}

/** Those that no box tells: by tags, or for supers alone. */
export function otherGrants(policy: Policy, action: Action): Grant[] {
  return grantsOf(policy, action).filter((grant) => !isControlSubject(grant));
}

export const grantField = (action: Action, subject: Subject) => `may.${action}.${subject}`;
export const quotaField = (holder: string, kind: string) => `quotas.${holder}.${kind}`;
export const statField = (at: number, field: string) => `stat.${at}.${field}`;

/** The policy with what the controls of a part say. What they cannot show stays. */
export function withControls(policy: Policy, part: PolicyPart, read: ReadField): Policy {
  const changed =
    part === 'rules'
      ? readRules(policy, read)
      : part === 'limits'
        ? readLimits(read)
        : { stats: readStats(policy, read) };
  return withoutEmpty({ ...policy, ...changed });
}

function readRules(policy: Policy, read: ReadField): Partial<Policy> {
  const rules = ACTIONS.map((action) => {
    const chosen = SUBJECTS.filter((subject) => read(grantField(action, subject)) !== '');
    const isSame = SUBJECTS.every((subject) => chosen.includes(subject) === isChecked(policy, action, subject));
    return [action, isSame ? policy[action] : [...chosen, ...otherGrants(policy, action)]] as const;
  });
  return { ...Object.fromEntries(rules), requirePrecondition: read('requirePrecondition') === '' ? undefined : true };
}

function readLimits(read: ReadField): Partial<Policy> {
  const quotas = QUOTA_HOLDERS.map((holder) => {
    const kinds = QUOTA_KINDS.map((kind) => [kind, readNumber(read(quotaField(holder, kind)))] as const);
    return [holder, withoutEmpty(Object.fromEntries(kinds))] as const;
  });
  const keep = { versions: readNumber(read('keep.versions')), days: readNumber(read('keep.days')) };
  return {
    quotas: orNothing(withoutEmpty(Object.fromEntries(quotas.map(([holder, quota]) => [holder, orNothing(quota)])))),
    keep: orNothing(withoutEmpty(keep)),
  };
}

function readStats(policy: Policy, read: ReadField): Policy['stats'] {
  const stats: Record<string, StatRule> = {};
  for (let at = 0; read(statField(at, 'row')) !== ''; at += 1) {
    const name = read(statField(at, 'name')).trim();
    if (name === '') continue;
    const was = read(statField(at, 'row'));
    const known = Object.hasOwn(policy.stats ?? {}, was) ? policy.stats?.[was] : undefined;
    const type = read(statField(at, 'type'));
    const numbers = STAT_NUMBERS.map((field) => [field, readNumber(read(statField(at, field)))] as const);
    const rule = {
      type: type === 'integer' || type === 'number' ? type : undefined,
      ...Object.fromEntries(numbers),
      write: known?.write,
    };
    Object.defineProperty(stats, name, { value: withoutEmpty(rule), enumerable: true });
  }
  return orNothing(stats);
}

/** What is no number comes to one that no schema takes. */
function readNumber(typed: string): number | undefined {
  return typed.trim() === '' ? undefined : Number(typed.trim());
}

function withoutEmpty<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Value;
}

function orNothing<Value extends object>(value: Value): Value | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}

function isControlSubject(grant: Grant): grant is ControlSubject {
  return SUBJECTS.some((subject) => subject === grant);
}

/** The rows of the form of stats: those that there are, and one for another. `-` is no name of a stat. */
export function statRows({
  stats = {},
}: Policy): { readonly row: string; readonly name: string; readonly rule: StatRule }[] {
  const rows = Object.entries(stats).map(([name, rule]) => ({ row: name, name, rule }));
  return [...rows, { row: '-', name: '', rule: {} }];
}
