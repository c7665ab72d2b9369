import type { Current } from '#app/current/current.server.ts';
import { isStaff } from '#app/current/role.ts';
import { getCrate } from '#app/storage/crates/crates.server.ts';
import { accessTo, mayAct } from '#app/storage/crates/policy.ts';
import type { Item } from '#app/storage/item.ts';

import type { EditLink, EditedThing } from '../edit-link.ts';
import type { DocumentKind } from './document-kind.server.ts';

/** For the data of a page about one document. Nothing for who may not change it, so that pages of others stay as they are. */
export async function offerEdit<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  what: EditedThing,
  name: string,
): Promise<{ edit?: EditLink }> {
  if (!isStaff(current.actor.role)) return {};
  const item = await kind.items.find(current, name);
  if (item === undefined || !(await mayEdit(current, item))) return {};
  return { edit: { what, to: kind.pathTo(item, {}) } };
}

/** Whether the editor, which is for staff, would store what they change. */
export async function mayEdit(
  current: Current,
  item: Pick<Item, 'crateId' | 'collaborators' | 'tags'>,
): Promise<boolean> {
  if (!isStaff(current.actor.role)) return false;
  const { policy } = await getCrate(current, item.crateId);
  return mayAct(accessTo(policy, 'update', current.actor, true), item);
}
