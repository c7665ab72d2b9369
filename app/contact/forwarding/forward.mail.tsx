import type { Current } from '#app/current/current.server.ts';
import type { BodyProps, MailKind } from '#app/mail/mail-kind.server.ts';
import { Paragraph, Rule, SmallPrintText, Title } from '#app/mail/parts.tsx';
import { recordThreadHistory } from '#app/threads/history.server.ts';
import { findMessage } from '#app/threads/merging/splits.server.ts';
import { getThread } from '#app/threads/messages.server.ts';
import type { ThreadMessage } from '#app/threads/thread.ts';
import { studio } from '#content/studio.ts';
import { writeReplyMarker } from '#lib/mail/inbound/quotes.ts';

import { forwardAddress } from '../mail-thread.server.ts';
import type { ForwardKey } from '../mail-thread.server.ts';
import { findSubmissionRoot, findRow } from '../submission-rows.server.ts';
import { toSubmissionNumber } from '../submission.ts';
import type { SubmissionRow } from '../submission.ts';
import { findForward } from './forward-rows.server.ts';

interface QuotedMessage extends Pick<ThreadMessage, 'messageId' | 'side' | 'body'> {
  readonly at: Date;
  readonly files: number;
}

interface ForwardProps {
  readonly number: string;
  readonly title: string;
  readonly words: string;
  readonly messages: readonly QuotedMessage[];
  readonly mayReply: boolean;
}

/** A submission for somebody outside: never a note, an address or a file of its sender. */
export const forwardMail: MailKind<ForwardKey, ForwardProps> = {
  name: 'contact.forward',
  async find(current, forwardKey) {
    const [forward, row] = [await findForward(current, forwardKey), await findRow(current, forwardKey.subjectId)];
    if (forward === undefined || row === undefined) return undefined;
    const { email: to, locale, noteId } = forward;
    const studioReader = { role: 'staff', stage: current.stage, participantIds: [] } as const;
    const note = await findMessage(current, studioReader, { subjectId: forwardKey.subjectId, messageId: noteId });
    if (note === undefined || note.isRedacted) return undefined;
    const address = forwardAddress(current, forwardKey);
    const props = {
      number: toSubmissionNumber(forwardKey.subjectId),
      title: row.title,
      words: note.body,
      mayReply: address !== undefined,
      messages: await findQuoted(current, row, noteId),
    };
    const headers: Record<string, string> = address === undefined ? {} : { 'Reply-To': address };
    return { to, locale, props, headers };
  },
  undelivered: async (current, forwardKey) => {
    const forward = await findForward(current, forwardKey);
    if (forward === undefined) return;
    await recordThreadHistory(current, forwardKey.subjectId, 'undelivered', { details: { messageId: forward.noteId } });
  },
  subject: (text, { number }) => text('contact.mail.forwardSubject', { studio: studio.name, number }),
  Body,
  why: (text) => text('contact.mail.forwardWhy', { studio: studio.name }),
};

/** Of one mail. */
const QUOTED = 50;

/** What its sender reads too, but for feedback that they gave the studio alone. */
async function findQuoted(current: Current, row: SubmissionRow, noteId: string): Promise<QuotedMessage[]> {
  const reader = { role: 'public', stage: current.stage, participantIds: [row.participantId] } as const;
  const { messages } = await getThread(current, reader, await findSubmissionRoot(current, row), noteId);
  return messages
    .filter(({ kind, isHeld, isRedacted, program }) => {
      return kind !== 'internal' && !isHeld && !isRedacted && program !== 'vacation';
    })
    .slice(-QUOTED)
    .map(({ messageId, side, body, createdAt, files }) => {
      return {
        messageId,
        side,
        body,
        at: new Date(createdAt),
        files: files.filter(({ leftOut }) => leftOut === undefined).length,
      };
    });
}

const LINES = { whiteSpace: 'pre-line' } as const;

function Body({ text, title, words, messages, mayReply }: ForwardProps & BodyProps) {
  return (
    <>
      {mayReply && <SmallPrintText>{writeReplyMarker(text('contact.mail.above'))}</SmallPrintText>}
      <Title>{text('contact.mail.forwardTitle', { studio: studio.name })}</Title>
      <div style={LINES}>
        <Paragraph>{words}</Paragraph>
      </div>
      <SmallPrintText>{text(mayReply ? 'contact.mail.forwardReply' : 'contact.mail.forwardNoReply')}</SmallPrintText>
      <Rule />
      <Paragraph>{text('contact.mail.forwardAbout', { title })}</Paragraph>
      {messages.map(({ messageId, side, body, at, files }) => (
        <div key={messageId} style={LINES}>
          <SmallPrintText>
            {side === 'studio'
              ? text('contact.mail.forwardStudio', { studio: studio.name, at })
              : text('contact.mail.forwardPlayer', { at })}
          </SmallPrintText>
          <Paragraph>{body}</Paragraph>
          {files > 0 && <SmallPrintText>{text('contact.mail.forwardFiles', { count: files })}</SmallPrintText>}
        </div>
      ))}
    </>
  );
}
