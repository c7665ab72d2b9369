import { Action } from '#app/mail/action.tsx';
import type { BodyProps, MailKind } from '#app/mail/mail-kind.server.ts';
import { Code, Rule, Paragraph, SmallPrintText, Title } from '#app/mail/parts.tsx';
import { studio } from '#content/studio.ts';

import { findVerificationMail } from './email-mails.server.ts';
import type { VerifyEmailPayload, VerifyEmailProps } from './email-mails.server.ts';

/** If another account has the address, the mail informs its owner of the attempt. */
export const verifyEmailMail: MailKind<VerifyEmailPayload, VerifyEmailProps> = {
  name: 'accounts.verifyEmail',
  find: findVerificationMail,
  subject: (text, { proof }) =>
    text(proof ? 'mail.verify.subject' : 'mail.taken.subject', { studio: studio.name, code: proof?.code ?? '' }),
  Body,
  printed: ({ proof }) => (proof ? `code ${proof.code}, or ${proof.link}` : 'the address has an owner'),
};

function Body({ text, account, address, proof }: VerifyEmailProps & BodyProps) {
  if (proof === undefined) {
    return (
      <>
        <Title>{text('mail.taken.title')}</Title>
        <Paragraph>{text('mail.taken.lead', { account, address, studio: studio.name })}</Paragraph>
        <Paragraph>{text('mail.taken.yours')}</Paragraph>
        <Paragraph>{text('mail.taken.not')}</Paragraph>
      </>
    );
  }
  return (
    <>
      <Title>{text('mail.verify.title')}</Title>
      <Paragraph>{text('mail.verify.lead', { account, address, studio: studio.name })}</Paragraph>
      <Code>{proof.code}</Code>
      <Paragraph>{text('mail.verify.or')}</Paragraph>
      <Action text={text} to={proof.link} label={text('mail.verify.button')} />
      <Rule />
      <SmallPrintText>{text('mail.verify.hours', { hours: proof.hours })}</SmallPrintText>
      <SmallPrintText>{text('mail.verify.not')}</SmallPrintText>
    </>
  );
}
