import type { Current } from '#app/current/current.server.ts';
import { Action } from '#app/mail/action.tsx';
import { describeDevice } from '#app/mail/describe-device.ts';
import type { BodyProps, MailMessage, MailKind } from '#app/mail/mail-kind.server.ts';
import { Paragraph, SmallPrintText, Title } from '#app/mail/parts.tsx';
import { studio } from '#content/studio.ts';

import { SECURITY_EVENTS } from './security-log/security-event.ts';
import type { EventDetails, SecurityEventKind } from './security-log/security-event.ts';

interface Notice {
  readonly userId: string;
  readonly kind: SecurityEventKind;
  readonly details: EventDetails;
  /** ISO 8601 */
  readonly at: string;
  readonly browser: string;
  readonly system: string;
}

export const noticeMail: MailKind<Notice, Notice> = {
  name: 'accounts.notice',
  find,
  subject: (text) => text('mail.notice.subject', { studio: studio.name }),
  Body,
};

async function find(_current: Current, notice: Notice): Promise<MailMessage<Notice>> {
  return { userId: notice.userId, props: notice };
}

const DECISIONS: ReadonlySet<SecurityEventKind> = new Set(['banned', 'unbanned', 'roleChanged']);

function Body({ text, site, kind, details, at, browser, system }: Notice & BodyProps) {
  const when = { at: new Date(at) };
  const toAccount = <Action text={text} to={`${site}/account`} label={text('mail.notice.button')} />;
  return (
    <>
      <Title>{text('mail.notice.title')}</Title>
      <Paragraph>{text(SECURITY_EVENTS[kind], details)}</Paragraph>
      {kind === 'deletionAsked' && details.until !== undefined && (
        <Paragraph>{text('deletions.mail.until', { until: new Date(details.until) })}</Paragraph>
      )}
      {DECISIONS.has(kind) ? (
        <Decision text={text} details={details} {...when} />
      ) : kind === 'claimRemoved' ? (
        // Not done by the owner: no device.
        <>
          <Paragraph>{text('mail.decision.whenOnly', when)}</Paragraph>
          {toAccount}
        </>
      ) : (
        <>
          <Paragraph>{text('mail.notice.when', { ...when, device: describeDevice(text, browser, system) })}</Paragraph>
          <Paragraph>{text('mail.notice.fine')}</Paragraph>
          {toAccount}
        </>
      )}
    </>
  );
}

function Decision({ text, details, at }: Pick<BodyProps, 'text'> & { details: EventDetails; at: Date }) {
  const { reason, until } = details;
  return (
    <>
      <Paragraph>{text('mail.decision.whenOnly', { at })}</Paragraph>
      {until !== undefined && <Paragraph>{text('mail.decision.until', { until: new Date(until) })}</Paragraph>}
      {reason !== undefined && <Paragraph>{text('mail.decision.reason', { reason })}</Paragraph>}
      <SmallPrintText>{text('mail.decision.help', { email: studio.email })}</SmallPrintText>
    </>
  );
}
