import * as z from 'zod/mini';

import { ROLES, isAtLeast } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { findSchemaFault } from '#lib/json-schema/schema-form.ts';

import { Tag, isTag, normalized } from '../item.ts';
import { StatName } from '../stats/stats.ts';

export const ACTIONS = [
  'list',
  'read',
  'create',
  'update',
  'delete',
  'tag',
  'collaborate',
  'transfer',
  'stat',
  'history',
  'override',
] as const;
export type Action = (typeof ACTIONS)[number];

/** `app` is the app key of a game server. */
const Subject = z.enum([...ROLES, 'owner', 'collaborator', 'app']);
export type Subject = z.output<typeof Subject>;
const TagCondition = z.string().check(
  z.overwrite(normalized),
  z.refine((term) => isTag(term.replace(/^-/, '')), 'a tag, excluded by a leading -'),
);
/** For items that have some tags and, with a leading `-`, lack others. */
const Grant = z.union(
  [Subject, z.object({ to: Subject, tags: z.array(TagCondition).check(z.minLength(1), z.maxLength(16)) })],
  `${Subject.options.join(', ')}, or an object with one of these as to, and 1 to 16 tags`,
);
export type Grant = z.output<typeof Grant>;
const Grants = z.optional(z.array(Grant).check(z.maxLength(16)));

const Count = z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));
const Quota = z.object({ bytes: z.optional(Count), items: z.optional(Count), versions: z.optional(Count) });

/** `maxChange` bounds one addition; `minInterval` is in seconds, between two changes by one user. */
const StatRule = z.object({
  type: z.optional(z.enum(['integer', 'number'])),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  maxChange: z.optional(z.number().check(z.minimum(0))),
  minInterval: z.optional(z.number().check(z.minimum(0), z.maximum(366 * 86_400))),
  write: Grants,
});
export type StatRule = z.output<typeof StatRule>;

/** An app key with the right to `write` may name the holder. */
const RecordRule = z.object({ best: z.optional(z.enum(['max', 'min'])), write: Grants });
export type RecordRule = z.output<typeof RecordRule>;

export const SetName = z
  .string()
  .check(z.regex(/^[a-z][A-Za-z0-9-]{0,63}$/, 'a lowercase letter, then up to 63 letters, digits or -'));
const SetGrants = z.optional(z.array(z.enum([...ROLES, 'owner', 'app'])).check(z.maxLength(16)));
const MemberLength = z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(64)));
const MemberRule = z.object({
  characters: z.optional(z.enum(['digits', 'lowercase letters and digits', 'letters and digits'])),
  minLength: MemberLength,
  maxLength: MemberLength,
});
export type MemberRule = z.output<typeof MemberRule>;

export const DEFAULT_MAX_SIZE = 10_000;
const MAX_SETS = 64;

const SetSides = { owner: z.optional(StatName), member: z.optional(StatName) };

/**
 * `owner` is whose user id the owner of a set is; `maxSize` bounds the members of one owner. `people` says which side is user
 * ids: the owner, where nothing is said. `counts` names a stat of the item that is named as the owner or the member: it has
 * one more for each member that is added, one less for each that is removed. With `items`, members are names of items of the
 * crate: who may not write to a set finds in it what they may list, or may see where they name it. `shownBy` names a choice
 * of the owner: the set of who has chosen no there is for themselves and for those who may write to any.
 */
const SetRule = z.object({
  read: SetGrants,
  write: SetGrants,
  maxSize: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
  members: z.optional(MemberRule),
  people: z.optional(z.array(z.enum(['owner', 'member'])).check(z.maxLength(2))),
  counts: z.optional(z.object(SetSides)),
  keepHistory: z.optional(z.boolean()),
  items: z.optional(z.boolean()),
  shownBy: z.optional(z.string().check(z.regex(/^[a-z][A-Za-z]{0,31}$/, 'the name of a choice'))),
});
export type SetRule = z.output<typeof SetRule>;

/** JSON Schema, of which the keywords are understood that `lib/json-schema` names. */
const DataSchema = z.record(z.string(), z.unknown()).check(({ value, issues }) => {
  const fault = findSchemaFault(value);
  if (fault !== undefined) issues.push({ code: 'custom', input: value, path: [...fault.path], message: fault.words });
});

/**
 * A role means that role and those above it; an action without grants is open to admins, `override` to staff,
 * `transfer` to the owner and admins. `hide` says who sees an item with a tag: a minimum role, or 'direct' for anyone
 * who knows its id or name. `protect` says from which role on a tag (or with `key:*` every tag of a key) may be added
 * and removed. `quotas` count bodies with those of versions and trash. A crate has only the `sets` that are named.
 * `schema` is held against bodies of JSON and maps when they are written; what is there already stays as it is.
 */
export const Policy = z.object({
  list: Grants,
  read: Grants,
  create: Grants,
  update: Grants,
  delete: Grants,
  tag: Grants,
  collaborate: Grants,
  transfer: Grants,
  stat: Grants,
  history: Grants,
  override: Grants,
  hide: z.optional(z.record(Tag, z.enum([...ROLES, 'direct']))),
  protect: z.optional(z.record(Tag, z.enum(ROLES))),
  quotas: z.optional(z.object({ user: z.optional(Quota), crate: z.optional(Quota) })),
  keep: z.optional(
    z.object({
      versions: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(1000))),
      days: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(3660))),
    }),
  ),
  stats: z.optional(z.record(StatName, StatRule)),
  records: z.optional(z.record(StatName, RecordRule)),
  sets: z.optional(
    z
      .record(SetName, SetRule)
      .check(z.refine((sets) => Object.keys(sets).length <= MAX_SETS, `at most ${MAX_SETS} sets`)),
  ),
  schema: z.optional(z.object({ body: z.optional(DataSchema), map: z.optional(DataSchema) })),
  requirePrecondition: z.optional(z.boolean()),
});
export type Policy = z.output<typeof Policy>;

/** `app` is the id of the app key. */
export interface Principal {
  readonly userId: string | undefined;
  readonly role: Role;
  readonly app?: string | undefined;
}

export interface Alternative {
  readonly rule: string;
  readonly who: 'everything' | 'owner' | 'collaborator';
  readonly included: readonly string[];
  readonly excluded: readonly string[];
}

/**
 * The items that any alternative permits, less those with a hidden tag that the caller does not share. As sets, where
 * `T` are the items of a tag, `mine` those whose first collaborator is `userId` and `shared` those with it as any one:
 * `any of (all | mine | shared) ∩ T(included)… − T(excluded)…`, and of that `− (T(hidden)… − shared)`.
 */
export interface Access {
  readonly userId: string | undefined;
  readonly alternatives: readonly Alternative[];
  readonly everything: boolean;
  readonly hiddenTags: readonly string[];
  /** The rule that refuses where no alternative applies, such as `read` or `default.admin`. */
  readonly otherwise: string;
}

export interface ItemAttributes {
  readonly collaborators: readonly string[];
  readonly tags: readonly string[];
}

export interface Verdict {
  readonly allowed: boolean;
  readonly rule: string;
}

/** For actions without grants; the studio's admins always have these. */
const DEFAULTS: Partial<Record<Action, readonly Subject[]>> = { transfer: ['owner', 'admin'], override: ['staff'] };

/** What an action without grants comes to. */
export function defaultGrants(action: Action): readonly Subject[] {
  return DEFAULTS[action] ?? ['admin'];
}

type Rule = Omit<Access, 'userId'>;
/** Rules differ by policy, action and role, and hardly by caller, so each is worked out once. */
const rulesByPolicy = new WeakMap<Policy, Map<string, Rule>>();

/**
 * The one evaluator: `mayAct` applies its rule to an item, `accessSql` to a list. An override ignores hidden tags.
 * @param direct whether items are requested by id or name
 */
export function accessTo(policy: Policy, action: Action, principal: Principal, direct: boolean): Access {
  const { userId, role, app } = principal;
  const key = `${action} ${role} ${userId !== undefined} ${app !== undefined} ${direct}`;
  const rules = rulesByPolicy.get(policy) ?? new Map<string, Rule>();
  let rule = rules.get(key);
  if (rule === undefined) {
    const hides = action !== 'override';
    rule = { ...grantsRule(policy, action, principal), hiddenTags: hides ? hiddenTags(policy, role, direct) : [] };
    rules.set(key, rule);
    rulesByPolicy.set(policy, rules);
  }
  const { alternatives, everything, otherwise } = rule;
  return { userId, alternatives, everything, hiddenTags: rule.hiddenTags, otherwise };
}

/** @param rule the name of the grants, such as that of a stat */
export function accessByGrants(policy: Policy, grants: readonly Grant[], rule: string, principal: Principal): Access {
  const hidden = hiddenTags(policy, principal.role, true);
  return { userId: principal.userId, ...buildRule(grants, rule, rule, principal), hiddenTags: hidden };
}

export function allowsNothing(access: Access): boolean {
  return access.alternatives.length === 0;
}

export function mayAct(access: Access, item: ItemAttributes): boolean {
  return (access.everything && access.hiddenTags.length === 0) || evaluate(access, item).allowed;
}

export function evaluate(access: Access, { collaborators, tags }: ItemAttributes): Verdict {
  const { userId, alternatives, hiddenTags, otherwise } = access;
  const shares = userId !== undefined && collaborators.includes(userId);
  const owns = shares && collaborators[0] === userId;
  const by = alternatives.find(({ who, included, excluded }) => {
    const isTheirs = who === 'everything' || (who === 'owner' ? owns : shares);
    return isTheirs && included.every((tag) => tags.includes(tag)) && !excluded.some((tag) => tags.includes(tag));
  });
  if (by === undefined) return { allowed: false, rule: otherwise };
  const hiding = shares ? undefined : hiddenTags.find((tag) => tags.includes(tag));
  return hiding === undefined ? { allowed: true, rule: by.rule } : { allowed: false, rule: `hide.${hiding}` };
}

function grantsRule(policy: Policy, action: Action, principal: Principal): Omit<Rule, 'hiddenTags'> {
  if (action === 'override' && !isAtLeast(principal.role, 'staff')) {
    return { alternatives: [], everything: false, otherwise: 'least.staff' };
  }
  const grants = policy[action];
  if (grants !== undefined) return buildRule(grants, action, action, principal);
  const subjects = defaultGrants(action);
  return buildRule(subjects, 'default', `default.${subjects.at(-1)}`, principal);
}

function buildRule(
  grants: readonly Grant[],
  name: string,
  otherwise: string,
  principal: Principal,
): Omit<Rule, 'hiddenTags'> {
  const alternatives = grants.flatMap((grant, at) => {
    const { to, tags } = typeof grant === 'string' ? { to: grant, tags: [] } : grant;
    const who = findWho(to, principal);
    if (who === undefined) return [];
    const included = tags.filter((tag) => !tag.startsWith('-'));
    const excluded = tags.filter((tag) => tag.startsWith('-')).map((tag) => tag.slice(1));
    return [{ rule: name === 'default' ? `default.${to}` : `${name}[${at}]`, who, included, excluded }];
  });
  const everything = alternatives.some(
    ({ who, included, excluded }) => who === 'everything' && included.length + excluded.length === 0,
  );
  return { alternatives, everything, otherwise };
}

/** Undefined when the grant is not for the caller. */
function findWho(subject: Subject, { userId, role, app }: Principal): Alternative['who'] | undefined {
  if (subject === 'owner' || subject === 'collaborator') return userId === undefined ? undefined : subject;
  const isIncluded = subject === 'app' ? app !== undefined : isAtLeast(role, subject);
  return isIncluded ? 'everything' : undefined;
}

function hiddenTags(policy: Policy, role: Role, direct: boolean): string[] {
  return Object.entries(policy.hide ?? {})
    .filter(([, least]) => (least === 'direct' ? !direct && !isAtLeast(role, 'staff') : !isAtLeast(role, least)))
    .map(([tag]) => tag);
}
