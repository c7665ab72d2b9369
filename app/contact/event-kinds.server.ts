import { describeEvents } from '#app/notifications/event-kind.server.ts';
import type { EventKind } from '#app/notifications/event-kind.server.ts';
import { findSplits } from '#app/threads/merging/splits.server.ts';
import { findReadable } from '#app/threads/messages.server.ts';
import { toParticipantId } from '#app/threads/readers.server.ts';

import { findTitles } from './submission-rows.server.ts';

interface AnsweredSubmission {
  readonly subjectId: string;
  readonly messageId: string;
}

/** To its sender; the answer itself is in a mail of its own. */
export const answeredSubmission: EventKind<AnsweredSubmission> = {
  id: 'contact.answered',
  title: 'notify.contact.title',
  about: 'notify.contact.about',
  least: 'authenticated',
  mail: 'own',
  sample: { subjectId: '01890000-0000-7000-8000-000000000000', messageId: '01890000-0000-7000-8000-000000000000' },
  show: async (current, { userId, role }, events) => {
    const reader = { role, stage: current.stage, participantIds: [toParticipantId({ userId })] };
    const splits = await findSplits(
      current,
      events.map(({ details }) => details.subjectId),
    );
    const candidates = events.flatMap(({ details: { subjectId, messageId } }) =>
      [subjectId, ...(splits.get(subjectId) ?? [])].map((id) => ({ subjectId: id, messageId })),
    );
    const subjectByMessage = await findReadable(current, reader, candidates);
    const titles = await findTitles(current, [...subjectByMessage.values()]);
    return describeEvents(events, ({ messageId }) => {
      const subjectId = subjectByMessage.get(messageId) ?? '';
      const title = titles.get(subjectId);
      const path = `/contact/submissions/${subjectId}`;
      return title === undefined ? undefined : { text: 'notify.contact.answered', values: { title }, path };
    });
  },
};

interface ReturnedSubmission {
  readonly subjectId: string;
}

/** To whoever has it on the desk, when its sender writes again. */
export const returnedSubmission: EventKind<ReturnedSubmission> = {
  id: 'contact.returned',
  title: 'notify.contact.deskTitle',
  about: 'notify.contact.deskAbout',
  least: 'staff',
  mail: 'off',
  sample: { subjectId: '01890000-0000-7000-8000-000000000000' },
  show: async (current, _reader, events) => {
    const titles = await findTitles(
      current,
      events.map(({ details }) => details.subjectId),
    );
    return describeEvents(events, ({ subjectId }) => {
      const title = titles.get(subjectId);
      const path = `/contact/submissions/${subjectId}`;
      return title === undefined ? undefined : { text: 'notify.contact.returned', values: { title }, path };
    });
  },
};
