import { findRole } from '#app/accounts/accounts.server.ts';
import { findMatches } from '#app/accounts/staff/matches.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { ItemKey } from '#app/editor/schedule.ts';
import { itemAudit } from '#app/storage/audit-kinds.server.ts';
import { Collection } from '#app/storage/collection.server.ts';
import { explainItem } from '#app/storage/explain/explain.server.ts';
import { restoreVersion } from '#app/storage/history/restore.server.ts';
import { undeleteItem } from '#app/storage/history/trash.server.ts';
import type { Item } from '#app/storage/item.ts';
import { getItem, getItemBody } from '#app/storage/items.server.ts';
import { changedMeanwhile } from '#app/storage/problems.ts';
import { updateStats } from '#app/storage/stats/stats.server.ts';
import type { StatsUpdate } from '#app/storage/stats/stats.ts';
import { deleteItem } from '#app/storage/writes/deletes.server.ts';
import { patchMetadata } from '#app/storage/writes/updates.server.ts';
import { Problem, isProblem, problemAt } from '#lib/problem.ts';

import { inAudit } from './audited.server.ts';
import { MAX_UPLOAD_BYTES } from './item-body.ts';
import { requireNoOwnEditor } from './own-pages.server.ts';
import { isOnItem, lastPerson, noFile, noPerson, severalPeople } from './problems.ts';

const MAX_TRIES = 5;

/** What each of these does to the people of an item, whoever else changes it beside it. @param who an alias, Lookup Code or address */
export async function addPerson(current: Current, key: ItemKey, who: string): Promise<void> {
  const userId = await findPerson(current, who);
  await changePeople(current, key, (people) => {
    if (people.includes(userId)) throw problemAt('who', isOnItem);
    return [...people, userId];
  });
}

export async function removePerson(current: Current, key: ItemKey, userId: string): Promise<void> {
  await changePeople(current, key, (people) => {
    if (people[0] === userId) throw new Problem(lastPerson);
    return people.filter((one) => one !== userId);
  });
}

/** The owner comes first; who was it stays on the item. */
export async function makeOwner(current: Current, key: ItemKey, userId: string): Promise<void> {
  await changePeople(current, key, (people) => [userId, ...people.filter((one) => one !== userId)]);
}

async function changePeople(
  current: Current,
  key: ItemKey,
  change: (people: readonly string[]) => string[],
  tries = MAX_TRIES,
): Promise<void> {
  try {
    await inAudit(current, key, itemAudit.change, async (current) => {
      const { item } = await getItemBody(current, key.crateId, key.itemId);
      const [before, after] = [item.collaborators, change(item.collaborators)];
      if (before.join() === after.join()) return undefined;
      const conditions = { ifMatch: [item.etag] };
      await patchMetadata(current, key.crateId, key.itemId, { collaborators: after }, conditions);
      return { result: undefined, before: { collaborators: before }, after: { collaborators: after } };
    });
  } catch (refusal) {
    if (!isProblem(refusal, changedMeanwhile) || tries === 0) throw refusal;
    await changePeople(current, key, change, tries - 1);
  }
}

/** @throws Problem 404 for nobody, 409 for several */
async function findPerson(current: Current, who: string): Promise<string> {
  requireRole(current, 'staff');
  const { whole } = await findMatches(current, who.replace(/^@/, ''), 1);
  const [userId, ...others] = whole.keys();
  if (userId === undefined) throw problemAt('who', noPerson);
  const byCode = [...whole].find(([, { by }]) => by === 'lookupCode')?.[0];
  if (others.length > 0 && byCode === undefined) throw problemAt('who', severalPeople);
  return byCode ?? userId;
}

/** Sets or adds to a stat, or submits a record of one's own, by the rules of the crate. Audited. @throws Problem as `updateStats` */
export async function writeStats(current: Current, key: ItemKey, update: StatsUpdate): Promise<void> {
  await inAudit(current, key, itemAudit.stats, async (current) => {
    const { item } = await getItemBody(current, key.crateId, key.itemId);
    const { stats, records } = await updateStats(current, key.crateId, key.itemId, update);
    const was = Object.fromEntries(Object.keys(stats).map((name) => [name, item.stats[name] ?? null]));
    const held = Object.fromEntries(Object.entries(records).map(([name, { value }]) => [name, value]));
    return { result: undefined, before: was, after: { ...stats, ...held } };
  });
}

/** Audited. @returns the revision that it has now; undefined where it changes nothing @throws Problem 412 when it has changed since, else as `restoreVersion` */
export async function restoreItem(
  current: Current,
  key: ItemKey,
  from: string,
  rev: string,
): Promise<string | undefined> {
  return inAudit(current, key, itemAudit.restore, async (current) => {
    requireNoOwnEditor((await getItemBody(current, key.crateId, key.itemId)).item);
    const item = await restoreVersion(current, key.crateId, key.itemId, from, { ifMatch: [`"${rev}"`] });
    const now = item.etag.slice(1, -1);
    return { result: now, before: { rev }, after: { restored: from, rev: now } };
  });
}

/** To the trash. Audited. @throws Problem 412 when it has changed since, else as `deleteItem` */
export async function trashItem(current: Current, key: ItemKey, rev: string): Promise<void> {
  await inAudit(current, key, itemAudit.delete, async (current) => {
    const { item } = await getItemBody(current, key.crateId, key.itemId);
    requireNoOwnEditor(item);
    await deleteItem(current, key.crateId, key.itemId, { ifMatch: [`"${rev}"`] }, false);
    return { result: undefined, before: { name: item.name } };
  });
}

/** Audited. @throws Problem as `undeleteItem` */
export async function takeOutOfTrash(current: Current, key: ItemKey): Promise<void> {
  await inAudit(current, key, itemAudit.undelete, async (current) => {
    const item = await undeleteItem(current, key.crateId, key.itemId);
    requireNoOwnEditor(item);
    return { result: undefined, before: { name: item.name } };
  });
}

/** In the place of the body, with the file's own type. Audited. @throws Problem 400 without a file, 412, else as `updateItem` */
export async function replaceBody(
  current: Current,
  key: ItemKey,
  { file, rev }: { file: File | undefined; rev: string },
): Promise<void> {
  if (file === undefined || file.size > MAX_UPLOAD_BYTES) throw problemAt('file', noFile);
  await inAudit(current, key, itemAudit.change, async (current) => {
    const { item: was } = await getItemBody(current, key.crateId, key.itemId);
    requireNoOwnEditor(was);
    const content = { bytes: new Uint8Array(await file.arrayBuffer()), contentType: file.type };
    const is = await new Collection(key.crateId).save(current, key.itemId, {}, content, `"${rev}"`);
    return { result: undefined, before: bodyFacts(was), after: bodyFacts(is) };
  });
}

const bodyFacts = ({ etag, bytes, mimetype }: Item) => ({ rev: etag.slice(1, -1), bytes, mimetype });

/** What a call answers somebody who asks for the item. */
interface ItemAnswer {
  readonly status: number;
  readonly message: string | undefined;
}

/** What a person sees and may do; audited with both of them. Needs staff. @param who an alias, Lookup Code or address @throws Problem 401, 403, 404, 409 */
export async function viewItemAs(current: Current, key: ItemKey, who: string) {
  const userId = await findPerson(current, who);
  await getItem(current, key.crateId, key.itemId);
  const role = (await findRole(current.db, current.rowCache, userId)) ?? 'authenticated';
  await inTransaction(current, (current) =>
    recordAuditEntry(current, itemAudit.view, { target: `item/${key.crateId}/${key.itemId}`, after: { userId, role } }),
  );
  const explanation = await explainItem(current, key.crateId, key.itemId, userId);
  return { answer: await readAs(current, key, { userId, role }), explanation };
}

export async function readAs(
  current: Current,
  { crateId, itemId }: ItemKey,
  asked: Pick<Current['actor'], 'userId' | 'role'>,
): Promise<ItemAnswer> {
  try {
    await getItem({ ...current, actor: { ...current.actor, ...asked } }, crateId, itemId);
    return { status: 200, message: undefined };
  } catch (refusal) {
    if (!(refusal instanceof Problem)) throw refusal;
    return { status: refusal.status, message: refusal.message };
  }
}
