import type { Current } from '#app/current/current.server.ts';
import { refuse } from '#app/current/permission.ts';
import { unclearForm } from '#app/current/problems.ts';
import { createDocument, findByName, getDocument, saveDocument } from '#app/editor/documents.server.ts';
import { deleteOwnDraft } from '#app/editor/own-drafts.server.ts';
import { changedByOthers, noDocument } from '#app/editor/problems.ts';
import { getCrate } from '#app/storage/crates/crates.server.ts';
import { accessTo, mayAct } from '#app/storage/crates/policy.ts';
import type { Action } from '#app/storage/crates/policy.ts';
import { mayRetag } from '#app/storage/crates/protection.ts';
import type { Item } from '#app/storage/item.ts';
import { nameTaken } from '#app/storage/problems.ts';
import { Problem, isProblem, problemAt } from '#lib/problem.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import { editedPostOf, findEditorNames, getEditedPost } from './edited-posts.server.ts';
import type { EditedPost } from './edited-posts.server.ts';
import type { OtherState } from './other-state-notice.tsx';
import { BEGAN_WITH, DRAFTS_CRATE, NEW_SLUG, newerName, newerOf, parametersOfForm } from './post-fields.ts';
import type { PostForm } from './post-fields.ts';
import { comparePosts } from './post-versions.server.ts';
import { mayNotHandOver } from './problems.ts';
import { atSaveFields, requireFields } from './saves.server.ts';

export function baseEtagOf({ map }: Item): string {
  const etag = map[BEGAN_WITH];
  return typeof etag === 'string' ? etag : '';
}

/** What the form of a newer draft carries that was merged with the post: the state of the draft and that of the post. */
export function encodeMergeEtags(etag: string, began = ''): string {
  return `${etag} ${began}`;
}

/** The reverse of `encodeMergeEtags`. @param etag of a form, also that of a single document */
export function decodeMergeEtags(etag: string): { etag: string; began: string | undefined } {
  const [own = '', began] = etag.split(' ');
  return { etag: own, began };
}

/** As far as the actor may see it. */
export async function findNewerDraft(current: Current, { itemId }: Item): Promise<EditedPost | undefined> {
  const item = await findByName(current, DRAFTS_CRATE, newerName(itemId));
  return item && editedPostOf(await getDocument(current, DRAFTS_CRATE, item.itemId));
}

/** Undefined for whatever is alone. Needs staff. @throws Problem 401 or 403 */
export async function findOtherState(current: Current, edited: EditedPost): Promise<OtherState | undefined> {
  const postId = newerOf(edited.item);
  const other =
    postId === undefined
      ? edited.isDraft
        ? undefined
        : await findNewerDraft(current, edited.item)
      : await getEditedPost(current, postId).catch(noneIfGone);
  if (other === undefined) return undefined;
  const isNewer = postId === undefined;
  const [draft, post] = isNewer ? [other, edited] : [edited, other];
  const names = await findEditorNames(current, [draft.item]);
  return {
    ...{ isNewer, itemId: other.item.itemId, by: names.get(draft.item.itemId), at: draft.item.updatedAt },
    isPostChanged: baseEtagOf(draft.item) !== post.item.etag,
    compared: comparePosts(post.values, draft.values),
  };
}

/**
 * Keeps what is typed beside a post that is out, for all of staff. Needs staff and the right to change the post.
 * @param etag of the post that the writer has seen, or what a merge came to
 * @throws Problem 412 when somebody else has saved a newer draft since, else as `savePost`
 */
export async function saveNewerDraft(current: Current, name: string, form: PostForm, etag: string): Promise<Item> {
  const { item } = await getEditedPost(current, name);
  const postId = newerOf(item) ?? item.itemId;
  const { item: post } = await getDocument(current, POSTS_CRATE, postId);
  const draft = await findByName(current, DRAFTS_CRATE, newerName(postId));
  const seen = decodeMergeEtags(etag);
  if (draft !== undefined && seen.began === undefined) throw new Problem(changedByOthers);
  const before = draft ?? beginning(post);
  await requireFields(current, form, before);
  const { map, ...parameters } = parametersOfForm(form, before);
  const began = seen.began ?? seen.etag;
  if (!/^"\d{1,15}"$/.test(began)) throw new Problem(unclearForm);
  const wanted = { ...parameters, map: { ...map, [BEGAN_WITH]: began } };
  await requireReplacer(current, post, { collaborators: form.authors, tags: wanted.tags ?? [] });
  const saved = await atSaveFields(
    draft === undefined
      ? createDocument(current, DRAFTS_CRATE, wanted, form.text, { forOthers: true }).catch(changedIfTaken)
      : saveDocument(current, draft, wanted, form.text, seen.etag),
  );
  await deleteOwnDraft(current, item);
  return saved;
}

function beginning(post: Item): Item {
  const map = { ...post.map, [NEW_SLUG]: post.name };
  return { ...post, crateId: DRAFTS_CRATE, name: newerName(post.itemId), map };
}

function changedIfTaken(refusal: unknown): never {
  throw isProblem(refusal, nameTaken) ? new Problem(changedByOthers) : refusal;
}

/** The rules of the crate decide, as when it is done at once: a plan is done by the site. @throws Problem 401 or 403 */
export async function requireReplacer(
  current: Current,
  post: Item,
  { collaborators, tags }: Pick<Item, 'collaborators' | 'tags'>,
): Promise<void> {
  const { policy } = await getCrate(current, POSTS_CRATE);
  const may = (action: Action) => mayAct(accessTo(policy, action, current.actor, true), post);
  if (!may('update') || !mayRetag(current.actor.role, policy, post.tags, tags)) refuse(current);
  if (collaborators[0] !== post.collaborators[0] && !may('transfer')) {
    throw problemAt('authors', mayNotHandOver);
  }
}

function noneIfGone(refusal: unknown): undefined {
  if (!isProblem(refusal, noDocument)) throw refusal;
}
