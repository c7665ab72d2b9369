import type { Current } from '#app/current/current.server.ts';
import { readArrivingMail } from '#lib/mail/arriving/arriving-mail.server.ts';
import type { ArrivingMail, MailEnvelope } from '#lib/mail/arriving/arriving-mail.server.ts';
import { listenForMail } from '#lib/mail/arriving/smtp-listener.server.ts';
import type { MailListener } from '#lib/mail/arriving/smtp-listener.server.ts';

export interface TakenMail extends ArrivingMail {
  /** Handed over by a provider that the operator has given a key. */
  readonly isTrusted: boolean;
}

export interface MailTaker {
  /** Whether also what programs send, which nobody may answer. */
  readonly takesAutomatic: boolean;
  readonly knows: (current: Current, address: string) => boolean;
  /** Has kept it when it is done. Again for the same mail, whose sender was not told. */
  take(current: Current, mail: TakenMail): Promise<void>;
}

/** What is no mail, and what a program sends to people, ends here: it would come again and again if it were refused. */
export async function takeMail(
  current: Current,
  taker: MailTaker,
  source: Uint8Array,
  envelope: MailEnvelope & { readonly isTrusted: boolean },
): Promise<void> {
  const mail = await readArrivingMail(source, envelope, new URL(current.config.mainUrl).hostname);
  if (mail === undefined || (mail.isAutomatic && !taker.takesAutomatic)) {
    current.log.info({ isMail: mail !== undefined }, 'a mail that arrived was left aside');
    return;
  }
  await taker.take(current, { ...mail, isTrusted: envelope.isTrusted });
}

/** undefined where `INBOUND_SMTP_PORT` is not set. */
export async function listenForMails(
  current: () => Current,
  takers: readonly MailTaker[],
  host: string,
): Promise<MailListener | undefined> {
  const { config, log } = current();
  if (config.INBOUND_SMTP_PORT === undefined || config.INBOUND_DOMAIN === undefined) return undefined;
  const takerOf = (address: string) => takers.find(({ knows }) => knows(current(), address));
  return listenForMail({
    ...{ host, port: config.INBOUND_SMTP_PORT, name: config.INBOUND_DOMAIN },
    knows: (address) => takerOf(address) !== undefined,
    take: async (source, envelope) => {
      const taker = takerOf(envelope.to);
      if (taker !== undefined) await takeMail(current(), taker, source, { ...envelope, isTrusted: false });
    },
    onError: (err) => log.warn({ err }, 'a mail that arrived could not be taken'),
  });
}
