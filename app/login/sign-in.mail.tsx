import { Action } from '#app/mail/action.tsx';
import { describeDevice } from '#app/mail/describe-device.ts';
import type { BodyProps, MailKind } from '#app/mail/mail-kind.server.ts';
import { Code, Link, Rule, Paragraph, SmallPrintText, Title } from '#app/mail/parts.tsx';
import { studio } from '#content/studio.ts';

import { findSignInMail } from './sign-ins/sign-in-mail.server.ts';
import type { SignInMailProps } from './sign-ins/sign-in-mail.server.ts';

export const signInMail: MailKind<{ confirmationId: string }, SignInMailProps> = {
  name: 'login.signIn',
  find: findSignInMail,
  subject: (text, { code, isProof }) =>
    code === undefined
      ? text('mail.signIn.title')
      : text(isProof ? 'mail.proof.subject' : 'mail.signIn.subject', { code, studio: studio.name }),
  Body,
  printed: ({ code, link }) => (code === undefined ? link : `code ${code}, or ${link}`),
};

function Body(props: SignInMailProps & BodyProps) {
  const { text, site, link, code, minutes, browser, system, isProof } = props;
  if (code === undefined) return <LinkAlone {...props} />;
  return (
    <>
      <Title>{text(isProof ? 'mail.proof.title' : 'mail.signIn.title')}</Title>
      <Paragraph>{text(isProof ? 'mail.proof.lead' : 'mail.signIn.lead')}</Paragraph>
      <Code>{code}</Code>
      <Paragraph>{text('mail.signIn.or')}</Paragraph>
      <Action text={text} to={link} label={text('mail.signIn.button')} />
      <Rule />
      <SmallPrintText>
        {text('mail.signIn.minutes', { minutes })}{' '}
        {text('mail.signIn.requested', { device: describeDevice(text, browser, system) })}
      </SmallPrintText>
      {isProof ? (
        <SmallPrintText>
          {text('mail.proof.not')} <Link to={`${site}/account/sessions`}>{`${site}/account/sessions`}</Link>
        </SmallPrintText>
      ) : (
        <SmallPrintText>{text('mail.signIn.not')}</SmallPrintText>
      )}
    </>
  );
}

function LinkAlone({ text, link, until, browser, system }: SignInMailProps & BodyProps) {
  return (
    <>
      <Title>{text('mail.signIn.title')}</Title>
      <Paragraph>{text('mail.signIn.requested', { device: describeDevice(text, browser, system) })}</Paragraph>
      <Action text={text} to={link} label={text('mail.signIn.button')} />
      <Rule />
      <SmallPrintText>
        {text('mail.link.until', { until })} {text('mail.signIn.not')}
      </SmallPrintText>
    </>
  );
}
