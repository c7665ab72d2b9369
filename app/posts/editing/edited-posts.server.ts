import { findShownNames } from '#app/aliases/aliases.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { findByName, getDocument } from '#app/editor/documents.server.ts';
import type { TextDocument } from '#app/editor/documents.server.ts';
import { noDocument } from '#app/editor/problems.ts';
import { findLastEditors } from '#app/storage/history/versions.server.ts';
import type { Item } from '#app/storage/item.ts';
import { SearchQuery } from '#app/storage/search/search.ts';
import { findItems } from '#app/storage/search/searches.server.ts';
import { noneWithoutCrate } from '#app/storage/search/without-crate.server.ts';
import { Problem } from '#lib/problem.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import type { ListedDraft } from './draft-list.tsx';
import { DRAFTS_CRATE, newerOf, valuesOfPost } from './post-fields.ts';
import type { PostValues } from './post-fields.ts';

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

export interface DraftPage {
  readonly drafts: readonly ListedDraft[];
  readonly next: string | undefined;
}

const MAX_DRAFTS = 12;

/** The latest first. Needs staff. @param after a cursor of the page before @throws Problem 401 or 403, 400 for a foreign cursor */
export async function listDrafts(current: Current, after?: string): Promise<DraftPage> {
  requireRole(current, 'staff');
  const search = SearchQuery.parse({ sort: 'updatedAt', limit: String(MAX_DRAFTS) });
  const { items, next } = await findItems(current, DRAFTS_CRATE, { ...search, after }).catch(noneWithoutCrate);
  const names = await findEditorNames(current, items);
  const drafts = items.map((item) => ({
    name: draftName(item),
    title: typeof item.map['title'] === 'string' ? item.map['title'] : draftName(item),
    updatedAt: item.updatedAt,
    by: names.get(item.itemId),
    isNewer: newerOf(item) !== undefined,
  }));
  return { drafts, next };
}

export function draftName(item: Pick<Item, 'crateId' | 'itemId' | 'name'>): string {
  return newerOf(item) === undefined ? (item.name ?? item.itemId) : item.itemId;
}

/** The names of those who saved drafts, by the ids of these. Permission is up to the caller, who has read them. */
export async function findEditorNames(
  current: Current,
  drafts: readonly Item[],
): Promise<Map<string, string | undefined>> {
  const editors = await findLastEditors(
    current,
    DRAFTS_CRATE,
    drafts.map(({ itemId }) => itemId),
  );
  const names = await findShownNames(current, [...editors.values()]);
  return new Map([...editors].map(([itemId, userId]) => [itemId, names.get(userId)]));
}
