import { findFormerDocument, getDocument } from '#app/editor/documents.server.ts';
import type { TextDocument } from '#app/editor/documents.server.ts';
import { mergeTexts, mergeValues } from '#app/editor/merge.ts';
import type { Merge } from '#app/editor/merge.ts';
import type { OwnDraft } from '#app/editor/own-draft.ts';
import { withMarks } from '#app/editor/merge-marks.server.ts';
import { findOwnDraft } from '#app/editor/own-drafts.server.ts';
import { noDocument } from '#app/editor/problems.ts';
import type { ItemPlace } from '#app/editor/schedule.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { isItemId } from '#app/storage/item.ts';
import type { Item } from '#app/storage/item.ts';
import { findItems } from '#app/storage/search/searches.server.ts';
import { SearchQuery } from '#app/storage/search/search.ts';
import { noneWithoutCrate } from '#app/storage/search/without-crate.server.ts';
import { Problem } from '#lib/problem.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import { DRAFTS_CRATE, LIST_FIELDS, POST_FIELDS, valuesOfPost } from './post-fields.ts';
import type { PostField, PostValues } from './post-fields.ts';

/** A post, or the draft of one, in the hands of staff. */
export interface EditedPost extends TextDocument {
  readonly values: PostValues;
  readonly isDraft: boolean;
}

/** By name or id, of a post before that of a draft. Needs staff. @throws Problem 401, 403 or 404 */
export async function getEditedPost(current: Current, name: string): Promise<EditedPost> {
  requireRole(current, 'staff');
  const item = (await findByName(current, POSTS_CRATE, name)) ?? (await findByName(current, DRAFTS_CRATE, name));
  if (item === undefined) throw new Problem(noDocument);
  return editedPostOf(await getDocument(current, item.crateId, item.itemId));
}

export function editedPostOf(document: TextDocument): EditedPost {
  const { item, text } = document;
  return { ...document, values: valuesOfPost(item, text), isDraft: item.crateId === DRAFTS_CRATE };
}

/** By its exact name, or by its id. */
export async function findByName(current: Current, crateId: string, name: string): Promise<Item | undefined> {
  const search = SearchQuery.safeParse({ [isItemId(name) ? 'itemIds' : 'names']: name, limit: '1' });
  if (!search.success) return undefined;
  const { items } = await findItems(current, crateId, search.data).catch(noneWithoutCrate);
  const [item] = items;
  return item?.name === name || item?.itemId === name.toLowerCase() ? item : undefined;
}

export interface OwnChanges extends OwnDraft {
  readonly changed: readonly PostField[];
}

/** What the actor has typed and not saved; undefined when it is what is saved. Needs staff. @throws Problem 401 or 403 */
export async function findOwnChanges(
  current: Current,
  place: ItemPlace,
  saved: PostValues,
): Promise<OwnChanges | undefined> {
  const own = await findOwnDraft(current, place);
  const changed = POST_FIELDS.filter((name) => own?.fields[name] !== undefined && own.fields[name] !== saved[name]);
  return own === undefined || changed.length === 0 ? undefined : { ...own, changed };
}

export interface DraftPage {
  readonly drafts: readonly { readonly name: string; readonly title: string; readonly updatedAt: string }[];
  readonly next: string | undefined;
}

const MAX_DRAFTS = 12;

/** The latest first. Needs staff. @param after a cursor of the page before @throws Problem 401 or 403, 400 for a foreign cursor */
export async function listDrafts(current: Current, after?: string): Promise<DraftPage> {
  requireRole(current, 'staff');
  const search = SearchQuery.parse({ sort: 'updatedAt', limit: String(MAX_DRAFTS) });
  const { items, next } = await findItems(current, DRAFTS_CRATE, { ...search, after }).catch(noneWithoutCrate);
  const drafts = items.map(({ itemId, name, map, updatedAt }) => ({
    name: name ?? itemId,
    title: typeof map['title'] === 'string' ? map['title'] : (name ?? itemId),
    updatedAt,
  }));
  return { drafts, next };
}

export interface MergeRequest {
  readonly mine: PostValues;
  /** Of the state that the writer began with. */
  readonly etag: string;
  /** Of the state that the writer has compared with; by default the present one. */
  readonly theirs?: string | undefined;
}

/** What has come together by itself, and what is to be chosen. Needs staff. @throws Problem as `getEditedPost` */
export async function mergePost(current: Current, name: string, { mine, etag, theirs }: MergeRequest): Promise<Merge> {
  const present = await getEditedPost(current, name);
  const { crateId, itemId } = present.item;
  const compared = theirs === undefined ? undefined : await findFormerDocument(current, crateId, itemId, theirs);
  const other = compared === undefined ? present : editedPostOf(compared);
  // Without that state every difference is a conflict.
  const former = await findFormerDocument(current, crateId, itemId, etag);
  const base = former && editedPostOf(former).values;
  const { text, ...fields } = other.values;
  return withMarks({
    etag: other.item.etag,
    ...mergeValues(base ?? {}, mine, fields, LIST_FIELDS),
    parts: mergeTexts(base?.text ?? '', mine.text, text),
  });
}
