import { isSlug, toSlug } from '#app/articles/article-fields.ts';
import { findByOldName } from '#app/articles/old-names.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { refuse } from '#app/current/permission.ts';
import { notAllowed } from '#app/current/problems.ts';
import { getEditedDocument, nameInPath, textForm } from '#app/editor/kinds/document-kind.server.ts';
import type { DocumentWrite, EditedDocument, ShownDocument, TextKind } from '#app/editor/kinds/document-kind.server.ts';
import { isDraft, nameWhenOut, readReplacedId } from '#app/editor/kinds/drafts.ts';
import { previewPath } from '#app/editor/previews/preview.ts';
import { noDocument, slugReserved } from '#app/editor/problems.ts';
import { unknownGame } from '#app/games/problems.ts';
import { getCrate } from '#app/storage/crates/crates.server.ts';
import { accessTo, mayAct } from '#app/storage/crates/policy.ts';
import type { Action } from '#app/storage/crates/policy.ts';
import { mayRetag } from '#app/storage/crates/protection.ts';
import type { Item, ItemParameters } from '#app/storage/item.ts';
import { nameTaken } from '#app/storage/problems.ts';
import { createVerdict } from '#app/storage/writes/creates.server.ts';
import { games } from '#content/games.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import { toPost } from '../post.ts';
import { POST_ITEMS } from '../posts.server.ts';
import { requirePublishable } from './checks/post-checks.server.ts';
import { LIST_FIELDS, POST_FIELDS, PostForm, parametersOfForm, valuesOfForm, valuesOfPost } from './post-fields.ts';
import type { PostField, PostValues } from './post-fields.ts';
import { startTranslation } from './post-translations.server.ts';
import { badSlug, mayNotHandOver, slugMissing, slugTaken } from './problems.ts';

/** Pages of the editor, which stand where those of posts do. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(['answers', 'episodes', 'posts', 'releases']);

export const POSTS: TextKind<PostField> = {
  items: POST_ITEMS,
  unknown: noDocument,
  listPath: '/editor/posts',
  saved: 'editor.done.saved',
  hasDrafts: true,
  previewPath,
  findRenamed: (current, name) => findByOldName(current, POSTS_CRATE, name),
  ...textForm(POST_FIELDS, LIST_FIELDS),
  pathTo: (item, query) => withQuery(`/editor/${nameInPath(item, RESERVED_NAMES)}`, query),
  readValues: (_, { item, text }) => valuesOfPost(item, text),
  toWrite,
  atFields,
  requireShowable,
  requireReplaceable,
  mapWhenShown: ({ now }, item) => (isDraft(item) && !('date' in item.map) ? { date: now().toISOString() } : undefined),
  mayGoWhileOut: true,
  translate: startTranslation,
};

/** The page of a post, for a newer draft that of what is out. */
export async function findSeenPath(current: Current, item: Item): Promise<string> {
  const originalId = readReplacedId(item);
  const shown = originalId === undefined ? item : await POST_ITEMS.find(current, originalId);
  return toPost(shown ?? item).path;
}

/** Whatever is not out yet among them, staff write about it. */
export const gameChoices = games.map(({ slug, name }) => ({ slug, name }));

async function toWrite(
  current: Current,
  fields: FormFields,
  before: EditedDocument<PostValues> | undefined,
): Promise<DocumentWrite<PostValues>> {
  const typed = fields.parse(PostForm, POSTS.typedIn(fields));
  const slug = typed.slug === '' && before === undefined ? toSlug(typed.title) : typed.slug;
  const form = { ...typed, slug };
  await requireFields(current, form, before?.item);
  const { text, visibility } = form;
  return { parameters: parametersOfForm(form, before?.item), visibility, text, values: valuesOfForm(form) };
}

/** @throws Problem 400 or 409 at the field to blame */
async function requireFields(current: Current, { slug, game }: PostForm, before: Item | undefined): Promise<void> {
  const isUnchanged = before?.tags.includes(`game:${game}`) === true;
  if (slug !== '' && slug !== (before && nameWhenOut(before))) await requireSlug(current, slug, before);
  if (game !== '' && !isUnchanged && !games.some((one) => one.slug === game)) throw problemAt('game', unknownGame);
}

async function requireSlug(current: Current, slug: string, before: Item | undefined): Promise<void> {
  if (!isSlug(slug)) throw problemAt('slug', badSlug);
  if (RESERVED_NAMES.has(slug)) throw problemAt('slug', slugReserved);
  const own = before && (readReplacedId(before) ?? before.itemId);
  const holder = await POST_ITEMS.find(current, slug);
  if (holder !== undefined && holder.itemId !== own) throw problemAt('slug', slugTaken);
}

async function atFields(saving: Promise<Item>): Promise<Item> {
  try {
    return await saving;
  } catch (refusal) {
    if (!(refusal instanceof Problem)) throw refusal;
    if (refusal.code === nameTaken.code) throw problemAt('slug', slugTaken);
    if (refusal.code === notAllowed.code) throw problemAt('authors', mayNotHandOver);
    const authors = Object.entries(refusal.details.fields ?? {}).find(([name]) => name.startsWith('collaborators'));
    throw authors === undefined ? refusal : new Problem(refusal, { fields: { authors: authors[1] } });
  }
}

/** The rule of the crate decides who makes a post, but for whose it is: the author's, whoever publishes it. */
async function requireShowable(current: Current, { values, item, isOut }: ShownDocument<PostValues>): Promise<void> {
  if (isOut) return;
  const originalId = item && readReplacedId(item);
  if (item !== undefined && originalId !== undefined) {
    await requireReplaceable(current, (await getEditedDocument(current, POSTS, originalId)).item, item);
  } else if (item !== undefined && isDraft(item)) {
    await requireCreator(current, item);
    if (values.slug === '') throw problemAt('slug', slugMissing);
  }
  await requirePublishable(current, values);
}

/** @throws Problem 401 or 403 */
async function requireCreator(current: Current, { collaborators, tags }: Item): Promise<void> {
  const { policy } = await getCrate(current, POSTS_CRATE);
  const { userId } = current.actor;
  const own = userId === undefined ? collaborators : [userId, ...collaborators.filter((one) => one !== userId)];
  if (!createVerdict(policy, current.actor, own, tags).allowed) refuse(current);
}

/** The rules of the crate decide, as when it is done at once: a plan is done by the site. @throws Problem 401 or 403 */
async function requireReplaceable(
  current: Current,
  original: Item,
  { collaborators = [], tags = [] }: Pick<ItemParameters, 'collaborators' | 'tags'>,
): Promise<void> {
  const { policy } = await getCrate(current, POSTS_CRATE);
  const may = (action: Action) => mayAct(accessTo(policy, action, current.actor, true), original);
  if (!may('update') || !mayRetag(current.actor.role, policy, original.tags, tags)) refuse(current);
  if (collaborators[0] !== original.collaborators[0] && !may('transfer')) throw problemAt('authors', mayNotHandOver);
}
