import type { Current } from '#app/current/current.server.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { EventKind, EventReader, EventWords, ToldEvent } from '#app/notifications/event-kind.server.ts';
import { participantOf } from '#app/threads/readers.server.ts';
import { findReadable } from '#app/threads/threads.server.ts';

import { entryPath } from './entry.ts';
import type { FeedbackEntryRow, StatusId } from './entry.ts';
import { findReadableEntries } from './entries/entry-rows.server.ts';

const ID = '01890000-0000-7000-8000-000000000000';

interface AboutEntry {
  readonly subjectId: string;
}

interface SettledEntry extends AboutEntry {
  readonly status: StatusId;
}

/** To who follows an entry: what the studio does about it. What has changed again since is told as it is now. */
export const settledEntry: EventKind<SettledEntry> = {
  id: 'feedbag.settled',
  title: 'notify.feedbag.settledTitle',
  about: 'notify.feedbag.settledAbout',
  least: 'authenticated',
  mail: 'now',
  sample: { subjectId: ID, status: 'completed' },
  show: (current, reader, events) => showEntries(current, reader, events, ({ status }) => TOLD[status]),
};

const TOLD: Readonly<Record<StatusId, TextKey>> = {
  open: 'notify.feedbag.open',
  planned: 'notify.feedbag.planned',
  started: 'notify.feedbag.started',
  completed: 'notify.feedbag.completed',
  declined: 'notify.feedbag.declined',
  duplicate: 'notify.feedbag.duplicate',
};

/** To who follows a project; to staff, where a game always alerts. */
export const enteredEntry: EventKind<AboutEntry> = {
  id: 'feedbag.entered',
  title: 'notify.feedbag.enteredTitle',
  about: 'notify.feedbag.enteredAbout',
  least: 'staff',
  mail: 'off',
  sample: { subjectId: ID },
  show: (current, reader, events) => showEntries(current, reader, events, () => 'notify.feedbag.entered'),
};

interface Commented extends AboutEntry {
  readonly messageId: string;
  /** Of the message, which a merged one may have brought. */
  readonly of: string;
}

/** To who follows an entry: that somebody has said something. */
export const commentedEntry: EventKind<Commented> = {
  id: 'feedbag.commented',
  title: 'notify.feedbag.commentedTitle',
  about: 'notify.feedbag.commentedAbout',
  least: 'authenticated',
  mail: 'daily',
  sample: { subjectId: ID, messageId: ID, of: ID },
  show: async (current, reader, events) => {
    const asked = events.map(({ details }) => ({ subjectId: details.of, messageId: details.messageId }));
    const own = participantOf({ userId: reader.userId });
    const of = { role: reader.role, stage: current.stage, participantIds: [own] };
    const readable = await findReadable(current, of, asked);
    const shown = events.filter(({ details }) => readable.has(details.messageId));
    return showEntries(current, reader, shown, () => 'notify.feedbag.commented');
  },
};

async function showEntries<Details extends AboutEntry>(
  current: Current,
  reader: EventReader,
  events: readonly ToldEvent<Details>[],
  textOf: (entry: FeedbackEntryRow) => TextKey,
): Promise<Map<string, EventWords>> {
  const ids = events.map(({ details }) => details.subjectId);
  const found = await findReadableEntries(current, reader, ids);
  return new Map(
    events.flatMap(({ key, details }) => {
      const entry = found.get(details.subjectId)?.entry;
      if (entry === undefined) return [];
      return [[key, { text: textOf(entry), values: { title: entry.title }, path: entryPath(entry) }]];
    }),
  );
}
