import { findById, linkToConfirmation } from '#app/confirmations/confirmations.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { localeOrDefault } from '#app/current/locale.ts';
import { Action } from '#app/mail/action.tsx';
import type { BodyProps, MailKind, MailMessage } from '#app/mail/mail-kind.server.ts';
import { Paragraph, Rule, SmallPrintText, Title } from '#app/mail/parts.tsx';

import { LINK_HOURS } from './deletion.ts';

/** Of the confirmation, so that the job does not hold them. */
export interface AddressDetails {
  readonly address: string;
  readonly locale: string;
}

interface DeletionLinkProps {
  readonly address: string;
  readonly link: string;
  readonly hours: number;
}

/** To whoever asks for what their address has left here, with or without an account. */
export const deletionLinkMail: MailKind<{ confirmationId: string }, DeletionLinkProps> = {
  name: 'deletions.link',
  find,
  subject: (text) => text('deletions.mail.title'),
  Body,
  why: (text, { site }) => text('deletions.mail.why', { site: new URL(site).host }),
  printed: ({ link }) => link,
};

async function find(
  current: Current,
  { confirmationId }: { confirmationId: string },
): Promise<MailMessage<DeletionLinkProps> | undefined> {
  const confirmation = await findById(current, confirmationId);
  if (confirmation?.state !== 'open') return undefined;
  const { address, locale } = confirmation.details as AddressDetails;
  const props = { address, link: linkToConfirmation(current, confirmationId), hours: LINK_HOURS };
  return { to: address, locale: localeOrDefault(locale), props };
}

function Body({ text, address, link, hours }: DeletionLinkProps & BodyProps) {
  return (
    <>
      <Title>{text('deletions.mail.title')}</Title>
      <Paragraph>{text('deletions.mail.lead', { address })}</Paragraph>
      <Action text={text} to={link} label={text('deletions.mail.button')} />
      <Rule />
      <SmallPrintText>{text('deletions.mail.hours', { hours })}</SmallPrintText>
      <SmallPrintText>{text('deletions.mail.not')}</SmallPrintText>
    </>
  );
}
