import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { createDocument, saveDocument } from '#app/editor/documents.server.ts';
import { atSlugField, getEditedDocument } from '#app/editor/kinds/document-kind.server.ts';
import { NEW_ITEM } from '#app/editor/own-draft.ts';
import { deleteOwnDraft } from '#app/editor/own-drafts.server.ts';
import { changedByOthers } from '#app/editor/problems.ts';
import type { Item } from '#app/storage/item.ts';
import { Problem } from '#lib/problem.ts';

import { PODCAST_CRATE } from '../cache-topics.ts';
import { EPISODES, requireSound } from './edited-episodes.server.ts';
import { parametersOfEpisode } from './episode-form.ts';
import type { EpisodeForm } from './episode-form.ts';

/** Hidden, because it has no sound yet. Needs staff. @throws Problem 401, 403, 400 at the field to blame */
export async function createEpisode(current: Current, form: EpisodeForm): Promise<Item> {
  requireRole(current, 'staff');
  const parameters = parametersOfEpisode({ ...form, visibility: 'hidden' }, undefined, current.now());
  const item = await atSlugField(createDocument(current, PODCAST_CRATE, parameters, form.text));
  await deleteOwnDraft(current, { crateId: PODCAST_CRATE, itemId: NEW_ITEM });
  return item;
}

/** Needs staff. @param etag that the writer has seen @throws Problem 412 when that is old, 401, 403, 404, 400, 409 */
export async function saveEpisode(current: Current, name: string, form: EpisodeForm, etag: string): Promise<Item> {
  const { item } = await getEditedDocument(current, EPISODES, name);
  // What the form does not show is kept from this state, so it must be the one that was seen.
  if (item.etag !== etag) throw new Problem(changedByOthers);
  if (form.visibility !== 'hidden' && item.tags.includes('hidden')) requireSound(item);
  const parameters = parametersOfEpisode(form, item, current.now());
  const saved = await atSlugField(saveDocument(current, item, parameters, form.text, etag));
  await deleteOwnDraft(current, item);
  return saved;
}
