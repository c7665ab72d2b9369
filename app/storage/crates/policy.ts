import * as z from 'zod/mini';

import { ROLES, isAtLeast } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';

import { isTag } from '../item.ts';
import { StatName } from '../stats/stats.ts';

export const ACTIONS = ['list', 'read', 'create', 'update', 'delete', 'tag', 'stat'] as const;
export type Action = (typeof ACTIONS)[number];

const Subject = z.enum([...ROLES, 'owner', 'collaborator']);
const Subjects = z.array(Subject).check(z.maxLength(8));

/**
 * Who may do what in a crate. A role means that role and those above it.
 * `hide` says who sees an item that carries a tag: a least role, or 'direct' for anyone who knows its id or name.
 * `leastRecords` are the records whose best value is the lowest.
 */
export const Policy = z.object({
  list: z.optional(Subjects),
  read: z.optional(Subjects),
  create: z.optional(Subjects),
  update: z.optional(Subjects),
  delete: z.optional(Subjects),
  tag: z.optional(Subjects),
  stat: z.optional(Subjects),
  hide: z.optional(z.record(z.string().check(z.refine(isTag)), z.enum([...ROLES, 'direct']))),
  leastRecords: z.optional(z.array(StatName).check(z.maxLength(64))),
});
export type Policy = z.output<typeof Policy>;

interface Asker {
  readonly userId: string | undefined;
  readonly role: Role;
}

/** What an asker may do one action to: all items, own ones, shared ones; never those with a hiding tag, unless shared. */
export interface Access {
  readonly userId: string | undefined;
  readonly everything: boolean;
  readonly asOwner: boolean;
  readonly asCollaborator: boolean;
  readonly hiddenTags: readonly string[];
}

/**
 * The one evaluator: the rule of an action for an asker. `mayAct` applies it to an item, `accessSql` to a list.
 * @param direct whether the items are asked for by id or name
 */
export function accessTo(policy: Policy, action: Action, asker: Asker, direct: boolean): Access {
  const subjects = policy[action] ?? ['admin'];
  const signedIn = asker.userId !== undefined;
  return {
    userId: asker.userId,
    everything: subjects.some((subject) => isSubjectRole(subject) && isAtLeast(asker.role, subject)),
    asOwner: signedIn && subjects.includes('owner'),
    asCollaborator: signedIn && subjects.includes('collaborator'),
    hiddenTags: hiddenTags(policy, asker.role, direct),
  };
}

/** The rule that lets everything pass, for an override by staff. */
export function fullAccess(asker: Asker): Access {
  return { userId: asker.userId, everything: true, asOwner: true, asCollaborator: true, hiddenTags: [] };
}

export function mayNothing(access: Access): boolean {
  return !access.everything && !access.asOwner && !access.asCollaborator;
}

/** Whether the rule lets this item pass. */
export function mayAct(access: Access, item: { collaborators: readonly string[]; tags: readonly string[] }): boolean {
  const { userId } = access;
  const shares = userId !== undefined && item.collaborators.includes(userId);
  const owns = shares && item.collaborators[0] === userId;
  const allowed = access.everything || (access.asOwner && owns) || (access.asCollaborator && shares);
  return allowed && (shares || !access.hiddenTags.some((tag) => item.tags.includes(tag)));
}

function hiddenTags(policy: Policy, role: Role, direct: boolean): string[] {
  return Object.entries(policy.hide ?? {})
    .filter(([, least]) => (least === 'direct' ? !direct && !isAtLeast(role, 'staff') : !isAtLeast(role, least)))
    .map(([tag]) => tag);
}

function isSubjectRole(subject: z.output<typeof Subject>): subject is Role {
  return subject !== 'owner' && subject !== 'collaborator';
}
