import type { Current } from '#app/current/current.server.ts';
import type { TextKey } from '#app/current/locale.ts';
import { Action } from '#app/mail/action.tsx';
import type { BodyProps, MailKind } from '#app/mail/mail-kind.server.ts';
import { Paragraph, Rule, SmallPrintText, Title } from '#app/mail/parts.tsx';
import { findFiles } from '#app/threads/files.server.ts';
import { recordThreadHistory } from '#app/threads/history.server.ts';
import { findMessage } from '#app/threads/merging/splits.server.ts';
import { LINK_DAYS } from '#app/threads/readers.server.ts';
import { studio } from '#content/studio.ts';
import type { Text } from '#lib/locale/messages.ts';
import { writeReplyMarker } from '#lib/mail/inbound/quotes.ts';

import { mailThread, replyAddress } from './mail-thread.server.ts';
import { findRow, requireRow, submissionLink } from './submission-rows.server.ts';
import { toSubmissionNumber } from './submission.ts';
import type { SubmissionRow } from './submission.ts';

interface AnswerPayload {
  readonly subjectId: string;
  readonly messageId: string;
}

interface AnswerProps {
  readonly number: string;
  readonly link: string;
  readonly body: string;
  readonly files: number;
  readonly isLinked: boolean;
  readonly mayReply: boolean;
}

/** What the studio has answered, as its reader may read it when it is sent. */
export const answerMail: MailKind<AnswerPayload, AnswerProps> = {
  name: 'contact.answer',
  async find(current, { subjectId, messageId }) {
    const sent = await findRow(current, subjectId);
    if (sent === undefined) return undefined;
    const { participantId, userId, email, locale } = sent;
    const reader = { role: 'public', stage: current.stage, participantIds: [participantId] } as const;
    const message = await findMessage(current, reader, { subjectId, messageId });
    if (message === undefined || message.isRedacted) return undefined;
    const row = await requireRow(current, message.subjectId);
    const headers = await mailThread(current, message.subjectId);
    const files = await findFiles(current, [message.subjectId], [messageId]);
    const answer = { body: message.body, files: files.get(messageId)?.length ?? 0 };
    const props = answerProps(current, row, { ...answer, link: submissionLink(current, row) });
    return email === undefined ? { userId: userId ?? '', props, headers } : { to: email, locale, props, headers };
  },
  undelivered: (current, { subjectId, messageId }) =>
    recordThreadHistory(current, subjectId, 'undelivered', { details: { messageId } }),
  subject: answerSubject,
  Body,
  why: (text) => text('contact.mail.why', { studio: studio.name }),
  printed: ({ link }) => link,
};

export function answerSubject(text: Text<TextKey>, { number }: Pick<AnswerProps, 'number'>): string {
  return text('contact.mail.answerSubject', { studio: studio.name, number });
}

export function answerProps(
  current: Current,
  { subjectId, userId }: SubmissionRow,
  answer: Pick<AnswerProps, 'body' | 'files' | 'link'>,
): AnswerProps {
  const mayReply = replyAddress(current, subjectId) !== undefined;
  return { ...answer, number: toSubmissionNumber(subjectId), isLinked: userId === undefined, mayReply };
}

const LINES = { whiteSpace: 'pre-line' } as const;

function Body({ text, link, body, files, isLinked, mayReply }: AnswerProps & BodyProps) {
  return (
    <>
      {mayReply && <SmallPrintText>{writeReplyMarker(text('contact.mail.above'))}</SmallPrintText>}
      <Title>{text('contact.mail.answerTitle')}</Title>
      <div style={LINES}>
        <Paragraph>{body}</Paragraph>
      </div>
      {files > 0 && <Paragraph>{text('contact.mail.answerFiles', { count: files })}</Paragraph>}
      <Rule />
      <Paragraph>{text(mayReply ? 'contact.mail.replyHere' : 'contact.mail.replyThere')}</Paragraph>
      <Action text={text} to={link} label={text('contact.mail.open')} />
      {isLinked && <SmallPrintText>{text('contact.mail.linkDays', { days: LINK_DAYS })}</SmallPrintText>}
    </>
  );
}
