import { createHmac } from 'node:crypto';

import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { callerKey } from '#lib/limits/caller-key.ts';

import { findListed, getAnswer } from '../answer-items.server.ts';
import type { AnswerTally } from '../answer.ts';

const PER_PLACE = { name: 'support votes', points: 60, seconds: 3600, credit: 0 };
/** People at one address are told apart by their browsers, which say what they like: so many voices they have together. */
const VOICES_PER_ADDRESS = 5;
/** After which a voice without an account is a number alone. */
const ANONYMOUS_DAYS = 30;

interface AnswerVote {
  readonly hasHelped: boolean;
  /** They were writing to the studio, and need not any more. */
  readonly isSpared: boolean;
}

/**
 * One voice each, which the last press decides: the row and the counts are one transaction under the lock of the tally. Who has
 * no account is known by a hash, for a while; one too many at an address takes over its oldest voice. For everyone. @param name of an answer that they may see  @throws Problem 404, 429
 */
export async function voteForAnswer(current: Current, name: string, vote: AnswerVote): Promise<void> {
  const { main } = await getAnswer(current, name);
  await requireWithinLimit(current, callerKey(current.address ?? ''), PER_PLACE);
  const answerId = main.itemId;
  const voter = identifyVoter(current, answerId);
  const after = { hasHelped: vote.hasHelped, isSpared: vote.hasHelped && vote.isSpared };
  await inTransaction(current, async ({ db, actor, now }) => {
    await db.query(sql`insert into support_tallies (answer_id) values (${answerId}) on conflict do nothing`);
    await db.query(sql`select from support_tallies where answer_id = ${answerId} for update`);
    const rows = await db.query<Pick<Row<'support_votes'>, 'voter_id' | 'has_helped' | 'is_spared'>>(sql`
      select voter_id, has_helped, is_spared from support_votes
      where answer_id = ${answerId} and voter_id between ${voter.idPrefix} and ${voter.idPrefix + voter.lastBrowser} order by at`);
    const own = rows.find((one) => one.voter_id === voter.id);
    const row = own ?? (rows.length < VOICES_PER_ADDRESS ? undefined : rows[0]);
    if (row !== undefined) {
      await db.query(sql`delete from support_votes where answer_id = ${answerId} and voter_id = ${row.voter_id}`);
    }
    await db.query(sql`
      insert into support_votes (answer_id, voter_id, user_id, has_helped, is_spared, at)
      values (${answerId}, ${voter.id}, ${actor.userId ?? null}, ${after.hasHelped}, ${after.isSpared}, ${now()})`);
    const more = (is: boolean, was: boolean | undefined) => Number(is) - Number(was ?? false);
    await db.query(sql`update support_tallies set
      helped = helped + ${more(after.hasHelped, row?.has_helped)}::integer,
      missed = missed + ${more(!after.hasHelped, row && !row.has_helped)}::integer,
      spared = spared + ${more(after.isSpared, row?.is_spared)}::integer where answer_id = ${answerId}`);
  });
}

/** Counts for answers that were offered to somebody who wrote to the studio all the same; ids of no answers count nowhere. */
export async function noteWritten(current: Current, answerIds: readonly string[]): Promise<void> {
  const offered = await findListed(current, answerIds);
  if (offered.length === 0) return;
  await current.db.query(sql`insert into support_tallies (answer_id, written)
    select answer_id, 1 from unnest(${offered.toSorted()}::uuid[]) answer_id
    on conflict (answer_id) do update set written = support_tallies.written + 1`);
}

interface AnswerVoter {
  readonly id: string;
  /** What the ids of all at one address begin with. */
  readonly idPrefix: string;
  /** The greatest that may follow it. */
  readonly lastBrowser: string;
}

/** Of a visitor nothing from which anybody could read who it was. */
function identifyVoter({ actor, address, browser, secret }: Current, answerId: string): AnswerVoter {
  if (actor.userId !== undefined)
    return { id: `user ${actor.userId}`, idPrefix: `user ${actor.userId}`, lastBrowser: '' };
  const hash = (...parts: string[]) =>
    createHmac('sha256', secret)
      .update(['support vote', answerId, callerKey(address ?? ''), ...parts].join('\n'))
      .digest('base64url');
  const idPrefix = `visitor ${hash()} `;
  return { id: idPrefix + hash(browser.userAgent ?? ''), idPrefix, lastBrowser: '~' };
}

export async function findOwnVote({ db, actor }: Current, answerId: string): Promise<boolean | undefined> {
  if (actor.userId === undefined) return undefined;
  const [row] = await db.query<Pick<Row<'support_votes'>, 'has_helped'>>(sql`select has_helped from support_votes
    where answer_id = ${answerId} and voter_id = ${`user ${actor.userId}`}`);
  return row?.has_helped;
}

/** Forgets by what visitors were known; the counts stay. */
export async function sweepVotes({ db, now }: Current): Promise<void> {
  const before = new Date(now().getTime() - ANONYMOUS_DAYS * 86_400_000);
  await db.query(sql`delete from support_votes where user_id is null and at < ${before}`);
}

/** By answer. Needs staff. @throws Problem 401, 403 */
export async function findTallies(current: Current): Promise<Map<string, AnswerTally>> {
  requireRole(current, 'staff');
  const rows = await current.db.query<AnswerTally & Pick<Row<'support_tallies'>, 'answer_id'>>(
    sql`select answer_id, helped, missed, spared, written from support_tallies order by answer_id limit 2048`,
  );
  return new Map(rows.map(({ answer_id: answerId, ...tally }) => [answerId, tally]));
}
