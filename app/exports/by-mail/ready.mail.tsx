import { localeOrDefault } from '#app/current/locale.ts';
import { Action } from '#app/mail/action.tsx';
import type { BodyProps, MailKind } from '#app/mail/mail-kind.server.ts';
import { Paragraph, Rule, SmallPrintText, Title } from '#app/mail/parts.tsx';
import { studio } from '#content/studio.ts';

import { EXPORT_DAYS } from '../export.ts';
import { findGuest } from '../exports.server.ts';
import { guestExportLink } from './asking.server.ts';

interface ReadyPayload {
  readonly owner: string;
  readonly exportId: string;
}

interface ReadyProps {
  readonly link: string;
}

/** To who has no account: their data can be saved. */
export const readyMail: MailKind<ReadyPayload, ReadyProps> = {
  name: 'exports.ready',
  find: async (current, { owner, exportId }) => {
    const guest = await findGuest(current, owner, exportId);
    if (guest === undefined) return undefined;
    const link = guestExportLink(current, owner, exportId);
    return { to: guest.email, locale: localeOrDefault(guest.locale), props: { link } };
  },
  subject: (text) => text('exports.readyMail.subject', { studio: studio.name }),
  Body,
};

function Body({ text, link }: ReadyProps & BodyProps) {
  return (
    <>
      <Title>{text('exports.readyMail.title')}</Title>
      <Paragraph>{text('exports.readyMail.lead', { studio: studio.name })}</Paragraph>
      <Action text={text} to={link} label={text('exports.readyMail.button')} />
      <Rule />
      <SmallPrintText>{text('exports.readyMail.days', { days: EXPORT_DAYS })}</SmallPrintText>
    </>
  );
}
