import type { Current } from '#app/current/current.server.ts';
import type { TextKey } from '#app/current/locale.ts';
import { Action } from '#app/mail/action.tsx';
import type { AnyMail, BodyProps, MailKind, MailMessage } from '#app/mail/mail-kind.server.ts';
import { Link, Paragraph, Rule, SmallPrintText, Title } from '#app/mail/parts.tsx';
import { unsubscribeHeaders } from '#app/mail/unsubscribe-links.server.ts';
import { studio } from '#content/studio.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Text } from '#lib/locale/messages.ts';

import type { EventCatalog } from '../event-kind.server.ts';
import { DIGEST_MAIL, NOTIFICATION_MAIL } from './mail-payloads.ts';
import type { DigestPace, DigestPayload, NotificationPayload } from './mail-payloads.ts';
import { claimEvents, noteMailSent, noteMailUndelivered } from './mailed-events.server.ts';
import type { MailedEvent } from './mailed-events.server.ts';
import { alertToken, unsubscribePath } from './unsubscribe-links.server.ts';

interface EventMail {
  readonly title: TextKey;
  readonly events: readonly MailedEvent[];
  readonly off: string;
}

interface DigestMail extends EventMail {
  readonly pace: DigestPace;
}

/** The kinds say what is told; so these are made where all of them are known. */
export function notificationMails(catalog: EventCatalog): AnyMail[] {
  const event: MailKind<NotificationPayload, EventMail> = {
    ...NOTIFICATION_MAIL,
    isOptional: true,
    find: (current, payload) => findEvent(current, catalog, payload),
    sent: (current, payload) => noteMailSent(current, payload.userId, eventMailKey(payload)),
    undelivered: (current, payload) => noteMailUndelivered(current, payload.userId, eventMailKey(payload)),
    subject: (text, { title }) => text('notify.letter.subject', { studio: studio.name, title: text(title) }),
    Body: EventBody,
    why: Why,
  };
  const digest: MailKind<DigestPayload, DigestMail> = {
    ...DIGEST_MAIL,
    isOptional: true,
    find: (current, payload) => findDigest(current, catalog, payload),
    sent: (current, payload) => noteMailSent(current, payload.userId, digestMailKey(payload)),
    undelivered: (current, payload) => noteMailUndelivered(current, payload.userId, digestMailKey(payload)),
    subject: (text, { title }) => text(title, { studio: studio.name }),
    Body: DigestBody,
    why: Why,
  };
  return [event, digest];
}

const eventMailKey = ({ kind, key }: NotificationPayload) => `${kind} ${key}`;
const digestMailKey = ({ pace, dueAt }: DigestPayload) => `${pace} ${dueAt}`;

async function findEvent(
  current: Current,
  catalog: EventCatalog,
  payload: NotificationPayload,
): Promise<MailMessage<EventMail> | undefined> {
  const { userId, kind, key } = payload;
  const which = sql`event_key = ${key} and kind = ${kind}`;
  const taken = { userId, pace: 'now', mailKey: eventMailKey(payload) } as const;
  const events = await claimEvents(current, catalog, taken, which);
  const title = catalog.events.find(({ id }) => id === kind)?.title;
  return title && buildMessage(current, userId, kind, { title, events });
}

const DIGEST_TITLES = { daily: 'notify.letter.daily', weekly: 'notify.letter.weekly' } as const;

async function findDigest(
  current: Current,
  catalog: EventCatalog,
  payload: DigestPayload,
): Promise<MailMessage<DigestMail> | undefined> {
  const { userId, pace } = payload;
  const events = await claimEvents(current, catalog, { userId, pace, mailKey: digestMailKey(payload) }, sql`true`);
  return buildMessage(current, userId, pace, { title: DIGEST_TITLES[pace], events, pace });
}

function buildMessage<Props extends Omit<EventMail, 'off'>>(
  current: Current,
  userId: string,
  scope: string,
  props: Props,
): MailMessage<Props & EventMail> | undefined {
  if (props.events.length === 0) return undefined;
  const token = alertToken(current, { userId, scope });
  const headers = unsubscribeHeaders(current, token);
  return { userId, props: { ...props, off: unsubscribePath({ userId, scope }, token) }, headers };
}

function EventBody({ text, site, title, events }: EventMail & BodyProps) {
  const [event] = events;
  return (
    <>
      <Title>{text(title)}</Title>
      {event && (
        <>
          <Paragraph>{wordsIn(text, event)}</Paragraph>
          <Action text={text} to={`${site}${event.path}`} label={text('notify.letter.open')} />
        </>
      )}
    </>
  );
}

function DigestBody({ text, site, title, events }: DigestMail & BodyProps) {
  return (
    <>
      <Title>{text(title, { studio: studio.name })}</Title>
      <Paragraph>{text('notify.letter.digest', { count: events.length })}</Paragraph>
      {events.map((event) => (
        <Paragraph key={`${event.kind} ${event.path}`}>
          <Link to={`${site}${event.path}`}>{wordsIn(text, event)}</Link>
        </Paragraph>
      ))}
      <Rule />
      <SmallPrintText>
        <Link to={`${site}/notifications`}>{text('notify.letter.all')}</Link>
      </SmallPrintText>
    </>
  );
}

function wordsIn(text: Text<TextKey>, { text: key, values }: MailedEvent): string {
  return text(key, { ...values, count: 1 });
}

function Why(text: Text<TextKey>, { site, off }: EventMail & Pick<BodyProps, 'site'>) {
  return (
    <>
      {text('notify.letter.why')} <Link to={`${site}${off}`}>{text('notify.letter.off')}</Link>
      {' · '}
      <Link to={`${site}/alerts`}>{text('notify.letter.choose')}</Link>
      {' · '}
    </>
  );
}
