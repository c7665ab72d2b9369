import { Action } from '#app/mail/action.tsx';
import type { BodyProps, MailKind } from '#app/mail/mail-kind.server.ts';
import { Code, Link, Rule, Say, Small, Title } from '#app/mail/parts.tsx';
import { deviceWords } from '#app/mail/words.ts';
import { studio } from '#content/studio.ts';

import { findSignInLetter } from './sign-ins/sign-in-letter.server.ts';
import type { SignInLetter } from './sign-ins/sign-in-letter.server.ts';

/** The link and the code of a sign-in, or of showing that it is still oneself. */
export const signInMail: MailKind<{ confirmationId: string }, SignInLetter> = {
  name: 'login.signIn',
  find: findSignInLetter,
  subject: (text, { code, isProof }) =>
    code === undefined
      ? text('mail.signIn.title')
      : text(isProof ? 'mail.proof.subject' : 'mail.signIn.subject', { code, studio: studio.name }),
  Body,
  printed: ({ code, link }) => (code === undefined ? link : `code ${code}, or ${link}`),
};

function Body(letter: SignInLetter & BodyProps) {
  const { text, site, link, code, minutes, browser, system, isProof } = letter;
  if (code === undefined) return <LinkAlone {...letter} />;
  return (
    <>
      <Title>{text(isProof ? 'mail.proof.title' : 'mail.signIn.title')}</Title>
      <Say>{text(isProof ? 'mail.proof.lead' : 'mail.signIn.lead')}</Say>
      <Code>{code}</Code>
      <Say>{text('mail.signIn.or')}</Say>
      <Action text={text} to={link} label={text('mail.signIn.button')} />
      <Rule />
      <Small>
        {text('mail.signIn.minutes', { minutes })}{' '}
        {text('mail.signIn.asked', { device: deviceWords(text, browser, system) })}
      </Small>
      {isProof ? (
        <Small>
          {text('mail.proof.not')} <Link to={`${site}/account#sessions`}>{`${site}/account#sessions`}</Link>
        </Small>
      ) : (
        <Small>{text('mail.signIn.not')}</Small>
      )}
    </>
  );
}

function LinkAlone({ text, link, until, browser, system }: SignInLetter & BodyProps) {
  return (
    <>
      <Title>{text('mail.signIn.title')}</Title>
      <Say>{text('mail.signIn.asked', { device: deviceWords(text, browser, system) })}</Say>
      <Action text={text} to={link} label={text('mail.signIn.button')} />
      <Rule />
      <Small>
        {text('mail.link.until', { until })} {text('mail.signIn.not')}
      </Small>
    </>
  );
}
