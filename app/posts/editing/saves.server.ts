import { isDeepStrictEqual } from 'node:util';

import { isSlug, slugOf } from '#app/articles/article-fields.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { notAllowed } from '#app/current/problems.ts';
import { createDocument, findByName, saveDocument } from '#app/editor/documents.server.ts';
import { deleteOwnDraft } from '#app/editor/own-drafts.server.ts';
import { changedByOthers } from '#app/editor/problems.ts';
import { requireApprovalToShow } from '#app/editor/reviews/reviews.server.ts';
import { unknownGame } from '#app/games/problems.ts';
import type { Item, ItemParameters } from '#app/storage/item.ts';
import { nameTaken } from '#app/storage/problems.ts';
import { games } from '#content/games.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import { requirePublishable } from './checks/post-checks.server.ts';
import { getEditedPost } from './edited-posts.server.ts';
import { DRAFTS_CRATE, NEW_DRAFT, newerOf, parametersOfForm } from './post-fields.ts';
import { typedValues, valuesOfPost } from './post-fields.ts';
import type { PostForm } from './post-fields.ts';
import { badSlug, mayNotHandOver, slugMissing, slugReserved, slugTaken } from './problems.ts';

/** Needs staff. @throws Problem 401 or 403, else at the field to blame */
export async function createDraft(current: Current, form: PostForm): Promise<Item> {
  requireRole(current, 'staff');
  const slug = form.slug === '' ? slugOf(form.title) : form.slug;
  const wanted = { ...form, slug };
  await requireFields(current, wanted, undefined);
  const parameters = parametersOfForm(wanted, undefined);
  const draft = await atSaveFields(createDocument(current, DRAFTS_CRATE, parameters, form.text));
  await deleteOwnDraft(current, NEW_DRAFT);
  return draft;
}

/** A draft that may be published as it is. @throws Problem as `createDraft`, 400 without a slug */
export function createPublishable(current: Current, form: PostForm): Promise<Item> {
  if (form.slug === '' && slugOf(form.title) === '') {
    throw problemAt('slug', slugMissing);
  }
  return createDraft(current, form);
}

/**
 * Saves a post or a draft. Needs staff. @param etag of the state that the writer has seen
 * @throws Problem 412 when somebody has saved since, 401, 403 or 404, 400 when a hidden post would come out with an error in
 * it, else at the field to blame
 */
export async function savePost(current: Current, itemId: string, form: PostForm, etag: string): Promise<Item> {
  const { item, text } = await getEditedPost(current, itemId);
  // What the form does not show is kept from this state, so it must be the one that was seen.
  if (item.etag !== etag) throw new Problem(changedByOthers);
  await requireFields(current, form, item);
  if (isPublishing(item, form)) await requirePublishable(current, typedValues(form));
  const parameters = parametersOfForm(form, item);
  const changed = changedParts(item, parameters).concat(form.text === text ? [] : ['text']);
  if (isPublishing(item, form)) await requireApprovalToShow(current, item, changed);
  // An approval is of a state, so what changes nothing makes no new one.
  const saved =
    changed.length === 0 ? item : await atSaveFields(saveDocument(current, item, parameters, form.text, etag));
  await deleteOwnDraft(current, item);
  return saved;
}

/** What is hidden in `posts` is not out, whatever it was before. */
function isPublishing({ crateId, tags }: Item, { visibility }: PostForm): boolean {
  return crateId === POSTS_CRATE && tags.includes('hidden') && visibility !== 'hidden';
}

function changedParts(item: Item, { name, tags, collaborators, map }: ItemParameters): string[] {
  const visible = (tags: readonly string[]) => tags.filter((tag) => tag !== 'hidden' && tag !== 'unlisted').toSorted();
  const states = (tags: readonly string[]) => tags.filter((tag) => tag === 'hidden' || tag === 'unlisted');
  const pairs = {
    name: [item.name, name],
    tags: [visible(item.tags), visible(tags ?? [])],
    visibility: [states(item.tags), states(tags ?? [])],
    collaborators: [item.collaborators, collaborators],
    map: [item.map, map],
  };
  return Object.entries(pairs).flatMap(([part, [was, is]]) => (isDeepStrictEqual(was, is) ? [] : [part]));
}

/** Whatever is not out yet among them, staff write about it. */
export function gameChoices(): { slug: string; name: string }[] {
  return games.map(({ slug, name }) => ({ slug, name }));
}

/** Pages of the editor, which stand where posts do. */
const RESERVED_SLUGS: ReadonlySet<string> = new Set(['answers', 'releases']);

/** @throws Problem 400 or 409 at the field to blame */
export async function requireFields(
  current: Current,
  { slug, game }: PostForm,
  before: Item | undefined,
): Promise<void> {
  const isNewSlug = slug !== '' && slug !== (before && valuesOfPost(before, '').slug);
  if (isNewSlug && !isSlug(slug)) throw problemAt('slug', badSlug);
  if (isNewSlug && RESERVED_SLUGS.has(slug)) throw problemAt('slug', slugReserved);
  const isKept = before?.tags.includes(`game:${game}`) === true;
  if (game !== '' && !isKept && !games.some((one) => one.slug === game)) {
    throw problemAt('game', unknownGame);
  }
  const isDraft = before === undefined || before.crateId === DRAFTS_CRATE;
  if (!isDraft || !isNewSlug) return;
  const other = await findByName(current, POSTS_CRATE, slug);
  if (other !== undefined && other.itemId !== (before && newerOf(before))) throw takenSlug();
}

export function takenSlug(): Problem {
  return problemAt('slug', slugTaken);
}

export async function atSaveFields(saving: Promise<Item>): Promise<Item> {
  try {
    return await saving;
  } catch (refusal) {
    if (!(refusal instanceof Problem)) throw refusal;
    if (refusal.code === nameTaken.code) throw takenSlug();
    if (refusal.code === notAllowed.code) {
      throw problemAt('authors', mayNotHandOver);
    }
    const authors = Object.entries(refusal.details.fields ?? {}).find(([name]) => name.startsWith('collaborators'));
    if (authors !== undefined) throw new Problem(refusal, { fields: { authors: authors[1] } });
    throw refusal;
  }
}
