import { mailboxKey } from '#app/accounts/emails/email.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { visibleGames } from '#app/games/games.server.ts';
import { sendMailLater } from '#app/mail/mail-queue.server.ts';
import { prepareSentFiles } from '#app/threads/files.server.ts';
import { maskSecrets } from '#app/threads/masking.ts';
import { longMessage, noMessage } from '#app/threads/problems.ts';
import { toParticipantId } from '#app/threads/readers.server.ts';
import { MAX_MESSAGE } from '#app/threads/thread.ts';
import { openThread } from '#app/threads/writing.server.ts';
import { PLATFORMS } from '#content/platforms.ts';
import { sql } from '#lib/database/sql.server.ts';
import { callerKey, networkKey } from '#lib/limits/caller-key.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { requireNotBlocked } from './desk/blocks.server.ts';
import { invalidEmail, longFact, missingFact, missingTitle, noTopic, unknownChoice } from './problems.ts';
import { receivedMail } from './received.mail.tsx';
import { searchOf } from './search-index.server.ts';
import { MAX_FACT, MAX_NAME, MAX_TITLE, TOPICS, isTopic } from './topic.ts';
import type { ContactTopic, TopicId } from './topic.ts';

interface TypedSubmission {
  readonly topic: string;
  readonly title: string;
  readonly body: string;
  /** Of a visitor; a user is known by their account. */
  readonly email: string;
  readonly name: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly files: readonly File[];
  readonly diagnostics: Readonly<Record<string, string>>;
}

/** Submissions from one address and one network, by one account or mailbox, and to all of the studio. */
const PER_PLACE = { name: 'contact place', points: 10, seconds: 3600, credit: 0 };
const PER_NETWORK = { name: 'contact network', points: 60, seconds: 3600, credit: 0 };
const PER_SENDER = { name: 'contact sender', points: 6, seconds: 3600, credit: 0 };
const EVERYONE = { name: 'contact all', points: 2000, seconds: 3600 };

/** For everyone who is not blocked. @returns its id @throws Problem 400 that names the fields, 403, 404 for an unknown topic, 413, 429 */
export async function sendSubmission(current: Current, typed: TypedSubmission): Promise<string> {
  const subjectId = uuidv7(current.now().getTime());
  await openSubmission(current, typed, subjectId);
  return subjectId;
}

/** With an id that it shares with what it is about. @returns the id of its first message @throws Problem as `sendSubmission` */
export async function openSubmission(current: Current, typed: TypedSubmission, subjectId: string): Promise<string> {
  const { topic, title, facts } = requireSubmission(current, typed);
  const { userId } = current.actor;
  const email = userId === undefined ? typed.email.trim() : undefined;
  const participantId = toParticipantId(userId === undefined ? { email: email ?? '' } : { userId });
  await charge(current, userId ?? mailboxKey(email ?? '') ?? participantId);
  await requireNotBlocked(current, { participantId, email });
  const files = await prepareSentFiles(current, typed.files);
  const { priority, dueHours } = TOPICS[topic];
  const dueAt = new Date(current.now().getTime() + dueHours * 3_600_000);
  const search = searchOf([title, typed.body, email ?? '', ...Object.values(facts)]);
  return inTransaction(current, async (current) => {
    const message = { kind: 'public', side: 'player', participantId, userId, body: typed.body, files } as const;
    const messageId = await openThread(current, { subjectId, noun: 'contact', audience: 'participants' }, message);
    await current.db.query(sql`insert into contact_submissions (subject_id, topic, title, facts, locale, participant_id,
        user_id, email, name, state, priority, due_at, messages, search, title_search, has_old_words, created_at, last_at)
      values (${subjectId}, ${topic}, ${title}, ${JSON.stringify(facts)}, ${current.locale}, ${participantId},
        ${userId ?? null}, ${email ?? null}, ${typed.name.trim().slice(0, MAX_NAME)}, 'open', ${priority}, ${dueAt}, 1,
        ${search}, ${searchOf([title])}, false, ${current.now()}, ${current.now()})`);
    await sendMailLater(current, receivedMail, { subjectId }, { key: subjectId });
    return messageId;
  });
}

/** @throws Problem 404 */
export function requireTopic(id: string): TopicId {
  if (!isTopic(id)) throw new Problem(noTopic);
  return id;
}

function requireSubmission(current: Current, typed: TypedSubmission) {
  const topic = requireTopic(typed.topic);
  const wrong = { ...wrongWords(current, typed), ...wrongFacts(current, typed, TOPICS[topic]) };
  const [first] = Object.values(wrong);
  if (first !== undefined) {
    throw new Problem(first, {
      fields: Object.fromEntries(Object.entries(wrong).map(([name, { message }]) => [name, message])),
    });
  }
  return { topic, title: maskSecrets(typed.title.trim()).text, facts: collectFacts(typed, TOPICS[topic]) };
}

type WrongFields = Record<string, typeof missingFact>;

function wrongWords({ actor }: Current, { title, body, email }: TypedSubmission): WrongFields {
  return {
    ...(actor.userId === undefined && mailboxKey(email) === undefined && { email: invalidEmail }),
    ...(title.trim() === '' && { title: missingTitle }),
    ...(title.trim().length > MAX_TITLE && { title: longFact }),
    ...(body.trim() === '' && { body: noMessage }),
    ...(body.length > MAX_MESSAGE && { body: longMessage }),
  };
}

function wrongFacts({ actor }: Current, { facts }: TypedSubmission, { asks, requires }: ContactTopic): WrongFields {
  const choices: Record<string, readonly string[]> = {
    game: visibleGames(actor).map(({ slug }) => slug),
    platform: PLATFORMS,
  };
  const wrong = asks.flatMap((name) => {
    const value = facts[name]?.trim() ?? '';
    if (value === '') return requires.includes(name) ? [[name, missingFact] as const] : [];
    if (value.length > MAX_FACT) return [[name, longFact] as const];
    return choices[name]?.includes(value) === false ? [[name, unknownChoice] as const] : [];
  });
  return Object.fromEntries(wrong);
}

function collectFacts({ facts, diagnostics }: TypedSubmission, { asks }: ContactTopic): Record<string, string> {
  const given = asks.flatMap((name) => {
    const value = facts[name]?.trim() ?? '';
    return value === '' ? [] : [[name, maskSecrets(value).text] as const];
  });
  const found = Object.entries(diagnostics).map(([name, value]) => [name, value.slice(0, MAX_FACT)] as const);
  return Object.fromEntries([...found.filter(([, value]) => value !== ''), ...given]);
}

async function charge(current: Current, sender: string): Promise<void> {
  await requireWithinLimit(current, callerKey(current.address ?? ''), PER_PLACE);
  await requireWithinLimit(current, networkKey(current.address ?? ''), PER_NETWORK);
  await requireWithinLimit(current, sender, PER_SENDER);
  await requireWithinLimit(current, 'everyone', EVERYONE);
}
