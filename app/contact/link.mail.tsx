import { Action } from '#app/mail/action.tsx';
import type { BodyProps, MailKind } from '#app/mail/mail-kind.server.ts';
import { Paragraph, Rule, SmallPrintText, Title } from '#app/mail/parts.tsx';
import { LINK_DAYS } from '#app/threads/readers.server.ts';
import { studio } from '#content/studio.ts';

import { mailThread } from './mail-thread.server.ts';
import { findRow, submissionLink } from './submission-rows.server.ts';
import { toSubmissionNumber } from './submission.ts';

interface LinkProps {
  readonly number: string;
  readonly link: string;
}

/** Another link, after the last one has expired. */
export const linkMail: MailKind<{ readonly subjectId: string }, LinkProps> = {
  name: 'contact.link',
  async find(current, { subjectId }) {
    const row = await findRow(current, subjectId);
    if (row?.email === undefined) return undefined;
    const props = { number: toSubmissionNumber(subjectId), link: submissionLink(current, row) };
    return { to: row.email, locale: row.locale, props, headers: await mailThread(current, subjectId) };
  },
  subject: (text, { number }) => text('contact.mail.subject', { studio: studio.name, number }),
  Body,
  why: (text) => text('contact.mail.why', { studio: studio.name }),
  printed: ({ link }) => link,
};

function Body({ text, number, link }: LinkProps & BodyProps) {
  return (
    <>
      <Title>{text('contact.mail.linkTitle')}</Title>
      <Paragraph>{text('contact.mail.linkLead', { number })}</Paragraph>
      <Action text={text} to={link} label={text('contact.mail.open')} />
      <Rule />
      <SmallPrintText>{text('contact.mail.linkDays', { days: LINK_DAYS })}</SmallPrintText>
    </>
  );
}
