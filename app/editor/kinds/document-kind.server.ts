import type { Current } from '#app/current/current.server.ts';
import { atField } from '#app/current/forms/answer-form.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { undeleteItem } from '#app/storage/history/trash.server.ts';
import { isItemId } from '#app/storage/item.ts';
import type { Item, MetadataPatch } from '#app/storage/item.ts';
import { nameTaken } from '#app/storage/problems.ts';
import { deleteItem } from '#app/storage/writes/deletes.server.ts';
import { Problem } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';

import { findByName, getDocument } from '../documents.server.ts';
import type { TextDocument } from '../documents.server.ts';
import { deleteOwnDraft } from '../own-drafts.server.ts';
import { changedByOthers } from '../problems.ts';

/** What staff write as items of one crate: hidden there until it comes out, whole in one form. */
export interface DocumentKind<Field extends string> {
  readonly crateId: string;
  readonly fields: readonly Field[];
  /** Those with members between commas. */
  readonly listFields: ReadonlySet<string>;
  /** The path of its list; each has its page below. */
  readonly editorPath: string;
  readonly planJob: string;
  readonly unknown: ProblemKind;
  readonly valuesOf: (current: Current, document: TextDocument) => Promise<DocumentValues<Field>>;
  /** What else is written when it comes out. @throws Problem for what may not yet */
  readonly beforeShown?: (current: Current, item: Item) => Pick<MetadataPatch, 'map'>;
  /** @throws Problem for what may not go */
  readonly beforeDeleted?: (current: Current, item: Item) => Promise<void>;
}

export type DocumentValues<Field extends string> = Readonly<Record<Field | 'text', string>>;

export interface EditedDocument<Field extends string> extends TextDocument {
  readonly values: DocumentValues<Field>;
}

/** By name or id. Needs staff. @throws Problem 401, 403, 404 */
export async function getEditedDocument<Field extends string>(
  current: Current,
  kind: DocumentKind<Field>,
  name: string,
): Promise<EditedDocument<Field>> {
  requireRole(current, 'staff');
  const item = await findByName(current, kind.crateId, name);
  if (item === undefined) throw new Problem(kind.unknown);
  const document = await getDocument(current, kind.crateId, item.itemId);
  return { ...document, values: await kind.valuesOf(current, document) };
}

/** Also when another has taken the name meanwhile. */
export function atSlugField(saving: Promise<Item>): Promise<Item> {
  return atField('slug', saving, ({ code }) => code === nameTaken.code);
}

/** Into the trash; what is out is hidden first. Needs staff. @throws Problem 401, 403, 404, 409, 412 when changed */
export async function deleteEditedDocument<Field extends string>(
  current: Current,
  kind: DocumentKind<Field>,
  name: string,
  etag: string,
): Promise<Item> {
  const { item } = await getEditedDocument(current, kind, name);
  if (!item.tags.includes('hidden')) throw new Problem(changedByOthers);
  await kind.beforeDeleted?.(current, item);
  await deleteItem(current, kind.crateId, item.itemId, { ifMatch: [etag] }, false);
  await deleteOwnDraft(current, item);
  return item;
}

/** Out of the trash, hidden as it was. Needs staff. @throws Problem 401, 403, 404, 409 when another has its address by now */
export async function undeleteDocument<Field extends string>(
  current: Current,
  kind: DocumentKind<Field>,
  itemId: string,
): Promise<Item> {
  requireRole(current, 'staff');
  if (!isItemId(itemId)) throw new Problem(kind.unknown);
  return undeleteItem(current, kind.crateId, itemId);
}
