import { describeEvents } from '#app/notifications/event-kind.server.ts';
import type { EventKind } from '#app/notifications/event-kind.server.ts';
import { studio } from '#content/studio.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { findSegments } from './segments.server.ts';

interface SentMessage {
  readonly messageId: string;
}

/** That a message waits; what it says is read in the mailbox, in the language of its reader. */
export const sentMessage: EventKind<SentMessage> = {
  id: 'mailbox.sent',
  title: 'notify.mailbox.title',
  about: 'notify.mailbox.about',
  least: 'authenticated',
  mail: 'daily',
  sample: { messageId: '01890000-0000-7000-8000-000000000000' },
  show: async (current, { userId, role }, events) => {
    const ids = events.map(({ details }) => details.messageId);
    const rows = await current.db.query<Pick<Row<'mailbox_messages'>, 'message_id' | 'segment'>>(sql`
      select message_id, segment from mailbox_messages where message_id = any(${ids}::uuid[]) and state = 'sent'`);
    // The fan-out, which tells the segment's own people, asks as nobody in particular.
    const segments = userId === '' ? undefined : (await findSegments(current, { userId, role })).segments;
    const mine = new Set(
      rows.flatMap(({ message_id: id, segment }) => (segments?.includes(segment) === false ? [] : [id])),
    );
    return describeEvents(events, ({ messageId }) =>
      mine.has(messageId)
        ? { text: 'notify.mailbox.sent', values: { studio: studio.name }, path: `/mailbox/${messageId}` }
        : undefined,
    );
  },
};
