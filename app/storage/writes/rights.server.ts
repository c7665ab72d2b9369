import type { Current } from '#app/current/current.server.ts';
import { isAdmin } from '#app/current/role.ts';
import { sql } from '#lib/database/sql.server.ts';

import { Values, accessSql, refuseAccess } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { accessTo, judge, mayAct, allowsNothing } from '../crates/policy.ts';
import type { Access, Action, Principal, ItemAttributes, Policy, Verdict } from '../crates/policy.ts';
import { retagSql } from '../crates/protection.server.ts';
import { mayRetag, retagVerdict } from '../crates/protection.ts';

/** What a change is about, as far as rights go. */
interface AccessFields {
  readonly tags?: readonly string[] | undefined;
  readonly collaborators?: readonly string[] | undefined;
}

/** The rights that a change of an item needs of the asker; what is undefined it does not touch. */
export interface Rights {
  /** The answer tells the whole item, so who writes must be allowed to read it. */
  readonly read: Access;
  readonly update: Access | undefined;
  readonly tag: Access | undefined;
  /** For another list of collaborators with the same first one, and for a new first one. */
  readonly people: { readonly collaborate: Access; readonly transfer: Access } | undefined;
}

/**
 * Body, name, map and note need the right to update; tags that to tag; collaborators that to collaborate or, for a new
 * first one, to transfer. Next to an update, tags and collaborators that stay as they are need no right.
 * @throws Problem 401, 403 or 404 where the asker has a right to no item at all
 */
export function rightsTo(current: Current, crate: Crate, change: AccessFields): Rights {
  const rule = (action: Action) => accessTo(crate.policy, action, current.actor, true);
  const isUpdate = Object.keys(change).some((part) => part !== 'tags' && part !== 'collaborators');
  const update = isUpdate ? rule('update') : undefined;
  const tag = change.tags && rule('tag');
  const people = change.collaborators && { collaborate: rule('collaborate'), transfer: rule('transfer') };
  const needed = update ? [[update]] : [tag && [tag], people && [people.collaborate, people.transfer]];
  if (needed.some((some) => some?.every(allowsNothing))) refuseAccess(current, crate);
  return { read: rule('read'), update, tag, people };
}

/** The rights to a change as conditions on `items i`, to be met in the statement that makes it. */
export function rightsSql(
  current: Current,
  crate: Crate,
  rights: Rights,
  change: AccessFields,
  values: Values,
): string[] {
  const { read, update, tag, people } = rights;
  const { tags, collaborators } = change;
  const conditions = update === undefined ? [] : [accessSql(update, values)];
  if (!read.everything) conditions.push(accessSql(read, values));
  if (tag !== undefined && tags !== undefined) {
    const same = update === undefined ? '' : `i.tags = ${values.add(tags, 'text[]')} or `;
    conditions.push(`(${same}${accessSql(tag, values)})`);
    const retag = retagSql(current.actor.role, crate.policy, sql`i.tags`, sql`${tags}::text[]`);
    conditions.push(values.text(retag));
  }
  if (people !== undefined && collaborators !== undefined) {
    const list = values.add(collaborators, 'text[]');
    const same = update === undefined ? 'false' : `i.collaborators = ${list}`;
    conditions.push(`(${same} or case when i.user_id = (${list})[1] then ${accessSql(people.collaborate, values)}
      else ${accessSql(people.transfer, values)} end)`);
  }
  return conditions;
}

/** The twin of `rightsSql`, for an item that the statement did not change. Whether one may read it is asked elsewhere. */
export function hasRights(
  current: Current,
  crate: Crate,
  rights: Rights,
  change: AccessFields,
  item: ItemAttributes,
): boolean {
  const { update, tag, people } = rights;
  const { tags, collaborators } = change;
  if (update !== undefined && !mayAct(update, item)) return false;
  if (tag !== undefined && tags !== undefined) {
    const same = update !== undefined && isSame(tags, item.tags);
    if (!same && !mayAct(tag, item)) return false;
    if (!mayRetag(current.actor.role, crate.policy, item.tags, tags)) return false;
  }
  if (people === undefined || collaborators === undefined) return true;
  const right = collaborators[0] === item.collaborators[0] ? people.collaborate : people.transfer;
  return (update !== undefined && isSame(collaborators, item.collaborators)) || mayAct(right, item);
}

/**
 * Whether someone may create an item. Who creates owns: only admins, and app keys that name someone, create for others
 * and name all collaborators. The crate's rule sees the item as it is to be; tags and further collaborators need the
 * rights to tag and to share an item of one's own without any tags.
 */
export function createVerdict(
  policy: Policy,
  asker: Principal,
  collaborators: readonly string[],
  tags: readonly string[],
): Verdict {
  const [owner] = collaborators;
  const mayName = isAdmin(asker.role) || (asker.app !== undefined && owner !== '');
  if (owner !== asker.userId && !mayName) return { allowed: false, rule: 'owner' };
  const verdictOf = (action: Action, tags: readonly string[]) =>
    judge(accessTo(policy, action, asker, true), { collaborators, tags });
  const verdicts = [verdictOf('create', tags)];
  if (tags.length > 0) verdicts.push(verdictOf('tag', []), retagVerdict(asker.role, policy, [], tags));
  if (collaborators.length > 1 && !mayName) verdicts.push(verdictOf('collaborate', []));
  return verdicts.find(({ allowed }) => !allowed) ?? { allowed: true, rule: verdicts[0]?.rule ?? 'create' };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((member, at) => member === other[at]);
}
