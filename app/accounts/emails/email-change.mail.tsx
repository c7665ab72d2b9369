import type { TextKey } from '#app/current/locale.ts';
import { Action } from '#app/mail/action.tsx';
import type { BodyProps, MailKind } from '#app/mail/mail-kind.server.ts';
import { Paragraph, Title } from '#app/mail/parts.tsx';
import { studio } from '#content/studio.ts';

import { findEmailChangeMail } from './email-mails.server.ts';
import type { EmailChange, EmailChangePayload, EmailChangeProps } from './email-mails.server.ts';

export const emailChangeMail: MailKind<EmailChangePayload, EmailChangeProps> = {
  name: 'accounts.emailChange',
  find: findEmailChangeMail,
  subject: (text, { change }) => text(WORDS[change].subject, { studio: studio.name }),
  Body,
};

const WORDS = {
  added: { subject: 'mail.emailAdded.subject', title: 'mail.emailAdded.title', lead: 'mail.emailAdded.lead' },
  removed: { subject: 'mail.emailRemoved.subject', title: 'mail.emailRemoved.title', lead: 'mail.emailRemoved.lead' },
  primary: { subject: 'mail.emailPrimary.subject', title: 'mail.emailPrimary.title', lead: 'mail.emailPrimary.lead' },
  undone: { subject: 'mail.emailUndone.subject', title: 'mail.emailUndone.title', lead: 'recovery.undo.mail' },
} satisfies Record<EmailChange, Record<'subject' | 'title' | 'lead', TextKey>>;

function Body({ text, site, change, account, address, primary, at, undo, dropped }: EmailChangeProps & BodyProps) {
  const values = { account, address, primary: primary ?? '', studio: studio.name, at };
  return (
    <>
      <Title>{text(WORDS[change].title)}</Title>
      <Paragraph>{text(WORDS[change].lead, values)}</Paragraph>
      {dropped && <Paragraph>{text('mail.emailUndone.dropped', { ...dropped })}</Paragraph>}
      <Paragraph>{text('mail.change.when', values)}</Paragraph>
      <Paragraph>{text(undo ? 'mail.undo.lead' : 'mail.change.fine')}</Paragraph>
      {undo ? (
        <Action
          text={text}
          to={undo.link}
          label={text('mail.undo.button')}
          note={text('mail.undo.hours', { hours: undo.hours })}
        />
      ) : (
        <Action text={text} to={`${site}/account`} label={text('mail.notice.button')} />
      )}
    </>
  );
}
