import type { Attachment, Email } from 'postal-mime';

import { deliveryReportsOf } from './delivery-report.ts';
import type { DeliveryReport } from './delivery-report.ts';
import { withoutQuotes } from './quotes.ts';

/** As it was handed over, which its headers may say otherwise. */
export interface MailEnvelope {
  /** Empty for what nobody may answer. */
  readonly from: string;
  readonly to: string;
}

export interface InboundMail extends MailEnvelope {
  readonly messageId: string;
  /** Written by a program, or by ourselves: whoever answered it would begin a loop. */
  readonly isAutomatic: boolean;
  /** What happened to mails of ours. */
  readonly reports: readonly DeliveryReport[];
  /** What its writer has added to what they answer. */
  readonly answer: string;
  readonly files: readonly InboundFile[];
}

export interface InboundFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const DEPTHS = { maxNestingDepth: 16, maxHeadersSize: 128 * 1024 };

/** @param ownHost of our own Message-IDs @returns undefined for what is no mail */
export async function readInboundMail(
  source: Uint8Array,
  envelope: MailEnvelope,
  ownHost: string,
): Promise<InboundMail | undefined> {
  const { default: PostalMime } = await import('postal-mime');
  const options = { ...DEPTHS, forceRfc822Attachments: true, attachmentEncoding: 'arraybuffer' } as const;
  // It throws for what is nested too deep and for headers without end.
  const email = await PostalMime.parse(source, options).catch(() => undefined);
  if (email === undefined || email.headers.length === 0) return undefined;
  const messageId = email.messageId ?? '';
  const isOwn = messageId.toLowerCase().endsWith(`@${ownHost.toLowerCase()}>`);
  return {
    ...envelope,
    messageId,
    isAutomatic: envelope.from === '' || isOwn || saysAutomatic(email),
    reports: deliveryReportsOf(email.attachments.filter(isReport).map(withText)),
    answer: withoutQuotes(await textOf(email)),
    files: email.attachments.filter((part) => !isReport(part)).map(fileOf),
  };
}

function isReport({ mimeType }: Attachment): boolean {
  return /^(?:message\/|text\/rfc822-headers$)/.test(mimeType);
}

function withText(part: Attachment): Attachment {
  return { ...part, content: Buffer.from(bytesOf(part)).toString() };
}

function fileOf(part: Attachment): InboundFile {
  return { name: part.filename ?? 'file', bytes: bytesOf(part) };
}

function bytesOf({ content }: Attachment): Uint8Array<ArrayBuffer> {
  return typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
}

/** Characters of which a text is read. */
const MAX_TEXT = 200_000;

/** Of a mail that is HTML alone, without what it quotes. */
async function textOf({ text, html }: Email): Promise<string> {
  if (text !== undefined && text.trim() !== '') return text.slice(0, MAX_TEXT);
  if (html === undefined) return '';
  const { toPlainText } = await import('@react-email/render');
  return toPlainText(html.slice(0, MAX_TEXT), { selectors: UNREAD });
}

const UNREAD = ['blockquote', '.gmail_quote', 'img', 'style'].map((selector) => ({ selector, format: 'skip' }));

/** RFC 3834, and what programs wrote before it. */
function saysAutomatic({ headers }: Email): boolean {
  return headers.some(({ key, value }) => {
    if (key === 'auto-submitted') return !/^\s*no\b/i.test(value);
    if (key === 'precedence') return /^\s*(?:bulk|junk|list|auto[_-]reply)\b/i.test(value);
    if (key === 'content-type') return /^\s*multipart\/report\b/i.test(value);
    return key === 'list-id' || key === 'x-autoreply' || key === 'x-autorespond' || key === 'x-loop';
  });
}
