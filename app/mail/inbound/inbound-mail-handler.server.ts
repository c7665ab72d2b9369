import type { Current } from '#app/current/current.server.ts';
import { readInboundMail } from '#lib/mail/inbound/inbound-mail.server.ts';
import type { InboundMail, MailEnvelope } from '#lib/mail/inbound/inbound-mail.server.ts';
import { listenForMail } from '#lib/mail/inbound/smtp-listener.server.ts';
import type { MailListener } from '#lib/mail/inbound/smtp-listener.server.ts';

export interface InboundDelivery extends InboundMail {
  /** Handed over by a provider that the operator has given a key. */
  readonly isTrusted: boolean;
}

export interface InboundMailHandler {
  /** Whether also what programs send, which nobody may answer. */
  readonly acceptsAutomatic: boolean;
  readonly knows: (current: Current, address: string) => boolean;
  /** Has kept it when it is done. Again for the same mail, whose sender was not told. */
  handle(current: Current, mail: InboundDelivery): Promise<void>;
}

/** What is no mail, and what a program sends to people, ends here: it would come again and again if it were refused. */
export async function handleMail(
  current: Current,
  handler: InboundMailHandler,
  source: Uint8Array,
  envelope: MailEnvelope & { readonly isTrusted: boolean },
): Promise<void> {
  const mail = await readInboundMail(source, envelope, new URL(current.config.mainUrl).hostname);
  if (mail === undefined || (mail.isAutomatic && !handler.acceptsAutomatic)) {
    current.log.info({ isMail: mail !== undefined }, 'a mail that arrived was left aside');
    return;
  }
  await handler.handle(current, { ...mail, isTrusted: envelope.isTrusted });
}

/** undefined where `INBOUND_SMTP_PORT` is not set. */
export async function listenForMails(
  current: () => Current,
  handlers: readonly InboundMailHandler[],
  host: string,
): Promise<MailListener | undefined> {
  const { config, log } = current();
  if (config.INBOUND_SMTP_PORT === undefined || config.INBOUND_DOMAIN === undefined) return undefined;
  const handlerOf = (address: string) => handlers.find(({ knows }) => knows(current(), address));
  return listenForMail({
    ...{ host, port: config.INBOUND_SMTP_PORT, name: config.INBOUND_DOMAIN },
    knows: (address) => handlerOf(address) !== undefined,
    take: async (source, envelope) => {
      const handler = handlerOf(envelope.to);
      if (handler !== undefined) await handleMail(current(), handler, source, { ...envelope, isTrusted: false });
    },
    onError: (err) => log.warn({ err }, 'a mail that arrived could not be taken'),
  });
}
