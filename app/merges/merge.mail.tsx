import { emailHash } from '#app/accounts/emails/email-mails.server.ts';
import { findMailRecipient, listEmails } from '#app/accounts/emails/emails.server.ts';
import type { AccountPair } from '#app/accounts/merged.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { BodyProps, MailKind, MailMessage } from '#app/mail/mail-kind.server.ts';
import { sendMailLater } from '#app/mail/mail-queue.server.ts';
import { Paragraph, SmallPrintText, Title } from '#app/mail/parts.tsx';
import { studio } from '#content/studio.ts';

interface MergeProps {
  /** Lookup codes, because strangers see no alias. */
  readonly gone: string;
  readonly kept: string;
}

interface MergePayload extends AccountPair {
  /** The hash of the address. */
  readonly to: string;
}

export const mergeMail: MailKind<MergePayload, MergeProps> = {
  name: 'merges.merged',
  find,
  subject: (text) => text('merges.mail.subject', { studio: studio.name }),
  Body,
};

async function find(
  current: Current,
  { goneId, keptId, to }: MergePayload,
): Promise<MailMessage<MergeProps> | undefined> {
  const emails = await listEmails(current, keptId);
  const address = emails.find((email) => emailHash(email.address) === to)?.address;
  const recipient = await findMailRecipient(current, keptId);
  if (address === undefined || recipient === undefined) return undefined;
  return { to: address, locale: recipient.locale, props: { gone: `@${goneId}`, kept: `@${keptId}` } };
}

function Body({ text, gone, kept }: MergeProps & BodyProps) {
  return (
    <>
      <Title>{text('merges.mail.title')}</Title>
      <Paragraph>{text('merges.mail.text', { gone, kept })}</Paragraph>
      <Paragraph>{text('merges.mail.ways')}</Paragraph>
      <SmallPrintText>{text('merges.mail.help', { email: studio.email })}</SmallPrintText>
    </>
  );
}

/** All addresses of both, which are those of the kept account by now. In the transaction of the merge. */
export async function tellOfMerge(current: Current, mergeId: string, pair: AccountPair): Promise<void> {
  for (const { address, isVerified } of await listEmails(current, pair.keptId)) {
    if (!isVerified) continue;
    const to = emailHash(address);
    await sendMailLater(current, mergeMail, { ...pair, to }, { key: `merge.${mergeId}.${to}` });
  }
}
