import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { isSqlState } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import type { OfferedFollow } from './follow.ts';
import { noSubject, tooManyFollows } from './problems.ts';
import type { FollowerPage, SubjectKind } from './subject-kind.server.ts';
import { MAX_SUBJECT_BYTES, partsOfSubject, toSubject } from './subject.ts';
import type { SubjectWords } from './subject.ts';

/**
 * What is followed already stays so. @param isImplied by another deed, such as a vote, with which it ends unless it is followed
 * for itself too @returns its words @throws Problem 401, 404 for what one may not see, 409 after a thousand
 */
export async function followSubject(
  current: Current,
  kinds: readonly SubjectKind[],
  subject: string,
  { isImplied = false }: { isImplied?: boolean } = {},
): Promise<SubjectWords> {
  const userId = requireUser(current);
  const words = (await describeSubjects(current, kinds, [subject])).get(subject);
  if (words === undefined || Buffer.byteLength(subject) > MAX_SUBJECT_BYTES) throw new Problem(noSubject);
  const keeper = findKind(kinds, subject)?.keeper;
  if (keeper !== undefined) {
    await keeper.follow(current, partsOfSubject(subject).id);
    return words;
  }
  await insertFollows(current, userId, [subject], isImplied);
  return words;
}

/** Permission is up to the caller. @throws Problem 409 after a thousand */
export async function insertFollows(
  current: Current,
  userId: string,
  subjects: readonly string[],
  isImplied = false,
): Promise<void> {
  try {
    await current.db.query(sql`
      with followed as (
        insert into follows (user_id, subject, created_at, is_implied)
        select ${userId}, w.subject, ${current.now()}::timestamptz, ${isImplied}::boolean
        from unnest((select ${[...subjects]}::text[])) w(subject)
        on conflict (user_id, subject) do update set is_implied = false where follows.is_implied and not excluded.is_implied
        returning user_id, subject, xmax = 0 as is_new
      ), counted as (
        insert into follow_counts (user_id, size) select user_id, count(*) from followed where is_new group by user_id
        on conflict (user_id) do update set size = follow_counts.size + excluded.size
      )
      insert into followers (subject, user_id) select subject, user_id from followed where is_new on conflict do nothing`);
  } catch (error) {
    if (isSqlState(error, '23514')) throw new Problem(tooManyFollows);
    throw error;
  }
  publishFollows(current, userId);
}

/** Published when somebody follows something, or something no longer. */
export function followsTopic(userId: string): string {
  return `follows:${userId}`;
}

function publishFollows({ db, pubSub }: Current, userId: string): void {
  db.whenCommitted(() => pubSub.publish(followsTopic(userId)));
}

export type FollowOfKind = Pick<Row<'follows'>, 'subject' | 'user_id' | 'created_at'>;

/** Who follows which subject of a kind that is followed here, by subject. A job's. @param after the last of the batch before */
export function findFollowsOfKind(
  { db }: Current,
  kind: string,
  after: FollowOfKind | undefined,
  limit: number,
): Promise<FollowOfKind[]> {
  const [subject, userId] = [after?.subject ?? toSubject(kind, ''), after?.user_id ?? ''];
  return db.query<FollowOfKind>(sql`
    select f.subject, f.user_id, own.created_at from followers f
    join follows own on own.user_id = f.user_id and own.subject = f.subject
    where f.subject < ${`${kind};`} and (f.subject, f.user_id) > (${subject}, ${userId})
    order by f.subject, f.user_id limit ${limit}::integer`);
}

/** Of subjects that are gone for good. Permission is up to the caller. @param isImplied those that came of another deed alone */
export async function dropFollows(
  current: Current,
  userId: string,
  subjects: readonly string[],
  { isImplied = false }: { isImplied?: boolean } = {},
): Promise<void> {
  if (subjects.length === 0) return;
  await current.db.query(sql`
    with unfollowed as (
      delete from follows where user_id = ${userId} and subject = any(${[...subjects]}::text[])
        and (is_implied or not ${isImplied}) returning subject
    ), counted as (
      update follow_counts set size = size - (select count(*) from unfollowed)
      where user_id = ${userId} and exists (select from unfollowed)
    )
    delete from followers f using unfollowed u where f.user_id = ${userId} and f.subject = u.subject`);
  publishFollows(current, userId);
}

export function selectFollowers(subject: string): Sql {
  return sql`select user_id from followers where subject = ${subject}`;
}

/** Also what is gone by now. @throws Problem 401 */
export async function unfollowSubject(current: Current, kinds: readonly SubjectKind[], subject: string): Promise<void> {
  const userId = requireUser(current);
  const keeper = findKind(kinds, subject)?.keeper;
  if (keeper === undefined) await dropFollows(current, userId, [subject]);
  else await keeper.unfollow(current, partsOfSubject(subject).id);
}

export async function findFollowed(current: Current, subjects: readonly string[]): Promise<Set<string>> {
  const { userId } = current.actor;
  if (userId === undefined) return new Set();
  const rows = await current.db.query<Pick<Row<'follows'>, 'subject'>>(sql`
    select subject from follows where user_id = ${userId} and subject = any(${subjects}::text[])`);
  return new Set(rows.map(({ subject }) => subject));
}

/** The button of a page about a subject; undefined where there is none to follow. */
export async function offerFollow(
  current: Current,
  kinds: readonly SubjectKind[],
  subject: string,
): Promise<OfferedFollow | undefined> {
  const words = (await describeSubjects(current, kinds, [subject])).get(subject);
  if (words === undefined) return undefined;
  const followed = await findFollowed(current, [subject]);
  const isFollowed = current.actor.userId === undefined ? undefined : followed.has(subject);
  return { subject, title: words.title, isFollowed };
}

/** All that somebody follows, at most a thousand. Permission is up to the caller. */
export async function listFollowedSubjects({ db }: Current, userId: string): Promise<string[]> {
  const rows = await db.query<Pick<Row<'follows'>, 'subject'>>(
    sql`select subject from follows where user_id = ${userId}`,
  );
  return rows.map(({ subject }) => subject);
}

/** Of what is followed here. Permission is up to the caller. */
export async function countFollowers({ db }: Current, subject: string): Promise<number> {
  const [row] = await db.query<{ size: number }>(sql`
    select count(*)::integer as size from followers where subject = ${subject}`);
  return row?.size ?? 0;
}

interface FollowedSubject extends SubjectWords {
  readonly subject: string;
}

/** What the actor follows, wherever it is kept, by the letters of the subjects; what is gone is left out. @throws Problem 401 */
export async function findOwnFollows(
  current: Current,
  kinds: readonly SubjectKind[],
  { after = '', limit, except = [] }: { after?: string | undefined; limit: number; except?: readonly string[] },
): Promise<{ follows: FollowedSubject[]; next: string | undefined }> {
  const userId = requireUser(current);
  const rows = await current.db.query<Pick<Row<'follows'>, 'subject'>>(sql`
    select subject from follows
    where user_id = ${userId} and subject > ${after} and subject <> all(${[...except]}::text[])
    order by subject limit ${limit + 1}::integer`);
  const kept = await Promise.all(kinds.map((kind) => findKeptFollows(current, kind, after, limit + 1)));
  const found = [...rows.map(({ subject }) => subject), ...kept.flat()].toSorted(compareBytes);
  const { shown: subjects, last } = cutPage(found, limit);
  const words = await describeSubjects(current, kinds, subjects);
  const follows = subjects.flatMap((subject) => {
    const known = words.get(subject);
    return known === undefined ? [] : [{ subject, ...known }];
  });
  return { follows, next: last };
}

async function findKeptFollows(
  current: Current,
  { name, keeper }: SubjectKind,
  after: string,
  limit: number,
): Promise<string[]> {
  const first = toSubject(name, '');
  const isBefore = compareBytes(after, first) < 0;
  if (keeper === undefined || !(isBefore || after.startsWith(first))) return [];
  const ids = await keeper.findFollowed(current, isBefore ? '' : partsOfSubject(after).id, limit);
  return ids.map((id) => toSubject(name, id));
}

/** As PostgreSQL orders texts by "C". */
function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** The words of what is there and may be seen by the actor. */
export async function describeSubjects(
  current: Current,
  kinds: readonly SubjectKind[],
  subjects: readonly string[],
): Promise<Map<string, SubjectWords>> {
  const byKind = Map.groupBy(subjects, (subject) => partsOfSubject(subject).kind);
  const described = [...byKind].map(async ([name, own]) => {
    const ids = own.map((subject) => partsOfSubject(subject).id);
    const words = await kinds.find((kind) => kind.name === name)?.describe(current, ids);
    return [...(words ?? [])].map(([id, one]) => [toSubject(name, id), one] as const);
  });
  return new Map((await Promise.all(described)).flat());
}

/** Of a subject, wherever its followers are kept. A job's: needs no role. @param cursor '' at first */
export async function findFollowers(
  system: Current,
  kinds: readonly SubjectKind[],
  subject: string,
  cursor: string,
  limit: number,
): Promise<FollowerPage> {
  const kind = findKind(kinds, subject);
  if (kind?.findFollowers !== undefined) {
    return kind.findFollowers(system, partsOfSubject(subject).id, cursor, limit);
  }
  const rows = await system.db.query<Pick<Row<'followers'>, 'user_id'>>(sql`
    select user_id from followers where subject = ${subject} and user_id > ${cursor}
    order by user_id limit ${limit}::integer`);
  const userIds = rows.map((row) => row.user_id);
  return { userIds, next: userIds.length < limit ? undefined : userIds.at(-1) };
}

function findKind(kinds: readonly SubjectKind[], subject: string): SubjectKind | undefined {
  const { kind } = partsOfSubject(subject);
  return kinds.find(({ name }) => name === kind);
}

/** Of what is followed here, not what other nouns keep. @throws Problem 401 */
export async function countOwnFollows(current: Current): Promise<number> {
  const [row] = await current.db.query<Pick<Row<'follow_counts'>, 'size'>>(sql`
    select size from follow_counts where user_id = ${requireUser(current)}`);
  return row?.size ?? 0;
}
