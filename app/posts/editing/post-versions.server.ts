import type { Current } from '#app/current/current.server.ts';
import { findFormerDocument } from '#app/editor/documents.server.ts';
import { noDocument } from '#app/editor/problems.ts';
import { requireApprovalToShow } from '#app/editor/reviews/reviews.server.ts';
import { compareValues } from '#app/editor/versions/comparison.server.ts';
import type { DocumentComparison } from '#app/editor/versions/version-diff.tsx';
import { restoreVersion } from '#app/storage/history/restore.server.ts';
import type { Item } from '#app/storage/item.ts';
import { nameTaken } from '#app/storage/problems.ts';
import { Problem, isProblem } from '#lib/problem.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import { requirePublishable } from './checks/post-checks.server.ts';
import { editedPostOf, getEditedPost } from './edited-posts.server.ts';
import type { EditedPost } from './edited-posts.server.ts';
import { POST_FIELDS } from './post-fields.ts';
import type { PostField, PostValues } from './post-fields.ts';
import { takenSlug } from './saves.server.ts';

interface VersionComparison extends DocumentComparison<PostField> {
  readonly rev: number;
}

/** What has changed since that version. @throws Problem 404 for one that is not kept */
export async function compareWithVersion(
  current: Current,
  { item, values }: EditedPost,
  rev: number,
): Promise<VersionComparison> {
  const former = await findFormerDocument(current, item.crateId, item.itemId, `"${rev}"`);
  if (former === undefined) throw new Problem(noDocument);
  return { rev, ...comparePosts(editedPostOf(former).values, values) };
}

export function comparePosts(was: PostValues, values: PostValues): DocumentComparison<PostField> {
  return compareValues(POST_FIELDS, was, values);
}

/** What is there now stays a version. Needs staff. @throws Problem 412 when changed, 400 when an error would be read */
export async function restorePost(current: Current, name: string, rev: string, etag: string): Promise<Item> {
  const { item } = await getEditedPost(current, name);
  const former = await findFormerDocument(current, item.crateId, item.itemId, `"${rev}"`);
  if (former === undefined) throw new Problem(noDocument);
  const isShown = item.crateId === POSTS_CRATE && item.tags.includes('hidden') && !former.item.tags.includes('hidden');
  if (isShown) await requirePublishable(current, editedPostOf(former).values);
  if (isShown) await requireApprovalToShow(current, item, ['text']);
  try {
    return await restoreVersion(current, item.crateId, item.itemId, rev, { ifMatch: [etag] });
  } catch (refusal) {
    throw isProblem(refusal, nameTaken) ? takenSlug() : refusal;
  }
}
