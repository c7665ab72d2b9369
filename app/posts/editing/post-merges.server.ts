import type { Current } from '#app/current/current.server.ts';
import { findFormerDocument } from '#app/editor/documents.server.ts';
import { withMarks } from '#app/editor/merge-marks.server.ts';
import { mergeTexts, mergeValues } from '#app/editor/merge.ts';
import type { Merge } from '#app/editor/merge.ts';

import { editedPostOf, getEditedPost } from './edited-posts.server.ts';
import type { EditedPost } from './edited-posts.server.ts';
import { baseEtagOf, decodeMergeEtags, encodeMergeEtags, findNewerDraft } from './newer-drafts.server.ts';
import { LIST_FIELDS, newerOf } from './post-fields.ts';
import type { PostValues } from './post-fields.ts';

export interface MergeRequest {
  readonly mine: PostValues;
  /** Of the state that the writer began with. */
  readonly etag: string;
  /** Of the state that the writer has compared with; by default the present one. */
  readonly theirs?: string | undefined;
  /** It is to be saved as the newer draft of the post. */
  readonly isLater?: boolean;
}

/** What has come together by itself, and what is to be chosen. Needs staff. @throws Problem as `getEditedPost` */
export async function mergePost(current: Current, name: string, { mine, ...request }: MergeRequest): Promise<Merge> {
  const present = await getEditedPost(current, name);
  const { base, other, etag } = await findSides(current, present, request);
  const { text, ...fields } = other.values;
  // Without that state every difference is a conflict.
  return withMarks({
    etag,
    ...mergeValues(base?.values ?? {}, mine, fields, LIST_FIELDS),
    parts: mergeTexts(base?.values.text ?? '', mine.text, text),
  });
}

interface States {
  readonly seen: ReturnType<typeof decodeMergeEtags>;
  readonly compared: ReturnType<typeof decodeMergeEtags>;
}

interface Sides {
  readonly base: EditedPost | undefined;
  readonly other: EditedPost;
  /** Of what a merged document replaces. */
  readonly etag: string;
}

function findSides(
  current: Current,
  present: EditedPost,
  { etag, theirs, isLater = false }: Omit<MergeRequest, 'mine'>,
): Promise<Sides> {
  const states = { seen: decodeMergeEtags(etag), compared: decodeMergeEtags(theirs ?? '') };
  const { seen, compared } = states;
  if (seen.began !== undefined) return sidesOfDraft(current, present, states);
  if (newerOf(present.item) === undefined) {
    const isOfDraft = isLater || compared.began !== undefined;
    return isOfDraft ? sidesOfLater(current, present, states) : sidesOf(current, present, states);
  }
  // Nobody else has saved it, so it is the post that is another.
  const isOfPost = compared.began !== undefined || (theirs === undefined && seen.etag === present.item.etag);
  return isOfPost ? sidesOfPublishing(current, present, states) : sidesOf(current, present, states);
}

/** Two have written one document. */
async function sidesOf(current: Current, present: EditedPost, { seen, compared }: States): Promise<Sides> {
  const other = await stateOf(current, present, compared.etag);
  return { base: await findState(current, present, seen.etag), other, etag: other.item.etag };
}

/** Somebody has saved the newer draft while another put it together with the post. */
async function sidesOfDraft(current: Current, present: EditedPost, states: States): Promise<Sides> {
  const draft = newerOf(present.item) === undefined ? await findNewerDraft(current, present.item) : present;
  if (draft === undefined) return asTyped(present, states);
  const sides = await sidesOf(current, draft, states);
  return { ...sides, etag: encodeMergeEtags(sides.etag, states.seen.began) };
}

/** The post has changed since its newer draft began, which is to take its place. */
async function sidesOfPublishing(current: Current, present: EditedPost, { seen, compared }: States): Promise<Sides> {
  const draft = await stateOf(current, present, seen.etag);
  const post = await getEditedPost(current, newerOf(draft.item) ?? '');
  const other = await stateOf(current, post, compared.began ?? '');
  const base = await findState(current, post, baseEtagOf(draft.item));
  return { base, other, etag: encodeMergeEtags(seen.etag, other.item.etag) };
}

/** Somebody has saved a newer draft while another wrote in the editor of the post. */
async function sidesOfLater(current: Current, post: EditedPost, states: States): Promise<Sides> {
  const { seen, compared } = states;
  const draft = await findNewerDraft(current, post.item);
  if (draft === undefined) return asTyped(post, states);
  const other = await stateOf(current, draft, compared.etag);
  // Both have begun with a state of the post: what they share is the older one, and together they know the later one.
  const [older = '', later] = [seen.etag, baseEtagOf(other.item)].toSorted((a, b) => revisionOf(a) - revisionOf(b));
  return { base: await findState(current, post, older), other, etag: encodeMergeEtags(other.item.etag, later) };
}

/** The newer draft is gone meanwhile: what was typed becomes another. */
function asTyped(post: EditedPost, { seen }: States): Sides {
  return { base: post, other: post, etag: encodeMergeEtags('', seen.began ?? seen.etag) };
}

async function findState(current: Current, { item }: EditedPost, etag: string): Promise<EditedPost | undefined> {
  const former = await findFormerDocument(current, item.crateId, item.itemId, etag);
  return former && editedPostOf(former);
}

/** The present one, when that is asked for or the other is no longer kept. */
async function stateOf(current: Current, present: EditedPost, etag: string): Promise<EditedPost> {
  return (etag === '' ? undefined : await findState(current, present, etag)) ?? present;
}

function revisionOf(etag: string): number {
  return Number(etag.slice(1, -1));
}
