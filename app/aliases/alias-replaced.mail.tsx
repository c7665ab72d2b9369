import type { Current } from '#app/current/current.server.ts';
import { Action } from '#app/mail/action.tsx';
import type { BodyProps, MailMessage, MailKind } from '#app/mail/mail-kind.server.ts';
import { Paragraph, SmallPrintText, Title } from '#app/mail/parts.tsx';
import { studio } from '#content/studio.ts';

import { findReplacement } from './moderation/replacements.server.ts';

interface Replacement {
  readonly decisionId: string;
}

interface ReplacedAlias {
  readonly was: string;
  readonly alias: string;
  readonly reason?: string;
}

export const aliasReplacedMail: MailKind<Replacement, ReplacedAlias> = {
  name: 'aliases.replaced',
  find,
  subject: (text) => text('mail.alias.subject', { studio: studio.name }),
  Body,
};

/** None once the decision is undone. */
async function find(current: Current, { decisionId }: Replacement): Promise<MailMessage<ReplacedAlias> | undefined> {
  const replaced = await findReplacement(current, decisionId);
  return replaced && { userId: replaced.userId, props: replaced };
}

function Body({ text, site, was, alias, reason }: ReplacedAlias & BodyProps) {
  return (
    <>
      <Title>{text('mail.alias.title')}</Title>
      <Paragraph>{text('mail.alias.lead', { was, alias })}</Paragraph>
      {reason !== undefined && <Paragraph>{text('mail.decision.reason', { reason })}</Paragraph>}
      <Paragraph>{text('mail.alias.again')}</Paragraph>
      <Action text={text} to={`${site}/account`} label={text('mail.alias.button')} />
      <SmallPrintText>{text('mail.decision.help', { email: studio.email })}</SmallPrintText>
    </>
  );
}
