import { Action } from '#app/mail/action.tsx';
import type { BodyProps, MailKind } from '#app/mail/mail-kind.server.ts';
import { Code, Rule, Say, Small, Title } from '#app/mail/parts.tsx';
import { studio } from '#content/studio.ts';

import { findVerifyLetter } from './email-letters.server.ts';
import type { VerifyEmailPayload, VerifyEmailProps } from './email-letters.server.ts';

/** Asks whoever reads an address whether it belongs to an account; its owner elsewhere is told of the try. */
export const verifyEmailMail: MailKind<VerifyEmailPayload, VerifyEmailProps> = {
  name: 'accounts.verifyEmail',
  find: findVerifyLetter,
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
        <Say>{text('mail.taken.lead', { account, address, studio: studio.name })}</Say>
        <Say>{text('mail.taken.yours')}</Say>
        <Say>{text('mail.taken.not')}</Say>
      </>
    );
  }
  return (
    <>
      <Title>{text('mail.verify.title')}</Title>
      <Say>{text('mail.verify.lead', { account, address, studio: studio.name })}</Say>
      <Code>{proof.code}</Code>
      <Say>{text('mail.verify.or')}</Say>
      <Action text={text} to={proof.link} label={text('mail.verify.button')} />
      <Rule />
      <Small>{text('mail.verify.hours', { hours: proof.hours })}</Small>
      <Small>{text('mail.verify.not')}</Small>
    </>
  );
}
