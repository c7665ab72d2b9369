import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { asVisitor, inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { eraseEntry } from '#app/feedbag/entries/merges.server.ts';
import { applyStatus } from '#app/feedbag/entries/statuses.server.ts';
import { DUPLICATE } from '#app/feedbag/entry.ts';
import { notMergeable } from '#app/feedbag/problems.ts';
import { recordThreadHistory } from '#app/threads/history.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { parseClock } from '#lib/audio/webvtt.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { QUESTIONS_TOPIC } from '../cache-topics.ts';
import { findEpisodesById, getEpisode } from '../episodes.server.ts';
import { badTime, noSuchEpisode } from '../problems.ts';
import { questionAudit } from './audit-kinds.server.ts';
import { answerPath } from './question.ts';
import { requireQuestion } from './questions.server.ts';

/**
 * That an episode answers it, from then on. Who follows it is told once, as soon as everyone can hear it. Needs staff.
 * @param typed the last part of the episode's address, and a time such as `12:34` @throws Problem 400, 401, 403, 404
 */
export async function answerQuestion(
  current: Current,
  subjectId: string,
  typed: { readonly episode: string; readonly at: string },
): Promise<void> {
  requireRole(current, 'staff');
  const { status, title } = await requireQuestion(current, subjectId);
  if (status === DUPLICATE) throw new Problem(notMergeable);
  const episode = await getEpisode(current, typed.episode).catch(() => {
    throw problemAt('episode', noSuchEpisode);
  });
  const seconds = parseClock(typed.at);
  if (seconds === undefined || seconds > (episode.audio?.seconds ?? 0)) {
    throw problemAt('at', badTime);
  }
  await inTransaction(current, async (current) => {
    const [at, now] = [Math.floor(seconds), current.now()];
    await current.db.query(sql`
      insert into podcast_questions as q (subject_id, name, may_play, episode_id, seconds, answered_at)
      values (${subjectId}, '', false, ${episode.itemId}, ${at}, ${now})
      on conflict (subject_id) do update set episode_id = excluded.episode_id, seconds = excluded.seconds,
        answered_at = excluded.answered_at`);
    publishQuestions(current);
    const path = answerPath({ ...episode, seconds: at });
    await recordThreadHistory(current, subjectId, 'answer', { details: { now: path } });
    await recordAuditEntry(current, questionAudit.answer, {
      target: `question/${subjectId}`,
      after: { name: title, path },
    });
  });
  await notifyOfAnswers(current);
}

/** Of episodes, which name what they answer. */
function publishQuestions({ db, pubSub }: Current): void {
  db.whenCommitted(() => pubSub.publish(QUESTIONS_TOPIC));
}

/** It asks again. Needs staff. @throws Problem 401, 403, 404 */
export async function takeAnswerBack(current: Current, subjectId: string): Promise<void> {
  requireRole(current, 'staff');
  const { title } = await requireQuestion(current, subjectId);
  await inTransaction(current, async (current) => {
    await current.db.query(sql`update podcast_questions
      set episode_id = null, seconds = null, answered_at = null, told_at = null
      where subject_id = ${subjectId}`);
    await applyStatus(current, subjectId, 'open');
    publishQuestions(current);
    await recordThreadHistory(current, subjectId, 'answer', { details: { now: '' } });
    await recordAuditEntry(current, questionAudit.takeAnswerBack, {
      target: `question/${subjectId}`,
      after: { name: title },
    });
  });
}

type PendingAnswerRow = Pick<Row<'podcast_questions'>, 'subject_id'> &
  Columns<'podcast_questions', { episode_id: string; seconds: number }>;

/** At one time. */
const MAX_ANSWERS = 100;

/** Of answers that everyone can hear by now. Permission is up to the caller; it tells each once, however often it runs. */
export async function notifyOfAnswers(current: Current): Promise<void> {
  const rows = await current.db.query<PendingAnswerRow>(sql`
    select subject_id, episode_id, seconds from podcast_questions
    where answered_at is not null and told_at is null order by subject_id limit ${MAX_ANSWERS}::integer`);
  const episodes = await findEpisodesById(
    asVisitor(current),
    rows.map((row) => row.episode_id),
  );
  for (const { subject_id: subjectId, episode_id: episodeId, seconds } of rows) {
    const episode = episodes.get(episodeId);
    if (episode?.visibility !== 'public' || episode.audioId === undefined) continue;
    await inTransaction(current, async (current) => {
      const claimed = await current.db.query(sql`update podcast_questions set told_at = ${current.now()}
        where subject_id = ${subjectId} and episode_id = ${episodeId} and told_at is null returning subject_id`);
      if (claimed.length > 0) await applyStatus(current, subjectId, 'completed', answerPath({ ...episode, seconds }));
    });
  }
}

/** For who has asked it, and the studio: with the voice, the name and all that was said about it. @throws Problem 401 or 403, 404 */
export async function eraseQuestion(current: Current, subjectId: string): Promise<void> {
  await requireQuestion(current, subjectId);
  await inTransaction(current, async (current) => {
    publishQuestions(current);
    await eraseEntry(current, subjectId);
  });
}
