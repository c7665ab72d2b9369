import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import { enter } from '#app/feedbag/entries/entering.server.ts';
import type { NewEntry } from '#app/feedbag/entries/entering.server.ts';
import { findReadableEntries, requireEntry } from '#app/feedbag/entries/entry-rows.server.ts';
import { voteFor } from '#app/feedbag/entries/votes.server.ts';
import type { EntryCard, FeedbackEntryRow } from '#app/feedbag/entry.ts';
import { ENTRY_SUBJECT, entrySubject } from '#app/feedbag/subjects.server.ts';
import { followSubject } from '#app/following/follows.server.ts';
import { toSubject } from '#app/following/subject.ts';
import { prepareFiles } from '#app/threads/files.server.ts';
import { addMessage } from '#app/threads/writing.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { problemAt } from '#lib/problem.ts';

import type { Episode } from '../episode.ts';
import { findEpisodesById } from '../episodes.server.ts';
import { badVoice, longAsker, longVoice } from '../problems.ts';
import { MAX_ASKER, MAX_VOICE_BYTES, QUESTIONS_PROJECT, questionStateName } from './question.ts';
import type { AnsweredQuestion, QuestionCard, QuestionFacts } from './question.ts';

interface TypedQuestion {
  readonly title: string;
  readonly body: string;
  /** As the asker wants it said in the show; not kept unless they agree to that. */
  readonly name: string;
  readonly maySayName: boolean;
  readonly mayPlay: boolean;
  readonly voice: File | undefined;
  /** The work of a browser, for who has no account. */
  readonly proof: string;
}

/** Who is signed in votes for it; nobody is shown their account. @throws Problem 400 with fields, 401, 403, 413, 429 */
export async function askQuestion(current: Current, typed: TypedQuestion): Promise<NewEntry> {
  const name = typed.maySayName ? typed.name.trim() : '';
  if (name.length > MAX_ASKER) throw problemAt('name', longAsker);
  const voice = typed.voice && (await requireVoice(typed.voice));
  const { title, body, proof } = typed;
  return inTransaction(current, async (current) => {
    const entered = await enter(current, {
      projectId: QUESTIONS_PROJECT,
      title,
      body,
      proof,
      isUnnamed: true,
      isInternal: false,
      platform: '',
      version: '',
      tags: [],
      files: [],
    });
    const { subjectId, participantId } = entered;
    await current.db.query(sql`insert into podcast_questions (subject_id, name, may_play)
      values (${subjectId}, ${name}, ${voice !== undefined && typed.mayPlay})`);
    if (voice !== undefined) await addVoice(current, { subjectId, participantId, voice });
    if (current.actor.userId !== undefined) {
      await voteFor(current, subjectId);
      await followSubject(current, [entrySubject], toSubject(ENTRY_SUBJECT, subjectId));
    }
    return entered;
  });
}

/** WebM, Ogg and MP4; places and bytes in hexadecimal digits. */
const SOUNDS = [
  { at: 0, bytes: '1a45dfa3' },
  { at: 0, bytes: '4f676753' },
  { at: 8, bytes: '66747970' },
];

/** What browsers record, told by its first bytes. @throws Problem 400, 413 */
async function requireVoice(voice: File): Promise<File> {
  if (voice.size > MAX_VOICE_BYTES) throw problemAt('voice', longVoice);
  const start = Buffer.from(await voice.slice(0, 12).arrayBuffer()).toString('hex');
  const isSound = SOUNDS.some(({ at, bytes }) => start.startsWith(bytes, at));
  if (!isSound) throw problemAt('voice', badVoice);
  return voice;
}

interface VoiceOfQuestion {
  readonly subjectId: string;
  readonly participantId: string;
  readonly voice: File;
}

/** In a note that the studio and its asker alone can read. */
async function addVoice(current: Current, { subjectId, participantId, voice }: VoiceOfQuestion): Promise<void> {
  const reader = { role: 'staff', stage: current.stage, participantIds: [participantId] } as const;
  const files = await prepareFiles(current, [voice]);
  const note = { kind: 'internal', side: 'player', participantId, userId: undefined, body: '🎙', files } as const;
  await addMessage(current, reader, subjectId, note);
}

/** As the actor may see it. @throws Problem 404 */
export async function requireQuestion(current: Current, subjectId: string): Promise<FeedbackEntryRow> {
  return (await requireEntry(current, { projectId: QUESTIONS_PROJECT, subjectId })).entry;
}

type QuestionRow = Row<'podcast_questions'>;

/** With what only questions have; an answer in an episode that the actor may not see is none to them. */
export async function withFacts(current: Current, entries: readonly EntryCard[]): Promise<QuestionCard[]> {
  const ids = entries.map(({ subjectId }) => subjectId);
  const rows = await current.db.query<Pick<QuestionRow, 'subject_id' | 'name' | 'may_play' | 'episode_id' | 'seconds'>>(
    sql`select subject_id, name, may_play, episode_id, seconds from podcast_questions where subject_id = any(${ids}::uuid[])`,
  );
  const episodes = await findEpisodesById(
    current,
    rows.flatMap((row) => row.episode_id ?? []),
  );
  const facts = new Map(rows.map((row) => [row.subject_id, toFacts(row, episodes.get(row.episode_id ?? ''))]));
  const text = await getText(current.locale);
  return entries.map((entry) => {
    const { status, look, subjectId } = entry;
    const name = questionStateName(text, { statusId: status, name: look.name });
    return Object.assign({}, entry, { look: { ...look, name }, facts: facts.get(subjectId) ?? NO_FACTS });
  });
}

const NO_FACTS: QuestionFacts = { name: '', mayPlay: false, answer: undefined };

function toFacts(
  { name, may_play: mayPlay, seconds }: Pick<QuestionRow, 'name' | 'may_play' | 'seconds'>,
  episode: Episode | undefined,
): QuestionFacts {
  const answer =
    episode === undefined || seconds === null ? undefined : { title: episode.title, path: episode.path, seconds };
  return { name, mayPlay, answer };
}

/** What an episode answers, as the actor may see it, in the order in which it does. For whoever may see the episode. */
export async function findAnsweredIn(
  current: Current,
  { itemId }: Pick<Episode, 'itemId'>,
): Promise<AnsweredQuestion[]> {
  const rows = await current.db.query<
    Pick<Row<'podcast_questions'>, 'subject_id'> & Columns<'podcast_questions', { seconds: number }>
  >(sql`
    select subject_id, seconds from podcast_questions where episode_id = ${itemId}
    order by seconds, subject_id limit 50`);
  const ids = rows.map((row) => row.subject_id);
  const found = await findReadableEntries(current, current.actor, ids);
  return rows.flatMap(({ subject_id: subjectId, seconds }) => {
    const entry = found.get(subjectId)?.entry;
    return entry === undefined ? [] : [{ subjectId, title: entry.title, seconds }];
  });
}
