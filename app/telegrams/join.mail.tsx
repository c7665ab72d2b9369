import { findById, linkToConfirmation } from '#app/confirmations/confirmations.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { Action } from '#app/mail/action.tsx';
import type { BodyProps, MailKind, MailMessage } from '#app/mail/mail-kind.server.ts';
import { Paragraph, SmallPrintText, Title, Rule } from '#app/mail/parts.tsx';
import { studio } from '#content/studio.ts';
import { formatList } from '#lib/locale/intl.ts';

import type { JoinDetails } from './join-confirmation.ts';
import { LINK_DAYS, NEWSLETTERS } from './newsletter.ts';
import type { Subscription } from './newsletter.ts';
import { findPreferences, preferencesLink, toSubscriberId } from './subscribers.server.ts';

interface JoinPayload {
  /** Its details hold the address, so that the job does not. */
  readonly confirmationId: string;
}

interface JoinMailProps {
  /** `member` has nothing to confirm: the link leads to the preferences. */
  readonly state: 'new' | 'member';
  readonly link: string;
  readonly subscriptions: readonly Subscription[];
}

/** Who asked never to be written to gets none, whoever types their address. */
export const joinMail: MailKind<JoinPayload, JoinMailProps> = {
  name: 'telegrams.join',
  find: findJoinMail,
  subject: (text, { state }) => text(SUBJECTS[state], { studio: studio.name }),
  Body,
  printed: ({ link }) => link,
};

const SUBJECTS = { new: 'newsletters.joinMail.subject', member: 'newsletters.joinMail.subjectMember' } as const;

async function findJoinMail(
  current: Current,
  { confirmationId }: JoinPayload,
): Promise<MailMessage<JoinMailProps> | undefined> {
  const confirmation = await findById(current, confirmationId);
  if (confirmation === undefined || confirmation.state !== 'open') return undefined;
  const { email, locale, subscriptions } = confirmation.details as JoinDetails;
  const subscriberId = toSubscriberId({ email });
  const { suppressed, subscriptions: own } = await findPreferences(current, subscriberId);
  if (suppressed === 'blocked' || suppressed === 'complaint') return undefined;
  const isNew = subscriptions.some((id) => own[id] !== 'confirmed');
  if (!isNew && Object.keys(own).length === 0) return undefined;
  const link = isNew ? linkToConfirmation(current, confirmationId) : preferencesLink(current, subscriberId);
  return { to: email, locale, props: { state: isNew ? 'new' : 'member', link, subscriptions } };
}

function Body({ text, locale, state, link, subscriptions }: JoinMailProps & BodyProps) {
  const names = formatList(
    locale,
    subscriptions.map((id) => text(NEWSLETTERS[id].name)),
  );
  if (state === 'member') {
    return (
      <>
        <Title>{text('newsletters.joinMail.titleMember')}</Title>
        <Paragraph>{text('newsletters.joinMail.leadMember', { studio: studio.name })}</Paragraph>
        <Action text={text} to={link} label={text('newsletters.joinMail.buttonMember')} />
        <Rule />
        <SmallPrintText>{text('newsletters.joinMail.not')}</SmallPrintText>
      </>
    );
  }
  return (
    <>
      <Title>{text('newsletters.joinMail.title')}</Title>
      <Paragraph>{text('newsletters.joinMail.lead', { studio: studio.name, names })}</Paragraph>
      <Action text={text} to={link} label={text('newsletters.joinMail.button')} />
      <Rule />
      <SmallPrintText>{text('newsletters.joinMail.days', { days: LINK_DAYS })}</SmallPrintText>
      <SmallPrintText>{text('newsletters.joinMail.not')}</SmallPrintText>
    </>
  );
}
