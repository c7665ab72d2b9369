import type { Current } from '#app/current/current.server.ts';
import { refuse, requireRole } from '#app/current/permission.ts';
import { createDocument, findByName, getDocument, saveDocument } from '#app/editor/documents.server.ts';
import type { TextDocument } from '#app/editor/documents.server.ts';
import { movePreviewLinks } from '#app/editor/previews/previews.server.ts';
import { changedByOthers, noDocument, notApproved } from '#app/editor/problems.ts';
import type { PublishOptions } from '#app/editor/reviews/review.ts';
import { needsApproval, requireApproval } from '#app/editor/reviews/reviews.server.ts';
import { moveSchedules } from '#app/editor/schedules.server.ts';
import { getCrate } from '#app/storage/crates/crates.server.ts';
import { undeleteItem } from '#app/storage/history/trash.server.ts';
import { withStates } from '#app/storage/item-tags.ts';
import { isItemId } from '#app/storage/item.ts';
import type { Item, ItemParameters } from '#app/storage/item.ts';
import { changedMeanwhile, nameTaken, noItem } from '#app/storage/problems.ts';
import { createVerdict } from '#app/storage/writes/creates.server.ts';
import { deleteItem } from '#app/storage/writes/deletes.server.ts';
import { updateMetadata } from '#app/storage/writes/updates.server.ts';
import { enqueue } from '#lib/jobs/enqueue.server.ts';
import { Problem, isProblem, problemAt } from '#lib/problem.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import { requirePublishable } from './checks/post-checks.server.ts';
import { editedPostOf, getEditedPost } from './edited-posts.server.ts';
import { baseEtagOf, requireReplacer } from './newer-drafts.server.ts';
import { BEGAN_WITH, DRAFTS_CRATE, NEW_SLUG, newerOf, valuesOfPost } from './post-fields.ts';
import { outChanged, slugMissing } from './problems.ts';
import { atSaveFields, takenSlug } from './saves.server.ts';

export const RUN_SCHEDULE = 'posts:runSchedule';
export const FINISH_PUBLICATION = 'posts:finishPublication';
const FINISH_MS = 60_000;
const MAX_TRIES = 3;
/** In the map of a post: the draft that became it, and which state of that. */
const ORIGIN = 'draft';

interface PublishDraftOptions extends PublishOptions {
  /** The post is there already, and what was found then is of no account any more. */
  readonly isBegun?: boolean;
}

/**
 * Makes a draft a post, and deletes it; a newer draft takes the place of its post. There is no transaction over two crates:
 * whoever does it again after a kill finds the post by its name and its origin, so that it is published once; a job does. Needs staff and the right to create posts.
 * @throws Problem 401, 403 or 404, 400 without a slug or when a check fails, 409 when another post has it or nobody has
 *   approved the draft, 412 when the draft keeps changing
 */
export async function publishDraft(
  current: Current,
  itemId: string,
  { isConfirmed = false, isBegun = false }: PublishDraftOptions = {},
): Promise<Item> {
  requireRole(current, 'staff');
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const draft = await getDocument(current, DRAFTS_CRATE, itemId);
    await requirePublisher(current, draft.item);
    if (newerOf(draft.item) !== undefined) return publishNewerDraft(current, draft, { isConfirmed });
    if (draft.item.name === null) throw missingSlug();
    if (!isBegun) await requirePublishable(current, editedPostOf(draft).values);
    const isNeeded = await needsApproval(current, POSTS_CRATE);
    await requireApproval(current, draft.item, { isNeeded, isConfirmed });
    await planFinish(current, draft.item);
    const post = await putPost(current, draft);
    await finishDraft(current, draft.item, post);
    if (await isDraftDeleted(current, draft.item)) return post;
  }
  throw new Problem(changedByOthers);
}

/**
 * Puts a newer draft into the place of its post, whole and by one statement; what was out stays among the versions. The rights are
 * those to save the post. @throws Problem 401, 403 or 404, 400 when a check fails, 409 when nobody has approved it, 412 when the
 *   post has changed since the draft began; for a plan, while nobody is there to merge, 409 instead
 */
async function publishNewerDraft(
  current: Current,
  { item: draft, text }: TextDocument,
  { isConfirmed = false }: PublishOptions,
): Promise<Item> {
  const { item: post } = await getDocument(current, POSTS_CRATE, newerOf(draft) ?? '');
  const isOut = isOriginOf(draft, post);
  const published = isOut ? post : await replacePost(current, post, { item: draft, text }, { isConfirmed });
  await finishDraft(current, draft, published);
  // What somebody has saved into it meanwhile stays, and is merged with what is out now.
  await isDraftDeleted(current, draft);
  return published;
}

async function replacePost(
  current: Current,
  post: Item,
  { item: draft, text }: TextDocument,
  { isConfirmed = false }: PublishOptions,
): Promise<Item> {
  const began = baseEtagOf(draft);
  if (post.etag !== began) throw new Problem(current.actor.userId === undefined ? outChanged : changedByOthers);
  const values = valuesOfPost(draft, text);
  await requirePublishable(current, values);
  await requireApproval(current, draft, { isNeeded: await needsApproval(current, POSTS_CRATE), isConfirmed });
  await planFinish(current, draft);
  const kept = Object.entries(draft.map).filter(([key]) => key !== NEW_SLUG && key !== BEGAN_WITH);
  const map = { ...Object.fromEntries(kept), [ORIGIN]: `${draft.itemId} ${draft.etag}` };
  const { tags, collaborators } = draft;
  return atSaveFields(
    saveDocument(current, post, { name: values.slug || null, tags, collaborators, map }, text, began),
  );
}

/** After a kill between both crates. */
function planFinish(current: Current, { itemId }: Item): Promise<void> {
  const task = { name: FINISH_PUBLICATION, payload: { itemId } };
  const runAt = new Date(current.now().getTime() + FINISH_MS);
  return enqueue(current.db, task, { key: `${FINISH_PUBLICATION} ${itemId}`, runAt });
}

async function finishDraft(current: Current, draft: Item, post: Item): Promise<void> {
  await moveSchedules(current, draft, post, 'publish', RUN_SCHEDULE);
  await movePreviewLinks(current, draft, post);
}

/** After a kill. What was never begun, or refused, stays a draft. */
export async function finishPublication(system: Current, itemId: string): Promise<void> {
  const draft = await getDocument(system, DRAFTS_CRATE, itemId).catch(noneIfGone);
  if (draft?.item.name == null) return;
  const postId = newerOf(draft.item);
  if (postId !== undefined) {
    const replaced = await getDocument(system, POSTS_CRATE, postId).catch(noneIfGone);
    if (replaced !== undefined && isOriginOf(draft.item, replaced.item)) await publishDraft(system, itemId);
    return;
  }
  const post = await findByName(system, POSTS_CRATE, draft.item.name);
  if (post === undefined || originOf(post)?.itemId !== itemId) return;
  await publishDraft(system, itemId, { isBegun: true }).catch((refusal: unknown) => {
    // It has changed since, and waits for another approval.
    if (!isProblem(refusal, notApproved)) throw refusal;
  });
}

/** Back to hidden, where only staff read it. Needs staff. @throws Problem 401, 403 or 404, 412 when it changes meanwhile */
export async function unpublishPost(current: Current, itemId: string): Promise<Item> {
  const { item, isDraft } = await getEditedPost(current, itemId);
  if (isDraft) throw new Problem(noDocument);
  const tags = withStates(item.tags, { hidden: true, unlisted: false });
  if (tags === item.tags) return item;
  return updateMetadata(current, item.crateId, item.itemId, { tags: [...tags] }, { ifMatch: [item.etag] });
}

/** A published post is unpublished instead. Needs staff. @throws Problem 401, 403 or 404, 412 when somebody has saved since */
export async function deleteDraft(current: Current, name: string, etag: string): Promise<Item> {
  const { item, isDraft } = await getEditedPost(current, name);
  if (!isDraft) throw new Problem(noDocument);
  await deleteItem(current, DRAFTS_CRATE, item.itemId, { ifMatch: [etag] }, false);
  return item;
}

/** Out of the trash, with all that was planned for it. Needs staff. @throws Problem 401, 403 or 404, 409 when another has its name by now */
export async function undeleteDraft(current: Current, itemId: string): Promise<Item> {
  requireRole(current, 'staff');
  if (!isItemId(itemId)) throw new Problem(noDocument);
  return undeleteItem(current, DRAFTS_CRATE, itemId);
}

/** The rule of the crate decides, but for whose post it is: the author's, whoever publishes it. @throws Problem 401 or 403 */
export async function requirePublisher(current: Current, draft: Item): Promise<void> {
  const postId = newerOf(draft);
  if (postId !== undefined) {
    return requireReplacer(current, (await getDocument(current, POSTS_CRATE, postId)).item, draft);
  }
  const { collaborators, tags } = draft;
  const { policy } = await getCrate(current, POSTS_CRATE);
  const { userId } = current.actor;
  const own = userId === undefined ? collaborators : [userId, ...collaborators.filter((one) => one !== userId)];
  if (!createVerdict(policy, current.actor, own, tags).allowed) refuse(current);
}

async function putPost(current: Current, { item, text }: TextDocument): Promise<Item> {
  const { name, tags, collaborators, map, note, etag } = item;
  if (name === null) throw missingSlug();
  const date = map['date'] ?? current.now().toISOString();
  const parameters = {
    ...{ name, tags, collaborators, note },
    map: { ...map, date, [ORIGIN]: `${item.itemId} ${etag}` },
  };
  try {
    return await createDocument(current, POSTS_CRATE, parameters, text, { forOthers: true });
  } catch (refusal) {
    if (!isProblem(refusal, nameTaken)) throw refusal;
    return takeUp(current, item, parameters, text);
  }
}

function missingSlug(): Problem {
  return problemAt('slug', slugMissing);
}

/** The post of that name, when it is this draft's. @throws Problem 409 */
async function takeUp(current: Current, draft: Item, parameters: ItemParameters, text: string): Promise<Item> {
  const post = await findByName(current, POSTS_CRATE, draft.name ?? '');
  const origin = post && originOf(post);
  if (post === undefined || origin?.itemId !== draft.itemId) throw takenSlug();
  if (origin.etag === draft.etag) return post;
  return saveDocument(current, post, parameters, text, post.etag);
}

/** In this state it has become the post. */
function isOriginOf({ itemId, etag }: Item, post: Item): boolean {
  const origin = originOf(post);
  return origin?.itemId === itemId && origin.etag === etag;
}

function originOf({ map }: Item): { itemId: string | undefined; etag: string | undefined } | undefined {
  const origin = map[ORIGIN];
  if (typeof origin !== 'string') return undefined;
  const [itemId, etag] = origin.split(' ');
  return { itemId, etag };
}

/** False when it has changed since it was read, and has to be read again. */
async function isDraftDeleted(current: Current, { itemId, etag }: Item): Promise<boolean> {
  try {
    await deleteItem(current, DRAFTS_CRATE, itemId, { ifMatch: [etag] }, false);
    return true;
  } catch (refusal) {
    if (!(refusal instanceof Problem)) throw refusal;
    if (refusal.code === noItem.code) return true;
    if (refusal.code !== changedMeanwhile.code) throw refusal;
    return false;
  }
}

function noneIfGone(refusal: unknown): undefined {
  if (!(refusal instanceof Problem) || refusal.status !== 404) throw refusal;
}
