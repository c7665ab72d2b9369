import { findById, linkToConfirmation } from '#app/confirmations/confirmations.server.ts';
import { Action } from '#app/mail/action.tsx';
import type { BodyProps, MailKind } from '#app/mail/mail-kind.server.ts';
import { Paragraph, Rule, SmallPrintText, Title } from '#app/mail/parts.tsx';
import { studio } from '#content/studio.ts';

import { LINK_HOURS } from './ask-confirmation.ts';
import type { AskDetails } from './ask-confirmation.ts';

interface ExportLinkPayload {
  /** Its details hold the address, so that the job does not. */
  readonly confirmationId: string;
}

interface ExportLinkProps {
  readonly link: string;
}

/** To whoever types an address: proves that it is theirs. */
export const linkMail: MailKind<ExportLinkPayload, ExportLinkProps> = {
  name: 'exports.link',
  find: async (current, { confirmationId }) => {
    const confirmation = await findById(current, confirmationId);
    if (confirmation?.state !== 'open') return undefined;
    const { email, locale } = confirmation.details as AskDetails;
    return { to: email, locale, props: { link: linkToConfirmation(current, confirmationId) } };
  },
  subject: (text) => text('exports.linkMail.subject', { studio: studio.name }),
  Body,
  printed: ({ link }) => link,
};

function Body({ text, link }: ExportLinkProps & BodyProps) {
  return (
    <>
      <Title>{text('exports.linkMail.title')}</Title>
      <Paragraph>{text('exports.linkMail.lead', { studio: studio.name })}</Paragraph>
      <Action text={text} to={link} label={text('exports.linkMail.button')} />
      <Rule />
      <SmallPrintText>{text('exports.linkMail.hours', { hours: LINK_HOURS })}</SmallPrintText>
      <SmallPrintText>{text('exports.linkMail.not')}</SmallPrintText>
    </>
  );
}
