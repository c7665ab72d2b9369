import type { Email } from 'postal-mime';

import { deliveryReportsOf } from './delivery-report.ts';
import type { DeliveryReport } from './delivery-report.ts';

/** As it was handed over, which its headers may say otherwise. */
export interface MailEnvelope {
  /** Empty for what nobody may answer. */
  readonly from: string;
  readonly to: string;
}

export interface ArrivingMail extends MailEnvelope {
  readonly messageId: string;
  /** Written by a program, or by ourselves: whoever answered it would begin a loop. */
  readonly isAutomatic: boolean;
  /** What happened to mails of ours. */
  readonly reports: readonly DeliveryReport[];
}

const DEPTHS = { maxNestingDepth: 16, maxHeadersSize: 128 * 1024 };

/** @param ownHost of our own Message-IDs @returns undefined for what is no mail */
export async function readArrivingMail(
  source: Uint8Array,
  envelope: MailEnvelope,
  ownHost: string,
): Promise<ArrivingMail | undefined> {
  const { default: PostalMime } = await import('postal-mime');
  const options = { ...DEPTHS, forceRfc822Attachments: true, attachmentEncoding: 'utf8' } as const;
  // It throws for what is nested too deep and for headers without end.
  const email = await PostalMime.parse(source, options).catch(() => undefined);
  if (email === undefined || email.headers.length === 0) return undefined;
  const messageId = email.messageId ?? '';
  const isOwn = messageId.toLowerCase().endsWith(`@${ownHost.toLowerCase()}>`);
  return {
    ...envelope,
    messageId,
    isAutomatic: envelope.from === '' || isOwn || saysAutomatic(email),
    reports: deliveryReportsOf(email.attachments),
  };
}

/** RFC 3834, and what programs wrote before it. */
function saysAutomatic({ headers }: Email): boolean {
  return headers.some(({ key, value }) => {
    if (key === 'auto-submitted') return !/^\s*no\b/i.test(value);
    if (key === 'precedence') return /^\s*(?:bulk|junk|list|auto[_-]reply)\b/i.test(value);
    if (key === 'content-type') return /^\s*multipart\/report\b/i.test(value);
    return key === 'list-id' || key === 'x-autoreply' || key === 'x-autorespond' || key === 'x-loop';
  });
}
