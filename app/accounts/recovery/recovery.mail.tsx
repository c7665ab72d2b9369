import { findById, linkToConfirmation } from '#app/confirmations/confirmations.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { localeOrDefault } from '#app/current/locale.ts';
import { Action } from '#app/mail/action.tsx';
import type { BodyProps, MailKind, MailMessage } from '#app/mail/mail-kind.server.ts';
import { Paragraph, Title } from '#app/mail/parts.tsx';
import { studio } from '#content/studio.ts';

import type { RecoverDetails } from './recovery.ts';

interface RecoveryMailProps {
  /** `@` and the account id. */
  readonly account: string;
  readonly link: string;
  readonly until: Date;
}

export const recoveryMail: MailKind<{ confirmationId: string }, RecoveryMailProps> = {
  name: 'accounts.recovery',
  find,
  subject: (text) => text('recovery.mail.subject', { studio: studio.name }),
  Body,
};

async function find(
  current: Current,
  { confirmationId }: { confirmationId: string },
): Promise<MailMessage<RecoveryMailProps> | undefined> {
  const confirmation = await findById(current, confirmationId);
  if (confirmation?.state !== 'open' || confirmation.userId === undefined) return undefined;
  const { address } = confirmation.details as RecoverDetails;
  const link = linkToConfirmation(current, confirmationId);
  const props = { account: `@${confirmation.userId}`, link, until: confirmation.expiresAt };
  return { to: address, locale: localeOrDefault(undefined), props };
}

function Body({ text, account, link, until }: RecoveryMailProps & BodyProps) {
  return (
    <>
      <Title>{text('recovery.mail.title')}</Title>
      <Paragraph>{text('recovery.mail.lead', { account, studio: studio.name })}</Paragraph>
      <Action text={text} to={link} label={text('recovery.mail.button')} note={text('mail.link.until', { until })} />
      <Paragraph>{text('recovery.mail.not')}</Paragraph>
    </>
  );
}
