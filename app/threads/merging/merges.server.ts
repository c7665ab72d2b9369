import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { recordThreadHistory } from '../history.server.ts';
import { findRoot, lockTrees } from './trees.server.ts';
import type { ThreadNode } from './trees.server.ts';

/**
 * From then on the one is read in the other, with all that is read in it; nothing is moved. In the transaction of their noun,
 * which has nothing of them locked; permission is up to the caller.
 * @returns those that have come; undefined unless both stand by themselves @throws Problem 409 for who is late
 */
export async function mergeThreads(current: Current, subjectId: string, into: string): Promise<string[] | undefined> {
  const { db } = current;
  const trees = await lockTrees(current, [subjectId, into]);
  const mayMerge = (id: string) => trees.some((one) => one.subjectId === id && one.mergedInto === undefined);
  if (subjectId === into || !mayMerge(subjectId) || !mayMerge(into)) return undefined;
  const below = idsBelow(trees, subjectId);
  await db.query(sql`update threads set merged_into = ${into}, merged_root = ${into} where subject_id = ${subjectId}`);
  await db.query(sql`update threads set merged_root = ${into} where subject_id = any(${below}::uuid[])`);
  await recordThreadHistory(current, subjectId, 'merge', { details: { into } });
  await recordThreadHistory(current, into, 'mergedIn', { details: { from: subjectId } });
  return [subjectId, ...below];
}

interface UnmergedThread {
  readonly into: string;
  /** Where it was read. */
  readonly root: string;
  /** What was read there, as it was. */
  readonly tree: readonly ThreadNode[];
}

/** It stands by itself again, in any order; conditions as for `mergeThreads`. @returns undefined when it is not merged */
export async function unmergeThread(current: Current, subjectId: string): Promise<UnmergedThread | undefined> {
  const { db } = current;
  const root = await findRoot(current, subjectId);
  // Merged just now, it is in a tree that would not be locked.
  if (root === subjectId) return undefined;
  const tree = await lockTrees(current, [root]);
  const into = tree.find((one) => one.subjectId === subjectId)?.mergedInto;
  if (into === undefined) return undefined;
  await db.query(sql`update threads set merged_into = null, merged_root = null where subject_id = ${subjectId}`);
  await db.query(sql`update threads set merged_root = ${subjectId}
    where subject_id = any(${idsBelow(tree, subjectId)}::uuid[])`);
  await recordThreadHistory(current, subjectId, 'unmerge', { details: { into } });
  await recordThreadHistory(current, into, 'unmergedFrom', { details: { from: subjectId } });
  return { into, root, tree };
}

function idsBelow(tree: readonly ThreadNode[], subjectId: string): string[] {
  const next = tree.filter(({ mergedInto }) => mergedInto === subjectId).map((one) => one.subjectId);
  return next.concat(next.flatMap((id) => idsBelow(tree, id)));
}
