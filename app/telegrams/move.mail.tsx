import { findById, linkToConfirmation } from '#app/confirmations/confirmations.server.ts';
import { Action } from '#app/mail/action.tsx';
import type { BodyProps, MailKind } from '#app/mail/mail-kind.server.ts';
import { Paragraph, Rule, SmallPrintText, Title } from '#app/mail/parts.tsx';
import { studio } from '#content/studio.ts';

import type { MoveDetails } from './join-confirmation.ts';
import { LINK_DAYS } from './newsletter.ts';

interface MoveMailProps {
  readonly link: string;
}

export const moveMail: MailKind<{ readonly confirmationId: string }, MoveMailProps> = {
  name: 'telegrams.move',
  async find(current, { confirmationId }) {
    const confirmation = await findById(current, confirmationId);
    if (confirmation === undefined || confirmation.state !== 'open') return undefined;
    const { email, locale } = confirmation.details as MoveDetails;
    return { to: email, locale, props: { link: linkToConfirmation(current, confirmationId) } };
  },
  subject: (text) => text('newsletters.moveMail.subject', { studio: studio.name }),
  Body,
  printed: ({ link }) => link,
};

function Body({ text, link }: MoveMailProps & BodyProps) {
  return (
    <>
      <Title>{text('newsletters.moveMail.title')}</Title>
      <Paragraph>{text('newsletters.moveMail.lead', { studio: studio.name })}</Paragraph>
      <Action text={text} to={link} label={text('newsletters.moveMail.button')} />
      <Rule />
      <SmallPrintText>{text('newsletters.joinMail.days', { days: LINK_DAYS })}</SmallPrintText>
      <SmallPrintText>{text('newsletters.joinMail.not')}</SmallPrintText>
    </>
  );
}
