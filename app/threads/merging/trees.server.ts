import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { moved } from '../problems.ts';

/** Of `threads` as `t`: the conversation, and those that are read in it. */
export function inTree(rootId: string): Sql {
  return sql`(t.subject_id = ${rootId} or t.merged_root = ${rootId})`;
}

/** The same for subjects of a noun, as a list in SQL. */
export function subjectsOfTree(rootId: string): Sql {
  return sql`(select t.subject_id from threads t where ${inTree(rootId)})`;
}

/** Where each of an array of subjects is read, as a list in SQL. */
export function selectRoots(subjectIds: Sql): Sql {
  return sql`(select coalesce(t.merged_root, t.subject_id) from threads t where t.subject_id = any(${subjectIds}))`;
}

/** Where it is read: itself, unless it was merged. Permission is up to the caller. */
export async function findRoot({ db }: Pick<Current, 'db'>, subjectId: string): Promise<string> {
  const [row] = await db.query<Pick<Row<'threads'>, 'merged_root'>>(sql`
    select merged_root from threads where subject_id = ${subjectId}`);
  return row?.merged_root ?? subjectId;
}

/**
 * In one order, so that two who merge each other's do not wait for each other. Whoever writes takes the thread before what
 * their noun has of it, so do this first too. Rows may be added meanwhile that name it, as those of its history do.
 */
export async function lockThreads({ db }: Current, subjectIds: readonly string[]): Promise<void> {
  await db.query(sql`select from threads where subject_id = any(${[...subjectIds]}::uuid[])
    order by subject_id for no key update`);
}

export interface ThreadNode {
  readonly subjectId: string;
  readonly mergedInto: string | undefined;
}

/** Nothing comes to them or leaves them until the end of the transaction. Permission is up to the caller. @throws Problem 409 for who is late */
export async function lockTrees({ db }: Current, rootIds: readonly string[]): Promise<ThreadNode[]> {
  const ids = [...rootIds];
  const selectNodes = sql`select subject_id, merged_into from threads
    where subject_id = any(${ids}::uuid[]) or merged_root = any(${ids}::uuid[]) order by subject_id`;
  const locked = await db.query<NodeRow>(sql`${selectNodes} for no key update`);
  // Who waited has not seen what was merged meanwhile, and to lock that now would be out of order.
  const rows = await db.query<NodeRow>(selectNodes);
  const isLocked = (row: NodeRow) => locked.some((one) => one.subject_id === row.subject_id);
  if (!rows.every(isLocked)) throw new Problem(moved);
  return rows.map((row) => ({ subjectId: row.subject_id, mergedInto: row.merged_into ?? undefined }));
}

type NodeRow = Pick<Row<'threads'>, 'subject_id' | 'merged_into'>;

/** With their messages, participants and history; files without a message are swept. Permission is up to the caller. */
export async function deleteThreads(current: Current, subjectIds: readonly string[]): Promise<void> {
  await current.db.query(sql`delete from threads where subject_id = any(${[...subjectIds]}::uuid[])`);
}
