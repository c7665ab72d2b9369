import { Action } from '#app/mail/action.tsx';
import type { BodyProps, MailKind } from '#app/mail/mail-kind.server.ts';
import { Paragraph, Rule, SmallPrintText, Title } from '#app/mail/parts.tsx';

import { findDeletionLinkMail } from './addresses.server.ts';
import type { DeletionLinkProps } from './addresses.server.ts';

/** To whoever asks for what their address has left here, with or without an account. */
export const deletionLinkMail: MailKind<{ confirmationId: string }, DeletionLinkProps> = {
  name: 'deletions.link',
  find: findDeletionLinkMail,
  subject: (text) => text('mail.deletion.title'),
  Body,
  why: (text, { site }) => text('mail.deletion.why', { site: new URL(site).host }),
  printed: ({ link }) => link,
};

function Body({ text, address, link, hours }: DeletionLinkProps & BodyProps) {
  return (
    <>
      <Title>{text('mail.deletion.title')}</Title>
      <Paragraph>{text('mail.deletion.lead', { address })}</Paragraph>
      <Action text={text} to={link} label={text('mail.deletion.button')} />
      <Rule />
      <SmallPrintText>{text('mail.deletion.hours', { hours })}</SmallPrintText>
      <SmallPrintText>{text('mail.deletion.not')}</SmallPrintText>
    </>
  );
}
