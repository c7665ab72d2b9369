import { findBlockers } from '#app/accounts/blocks/blocks.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { TextKey } from '#app/current/locale.ts';
import { describeEvents } from '#app/notifications/event-kind.server.ts';
import type { EventKind, EventReader, EventWords, NotificationEvent } from '#app/notifications/event-kind.server.ts';
import { findReadable } from '#app/threads/messages.server.ts';
import { toParticipantId } from '#app/threads/readers.server.ts';
import type { TextValues } from '#lib/locale/messages.ts';

import { findReadableEntries } from './entries/entry-rows.server.ts';
import { findOwnStatuses } from './entries/status-list.server.ts';
import { entryPath, isKnownStatus, isOfFeedbag } from './entry.ts';
import type { FeedbackEntryRow, KnownStatusId } from './entry.ts';

const ID = '01890000-0000-7000-8000-000000000000';

interface AboutEntry {
  readonly subjectId: string;
}

interface SettledEntry extends AboutEntry {
  readonly status: string;
}

/** To who follows an entry: what the studio does about it. What has changed again since is told as it is now. */
export const settledEntry: EventKind<SettledEntry> = {
  id: 'feedbag.settled',
  title: 'notify.feedbag.settledTitle',
  about: 'notify.feedbag.settledAbout',
  least: 'authenticated',
  mail: 'now',
  sample: { subjectId: ID, status: 'completed' },
  show: async (current, reader, events) => {
    const own = new Map((await findOwnStatuses(current)).map(({ statusId, name }) => [statusId, name]));
    return showEntries(current, reader, events, ({ status, projectId }) =>
      isKnownStatus(status)
        ? pickStatusText(status, projectId)
        : ['notify.feedbag.settled', { status: own.get(status) ?? status }],
    );
  },
};

const STATUS_TEXTS: Readonly<Record<KnownStatusId, TextKey>> = {
  open: 'notify.feedbag.open',
  planned: 'notify.feedbag.planned',
  started: 'notify.feedbag.started',
  completed: 'notify.feedbag.completed',
  declined: 'notify.feedbag.declined',
  duplicate: 'notify.feedbag.duplicate',
};

/** What has its pages elsewhere is a question, which is done when somebody has answered it. */
function pickStatusText(status: KnownStatusId, projectId: string): TextKey {
  return status === 'completed' && !isOfFeedbag(projectId) ? 'notify.podcast.answered' : STATUS_TEXTS[status];
}

export const addedEntry: EventKind<AboutEntry> = {
  id: 'feedbag.added',
  title: 'notify.feedbag.addedTitle',
  about: 'notify.feedbag.addedAbout',
  least: 'authenticated',
  mail: 'daily',
  sample: { subjectId: ID },
  show: (current, reader, events) => showEntries(current, reader, events, () => 'notify.feedbag.added'),
};

/** To staff, where a game always alerts, and where not everyone sees what they follow. */
export const enteredEntry: EventKind<AboutEntry> = {
  id: 'feedbag.entered',
  title: 'notify.feedbag.enteredTitle',
  about: 'notify.feedbag.enteredAbout',
  least: 'staff',
  mail: 'off',
  sample: { subjectId: ID },
  show: (current, reader, events) => showEntries(current, reader, events, () => 'notify.feedbag.entered'),
};

interface CommentDetails extends AboutEntry {
  readonly messageId: string;
  /** Of the message, which a merged one may have brought. */
  readonly of: string;
}

export const commentedEntry: EventKind<CommentDetails> = {
  id: 'feedbag.commented',
  title: 'notify.feedbag.commentedTitle',
  about: 'notify.feedbag.commentedAbout',
  least: 'authenticated',
  mail: 'daily',
  sample: { subjectId: ID, messageId: ID, of: ID },
  leaveOut: findBlockers,
  show: (current, reader, events) => showMessages(current, reader, events, 'notify.feedbag.commented'),
};

export const mentionedIn: EventKind<CommentDetails> = {
  id: 'feedbag.mentioned',
  title: 'notify.feedbag.mentionedTitle',
  about: 'notify.feedbag.mentionedAbout',
  least: 'authenticated',
  mail: 'now',
  sample: { subjectId: ID, messageId: ID, of: ID },
  leaveOut: findBlockers,
  show: (current, reader, events) => showMessages(current, reader, events, 'notify.feedbag.mentioned'),
};

async function showMessages(
  current: Current,
  reader: EventReader,
  events: readonly NotificationEvent<CommentDetails>[],
  text: TextKey,
): Promise<Map<string, EventWords>> {
  const messages = events.map(({ details }) => ({ subjectId: details.of, messageId: details.messageId }));
  const own = toParticipantId({ userId: reader.userId });
  const of = { role: reader.role, stage: current.stage, participantIds: [own] };
  const readable = await findReadable(current, of, messages);
  const shown = events.filter(({ details }) => readable.has(details.messageId));
  return showEntries(current, reader, shown, () => text);
}

async function showEntries<Details extends AboutEntry>(
  current: Current,
  reader: EventReader,
  events: readonly NotificationEvent<Details>[],
  pickText: (entry: FeedbackEntryRow) => TextKey | readonly [TextKey, TextValues],
): Promise<Map<string, EventWords>> {
  const ids = events.map(({ details }) => details.subjectId);
  const found = await findReadableEntries(current, reader, ids);
  return describeEvents(events, ({ subjectId }) => {
    const entry = found.get(subjectId)?.entry;
    if (entry === undefined) return undefined;
    const sentence = pickText(entry);
    const [text, more] = typeof sentence === 'string' ? [sentence, {}] : sentence;
    return { text, values: { title: entry.title, ...more }, path: entryPath(entry) };
  });
}
