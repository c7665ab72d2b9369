import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { requireRole } from '#app/current/permission.ts';
import { undeleteItem } from '#app/storage/history/trash.server.ts';
import { isItemId } from '#app/storage/item.ts';
import type { Item } from '#app/storage/item.ts';
import { deleteItem } from '#app/storage/writes/deletes.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { documentAudit } from '../audit-kinds.server.ts';
import { toItemContent, saveDocument } from '../documents.server.ts';
import { deleteOwnDraft } from '../own-drafts.server.ts';
import { changedByOthers, notApproved } from '../problems.ts';
import { needsApproval, requireApprovalToShow } from '../reviews/reviews.server.ts';
import {
  finishHiding,
  finishShowing,
  getEditedDocument,
  toNewItemKey,
  recordDocument,
} from './document-kind.server.ts';
import type { DocumentKind } from './document-kind.server.ts';
import { hideDocument } from './document-plans.server.ts';
import { changedParts, toDraftState, isHidden, parametersIn } from './drafts.ts';

/** Needs staff and the right to create such items. @throws Problem 401, 403 or 404, else at the field to blame */
export async function createEditedDocument<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  fields: FormFields,
): Promise<Item> {
  requireRole(current, 'staff');
  const { text, contentType, values, ...out } = await kind.toWrite(current, fields, undefined);
  const { tags = [], map: own = {}, ...parameters } = parametersIn(kind.hasDrafts ? 'draft' : 'out', out);
  const isShown = !isHidden({ tags });
  if (isShown) await kind.requireShowable?.(current, { values, item: undefined, isOut: false });
  // Nobody can have approved what is not saved yet.
  if (isShown && kind.previewPath && (await needsApproval(current, kind.items.crateId))) {
    throw problemAt('visibility', notApproved);
  }
  const map = { ...own, ...(isShown && kind.mapWhenShown?.(current, { tags, map: own })) };
  const create = async (current: Current) => {
    const created = await kind.items.create(current, { ...parameters, tags, map }, toItemContent(text, contentType));
    if (isShown) await finishShowing(current, kind, created, values);
    return created;
  };
  const item = await kind.atFields(inTransaction(current, create));
  await deleteOwnDraft(current, toNewItemKey(kind));
  return item;
}

/**
 * Needs staff and the right to change it. @param etag of the state that the writer has seen
 * @throws Problem 412 when somebody has saved since, 401, 403 or 404, what is not to be shown yet, else at the field to blame
 */
export async function saveEditedDocument<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  name: string,
  fields: FormFields,
  etag: string,
): Promise<SavedDocument> {
  const before = await getEditedDocument(current, kind, name);
  const { item } = before;
  // What the form does not show is kept from this state, so it must be the one that was seen.
  if (item.etag !== etag) throw new Problem(changedByOthers);
  const { text, contentType, values, ...out } = await kind.toWrite(current, fields, before);
  const parameters = parametersIn(toDraftState(item), out);
  const [wasShown, isShown] = [!isHidden(item), !isHidden({ tags: parameters.tags ?? [] })];
  const changed = changedParts(item, parameters).concat(text === before.text ? [] : ['text']);
  if (isShown) await kind.requireShowable?.(current, { values, item, isOut: wasShown });
  if (isShown && !wasShown && kind.previewPath) await requireApprovalToShow(current, item, changed);
  const map = isShown === wasShown ? {} : (isShown ? kind.mapWhenShown : kind.mapWhenHidden)?.(current, item);
  const save = async (current: Current) => {
    const written = { ...parameters, map: { ...parameters.map, ...map } };
    const saved = await saveDocument(current, item, written, text, etag, { contentType });
    if (isShown && !wasShown) await finishShowing(current, kind, saved, values);
    if (wasShown && !isShown) await finishHiding(current, kind, saved);
    return saved;
  };
  // An approval is of a state, so what changes nothing makes no new one.
  const saved = changed.length === 0 ? item : await kind.atFields(inTransaction(current, save));
  await deleteOwnDraft(current, item);
  return { item: saved, before: item };
}

interface SavedDocument {
  readonly item: Item;
  readonly before: Item;
}

/** Into the trash; of most kinds what is out is hidden first. Needs staff. @throws Problem 401, 403, 404, 409, 412 when changed */
export async function deleteEditedDocument<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  name: string,
  etag: string,
): Promise<Item> {
  const { item } = await getEditedDocument(current, kind, name);
  if (!isHidden(item) && !kind.mayGoWhileOut) throw new Problem(changedByOthers);
  await kind.beforeDeleted?.(current, item);
  await inTransaction(current, async (current) => {
    if (!isHidden(item)) await finishHiding(current, kind, item);
    await deleteItem(current, kind.items.crateId, item.itemId, { ifMatch: [etag] }, false);
    await recordDocument(current, documentAudit.delete, item, { before: { name: item.name } });
  });
  await deleteOwnDraft(current, item);
  return item;
}

/**
 * Out of the trash, as it was; what was out comes back hidden where it needs an approval. Needs staff.
 * @throws Problem 401, 403, 404, 409 when another has its address by now
 */
export async function undeleteDocument<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  itemId: string,
): Promise<Item> {
  requireRole(current, 'staff');
  if (!isItemId(itemId)) throw new Problem(kind.unknown);
  const undelete = async (current: Current) => {
    const item = await undeleteItem(current, kind.items.crateId, itemId);
    await recordDocument(current, documentAudit.undelete, item);
    if (isHidden(item)) return item;
    if (!kind.mayGoWhileOut) throw new Problem(kind.unknown);
    if (await needsApproval(current, item.crateId)) return hideDocument(current, kind, itemId);
    const { values } = await getEditedDocument(current, kind, itemId);
    await kind.requireShowable?.(current, { values, item, isOut: true });
    await finishShowing(current, kind, item, values);
    return item;
  };
  return kind.atFields(inTransaction(current, undelete));
}
