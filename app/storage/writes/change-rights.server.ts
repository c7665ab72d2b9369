import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { accessSql, refuseAccess } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { accessTo, allowsNothing, mayAct } from '../crates/policy.ts';
import type { Access, Action, ItemAttributes } from '../crates/policy.ts';
import { retagSql } from '../crates/protection.server.ts';
import { mayRetag } from '../crates/protection.ts';
import { listParts } from './update-statement.server.ts';
import type { ItemWrite } from './update-statement.server.ts';

/**
 * Body, name, map and note need the right to update; tags, collaborators and the owner each need their own. Next to an
 * update, tags and collaborators that stay as they are need no right. @throws Problem 401, 403 or 404
 */
export function rightsTo(current: Current, crate: Crate, change: ItemWrite): ChangeRights {
  const rule = (action: Action) => accessTo(crate.policy, action, current.actor, true);
  const isUpdate = listParts(change).some((part) => part !== 'tags' && part !== 'collaborators');
  const update = isUpdate ? rule('update') : undefined;
  const tag = change.tags && rule('tag');
  const people = change.collaborators && { collaborate: rule('collaborate'), transfer: rule('transfer') };
  const needed = update ? [[update]] : [tag && [tag], people && [people.collaborate, people.transfer]];
  if (needed.some((some) => some?.every(allowsNothing))) refuseAccess(current, crate);
  return { read: rule('read'), update, tag, people };
}

/** Undefined rights are not needed. */
interface ChangeRights {
  /** The answer holds the whole item, so the caller must be allowed to read it. */
  readonly read: Access;
  readonly update: Access | undefined;
  readonly tag: Access | undefined;
  readonly people: { readonly collaborate: Access; readonly transfer: Access } | undefined;
}

/** Conditions on `items i`, which is to become as `wanted w` says. */
export function rightsSql({ actor }: Current, { policy }: Crate, rights: ChangeRights): Sql {
  const { read, update, tag, people } = rights;
  const conditions: Sql[] = [];
  if (update !== undefined) conditions.push(accessSql(update));
  if (!read.everything) conditions.push(accessSql(read));
  if (tag !== undefined) {
    const same = update === undefined ? sql`false` : sql`i.tags = w.new_tags::text[]`;
    conditions.push(sql`(${same} or ${accessSql(tag)})`);
    conditions.push(retagSql(actor.role, policy, sql`i.tags`, sql`w.new_tags::text[]`));
  }
  if (people !== undefined) {
    const same = update === undefined ? sql`false` : sql`i.collaborators = w.people::text[]`;
    conditions.push(sql`(${same} or case when i.user_id = (w.people::text[])[1]
      then ${accessSql(people.collaborate)} else ${accessSql(people.transfer)} end)`);
  }
  return sql.join(conditions, ' and ');
}

/** The twin of `rightsSql`, for an item that the statement did not change. The right to read is checked elsewhere. */
export function hasRights(
  { actor }: Current,
  { policy }: Crate,
  { update, tag, people }: ChangeRights,
  { tags, collaborators }: ItemWrite,
  item: ItemAttributes,
): boolean {
  if (update !== undefined && !mayAct(update, item)) return false;
  if (tag !== undefined && tags !== undefined) {
    const same = update !== undefined && isSame(tags, item.tags);
    if (!same && !mayAct(tag, item)) return false;
    if (!mayRetag(actor.role, policy, item.tags, tags)) return false;
  }
  if (people === undefined || collaborators === undefined) return true;
  const right = collaborators[0] === item.collaborators[0] ? people.collaborate : people.transfer;
  return (update !== undefined && isSame(collaborators, item.collaborators)) || mayAct(right, item);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((member, at) => member === other[at]);
}
