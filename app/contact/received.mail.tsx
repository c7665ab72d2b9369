import { Action } from '#app/mail/action.tsx';
import type { BodyProps, MailKind } from '#app/mail/mail-kind.server.ts';
import { Paragraph, Rule, SmallPrintText, Title } from '#app/mail/parts.tsx';
import { LINK_DAYS } from '#app/threads/readers.server.ts';
import { studio } from '#content/studio.ts';

import { mailThread } from './mail-thread.server.ts';
import { findSubmissionRoot, findRow, submissionLink } from './submission-rows.server.ts';
import { toSubmissionNumber } from './submission.ts';
import { TOPICS } from './topic.ts';
import type { TopicId } from './topic.ts';

interface ReceivedProps {
  readonly number: string;
  readonly topic: TopicId;
  readonly link: string;
  /** Of the title, for an account: an address that somebody has typed gets no words of theirs. */
  readonly title: string | undefined;
  readonly isLinked: boolean;
  /** The number of which it was a part, until staff made it one of its own. */
  readonly from: string | undefined;
}

interface ReceivedPayload {
  readonly subjectId: string;
  readonly from?: string;
}

/** That it has arrived, and the way back to it. All other mails about it answer this one. */
export const receivedMail: MailKind<ReceivedPayload, ReceivedProps> = {
  name: 'contact.received',
  async find(current, { subjectId, from }) {
    const row = await findRow(current, subjectId);
    if (row === undefined) return undefined;
    const { topic, title, userId, email, locale } = row;
    // Put back before anybody heard of it.
    if (from !== undefined && (await findSubmissionRoot(current, row)) === from) return undefined;
    const isLinked = userId === undefined;
    const props = {
      number: toSubmissionNumber(subjectId),
      topic,
      link: submissionLink(current, row),
      title: isLinked ? undefined : title,
      isLinked,
      from: from && toSubmissionNumber(from),
    };
    const headers = await mailThread(current, subjectId, { isFirst: true });
    return email === undefined ? { userId: userId ?? '', props, headers } : { to: email, locale, props, headers };
  },
  subject: (text, { number }) => text('contact.mail.subject', { studio: studio.name, number }),
  Body,
  why: (text) => text('contact.mail.why', { studio: studio.name }),
  printed: ({ link }) => link,
};

function Body({ text, number, topic, link, title, isLinked, from }: ReceivedProps & BodyProps) {
  return (
    <>
      <Title>{text(from === undefined ? 'contact.mail.receivedTitle' : 'contact.mail.splitTitle')}</Title>
      <Paragraph>
        {from === undefined
          ? text('contact.mail.receivedLead', { topic: text(TOPICS[topic].name), number })
          : text('contact.mail.splitLead', { from, number })}
      </Paragraph>
      {title !== undefined && from === undefined && (
        <Paragraph>{text('contact.mail.receivedWhat', { title })}</Paragraph>
      )}
      <Action text={text} to={link} label={text('contact.mail.open')} />
      <Rule />
      {isLinked && <SmallPrintText>{text('contact.mail.linkDays', { days: LINK_DAYS })}</SmallPrintText>}
      {isLinked && <SmallPrintText>{text('contact.mail.not')}</SmallPrintText>}
    </>
  );
}
