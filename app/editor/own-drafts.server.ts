import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { getCrate } from '#app/storage/crates/crates.server.ts';
import { isItemId } from '#app/storage/item.ts';
import { getItem } from '#app/storage/items.server.ts';
import { noItem } from '#app/storage/problems.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, isProblem } from '#lib/problem.ts';

import { findOriginalId } from './documents.server.ts';
import { isNewItem } from './own-draft.ts';
import type { OwnDraft, OwnDraftFields } from './own-draft.ts';
import { recordWriting } from './presence/presence.server.ts';
import type { ItemKey } from './schedule.ts';

/** Why the audit keeps none of it. */
export const OWN_WORDS = 'What somebody has typed and not saved is seen by nobody else.';

/** Days after which what nobody came back to is deleted, and what was thrown away. */
const [KEEP_DAYS, UNDO_DAYS] = [90, 1];

/** For the actor alone, beside the item. Needs staff. @throws Problem 401 or 403, 404 for a hidden item */
export async function saveOwnDraft(
  current: Current,
  itemKey: ItemKey,
  { etag, fields }: OwnDraftFields,
): Promise<void> {
  requireRole(current, 'staff');
  const userId = requireUser(current);
  const itemId = await requireItemId(current, itemKey);
  await current.db.query(sql`
    insert into editor_drafts (user_id, crate_id, item_id, etag, fields, saved_at)
    values (${userId}, ${itemKey.crateId}, ${itemId}, ${etag}, ${JSON.stringify(fields)}, ${current.now()})
    on conflict (user_id, crate_id, item_id) do update
    set etag = excluded.etag, fields = excluded.fields, saved_at = excluded.saved_at, discarded_at = null`);
  if (!isNewItem(itemId)) await recordWriting(current, { ...itemKey, itemId }, { userId, isWriting: true });
}

/** The actor's own. Needs staff. @throws Problem 401 or 403 */
export async function findOwnDraft(current: Current, itemKey: ItemKey): Promise<OwnDraft | undefined> {
  requireRole(current, 'staff');
  const [row] = await current.db.query<DraftRow>(sql`
    select etag, fields, saved_at from editor_drafts
    where user_id = ${requireUser(current)} and crate_id = ${itemKey.crateId} and item_id = ${itemKey.itemId}
      and discarded_at is null`);
  return row && { etag: row.etag, fields: row.fields, savedAt: row.saved_at.toISOString() };
}

type DraftRow = Pick<Row<'editor_drafts'>, 'etag' | 'saved_at'> &
  Columns<'editor_drafts', { fields: Record<string, string> }>;

/** Takes the actor's own out of the way, or back as long as that is possible. Needs staff. @throws Problem 401 or 403 */
export async function discardOwnDraft(
  current: Current,
  { crateId, itemId }: ItemKey,
  isDiscarded: boolean,
): Promise<void> {
  requireRole(current, 'staff');
  const userId = requireUser(current);
  await current.db.query(sql`
    update editor_drafts set discarded_at = ${isDiscarded ? current.now() : null}::timestamptz
    where user_id = ${userId} and crate_id = ${crateId} and item_id = ${itemId}`);
  if (isItemId(itemId)) await recordWriting(current, { crateId, itemId }, { userId, isWriting: !isDiscarded });
}

/** The actor's own, once it is saved. Needs staff. @throws Problem 401 or 403 */
export async function deleteOwnDraft(current: Current, { crateId, itemId }: ItemKey): Promise<void> {
  requireRole(current, 'staff');
  const userId = requireUser(current);
  await current.db.query(sql`
    delete from editor_drafts where user_id = ${userId} and crate_id = ${crateId} and item_id = ${itemId}`);
  if (isItemId(itemId)) await recordWriting(current, { crateId, itemId }, { userId, isWriting: false });
}

export async function sweepOwnDrafts(current: Current): Promise<void> {
  const before = (days: number) => new Date(current.now().getTime() - days * 86_400_000);
  await current.db.query(sql`
    delete from editor_drafts where saved_at < ${before(KEEP_DAYS)} or discarded_at < ${before(UNDO_DAYS)}`);
}

async function requireItemId(current: Current, { crateId, itemId }: ItemKey): Promise<string> {
  if (isNewItem(itemId)) return (await getCrate(current, crateId)) && itemId;
  if (!isItemId(itemId)) throw new Problem(noItem);
  try {
    return (await getItem(current, crateId, itemId)).itemId;
  } catch (refusal) {
    // Somebody types on in the page of a newer draft that has come out meanwhile.
    const originalId = isProblem(refusal, noItem) ? await findOriginalId(current, { crateId, itemId }) : undefined;
    if (originalId === undefined) throw refusal;
    return (await getItem(current, crateId, originalId)).itemId;
  }
}

/** With a document that takes the place of another. What somebody has typed there later stays. */
export async function moveOwnDrafts({ db }: Pick<Current, 'db'>, from: ItemKey, to: ItemKey): Promise<void> {
  await db.query(sql`
    with moved as (delete from editor_drafts where crate_id = ${from.crateId} and item_id = ${from.itemId} returning *)
    insert into editor_drafts (user_id, crate_id, item_id, etag, fields, saved_at, discarded_at)
    select user_id, ${to.crateId}, ${to.itemId}, etag, fields, saved_at, discarded_at from moved
    on conflict (user_id, crate_id, item_id) do update
    set etag = excluded.etag, fields = excluded.fields, saved_at = excluded.saved_at, discarded_at = excluded.discarded_at
    where editor_drafts.saved_at < excluded.saved_at`);
}
