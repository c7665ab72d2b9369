import { diffLines } from 'diff';

import { findFormerDocument } from '#app/editor/documents.server.ts';
import { noDocument } from '#app/editor/problems.ts';
import { requireApprovalToShow } from '#app/editor/reviews/reviews.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { restoreVersion } from '#app/storage/history/restore.server.ts';
import type { Item } from '#app/storage/item.ts';
import { Problem } from '#lib/problem.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import { requirePublishable } from './checks/post-checks.server.ts';
import { editedPostOf, getEditedPost } from './edited-posts.server.ts';
import type { EditedPost } from './edited-posts.server.ts';
import { POST_FIELDS } from './post-fields.ts';
import type { PostValues } from './post-fields.ts';
import { takenSlug } from './saves.server.ts';
import type { PostComparison, VersionLines } from './version-diff.tsx';
import { nameTaken } from '#app/storage/problems.ts';

interface VersionComparison extends PostComparison {
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

export function comparePosts(was: PostValues, values: PostValues): PostComparison {
  const fields = POST_FIELDS.filter((name) => name !== 'text' && was[name] !== values[name]);
  return {
    fields: fields.map((name) => ({ name, was: was[name], is: values[name] })),
    lines: linesOf(was.text, values.text),
  };
}

/** More changes than these are shown as two whole texts: finding them takes time by their square. */
const MAX_EDITS = 2000;

function linesOf(was: string, is: string): VersionLines[] {
  const changes = diffLines(was, is, { maxEditLength: MAX_EDITS }) ?? [
    { value: was, added: false, removed: true },
    { value: is, added: true, removed: false },
  ];
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

/**
 * Makes a version the present state again; what is there now stays among the versions. Needs staff.
 * @throws Problem 412 when somebody has saved since, 400 when what is hidden would come out with an error in it
 */
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
    throw refusal instanceof Problem && refusal.code === nameTaken.code ? takenSlug() : refusal;
  }
}
