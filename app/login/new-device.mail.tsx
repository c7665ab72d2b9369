import { findById, linkToConfirmation } from '#app/confirmations/confirmations.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { Action } from '#app/mail/action.tsx';
import { describeDevice } from '#app/mail/describe-device.ts';
import type { BodyProps, MailMessage, MailKind } from '#app/mail/mail-kind.server.ts';
import { Paragraph, Title } from '#app/mail/parts.tsx';
import { studio } from '#content/studio.ts';

interface NewDevice {
  readonly confirmationId: string;
  readonly browser: string;
  readonly system: string;
  readonly at: string;
}

interface NewDeviceMailProps {
  readonly link: string;
  readonly until: Date;
  readonly browser: string;
  readonly system: string;
  readonly at: Date;
}

export const newDeviceMail: MailKind<NewDevice, NewDeviceMailProps> = {
  name: 'login.newDevice',
  find,
  subject: (text) => text('mail.newDevice.subject', { studio: studio.name }),
  Body,
};

async function find(
  current: Current,
  { confirmationId, browser, system, at }: NewDevice,
): Promise<MailMessage<NewDeviceMailProps> | undefined> {
  const confirmation = await findById(current, confirmationId);
  if (confirmation?.userId === undefined) return undefined;
  const { userId, expiresAt } = confirmation;
  return {
    userId,
    props: { link: linkToConfirmation(current, confirmationId), until: expiresAt, browser, system, at: new Date(at) },
  };
}

function Body({ text, link, until, browser, system, at }: NewDeviceMailProps & BodyProps) {
  return (
    <>
      <Title>{text('mail.newDevice.title')}</Title>
      <Paragraph>{text('mail.newDevice.lead', { device: describeDevice(text, browser, system), at })}</Paragraph>
      <Paragraph>{text('mail.newDevice.fine')}</Paragraph>
      <Paragraph>{text('mail.newDevice.not')}</Paragraph>
      <Action text={text} to={link} label={text('mail.newDevice.button')} note={text('mail.link.until', { until })} />
    </>
  );
}
