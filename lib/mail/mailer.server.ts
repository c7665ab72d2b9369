import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

import type { NodemailerError, Transporter } from 'nodemailer';

import { MailDeliveryError } from './mail-delivery-error.ts';
import { requireSendable } from './sendable.ts';

export interface MailFile {
  /** Without a folder. */
  readonly name: string;
  /** Such as `application/pdf`. */
  readonly type: string;
  readonly content: Buffer;
}

export interface Mail {
  /** One bare address. */
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Local part of the Message-ID (letters, digits and `.+=~_-`), equal for retries of a mail; random by default. */
  messageId?: string;
  headers?: Record<string, string>;
  files?: readonly MailFile[];
}

export interface StoredMail extends Mail {
  from: string;
  /** Whole, in angle brackets. */
  messageId: string;
  headers: Record<string, string>;
  at: Date;
}

export interface MailerOptions {
  /** `smtp://` or `smtps://`; without it mail is kept in memory. */
  smtpUrl?: string;
  /** Of a server that takes what that one is not there for. */
  fallbackUrl?: string;
  /** An address, or a name and an address: `Name <name@host>`. */
  from: string;
  /** Its host goes into EHLO and Message-IDs; by default the host of `from`. */
  publicUrl?: string;
  keep?: number;
  /** Where a receiver's server reports that a mail did not arrive; by default the address of `from`. */
  returnPath?: (to: string) => string | undefined;
  dkim?: { domainName: string; keySelector: string; privateKey: string };
  /** Milliseconds to wait for a connection, for the greeting, and for each answer of the server. */
  timeout?: number;
}

export interface Mailer {
  /** Returns when the server has taken the mail. @throws MailDeliveryError */
  send(mail: Mail): Promise<void>;
  /** Whether a server greets and lets this site in, within so many milliseconds, or did a moment ago. Always without `smtpUrl`. */
  isThere(patience: number): Promise<boolean>;
  /** Newest first; empty when mail is sent. */
  keptMails(): readonly StoredMail[];
  close(): Promise<void>;
}

export function createMailer(options: MailerOptions): Mailer {
  const host = options.publicUrl === undefined ? readHost(options.from) : new URL(options.publicUrl).hostname;
  const post = openPost(options, host);
  return {
    async send(mail) {
      requireSendable(mail);
      const messageId = `<${mail.messageId ?? randomUUID()}@${host}>`;
      await post.deliver({ ...mail, from: options.from, messageId, headers: mail.headers ?? {}, at: new Date() });
    },
    isThere: (patience) => post.isThere(patience),
    keptMails: () => post.stored,
    close: () => post.close(),
  };
}

interface MailTransport {
  readonly stored: StoredMail[];
  deliver(mail: StoredMail): Promise<void>;
  isThere(patience: number): Promise<boolean>;
  close(): Promise<void>;
}

function openPost(options: MailerOptions, host: string): MailTransport {
  const { smtpUrl, fallbackUrl, keep = 100 } = options;
  if (smtpUrl === undefined) return keepMail(keep);
  const first = sendMail(smtpUrl, host, options);
  return fallbackUrl === undefined ? first : withFallback(first, sendMail(fallbackUrl, host, options));
}

/** Milliseconds in which nobody waits for a server that was away. */
const AWAY = 60_000;

function withFallback(first: MailTransport, second: MailTransport): MailTransport {
  let awayUntil = 0;
  return {
    stored: [],
    async deliver(mail) {
      if (performance.now() < awayUntil) return second.deliver(mail);
      try {
        await first.deliver(mail);
      } catch (error) {
        if (!(error instanceof MailDeliveryError && error.isServerAway)) throw error;
        awayUntil = performance.now() + AWAY;
        await second.deliver(mail);
      }
    },
    isThere: async (patience) => (await first.isThere(patience / 2)) || second.isThere(patience / 2),
    close: async () => void (await Promise.all([first.close(), second.close()])),
  };
}

function keepMail(most: number): MailTransport {
  const stored: StoredMail[] = [];
  return {
    stored,
    async deliver(mail) {
      stored.unshift(mail);
      if (stored.length > most) stored.length = most;
    },
    isThere: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  };
}

/** Milliseconds in which a server that was there is taken to be. */
const THERE = 10_000;

function sendMail(url: string, host: string, options: MailerOptions): MailTransport {
  let opening: Promise<Transporter> | undefined;
  const open = () => (opening ??= openTransport(url, host, options));
  let seenAt = -THERE;
  let asking: Promise<boolean> | undefined;
  const ask = async () => {
    const isThere = await open()
      .then((transport) => transport.verify())
      .catch(() => false);
    if (isThere) seenAt = performance.now();
    asking = undefined;
    return isThere;
  };
  return {
    stored: [],
    async deliver({ to, at, files = [], ...mail }) {
      const handover: Handover = {};
      const transport = await open();
      try {
        const from = options.returnPath?.(to);
        const envelope = from === undefined ? {} : { envelope: { from, to } };
        // An array of its own for each mail, because the library writes into it.
        const attachments = files.map(({ name, type, content }) => ({ filename: name, contentType: type, content }));
        const message = { ...mail, ...envelope, attachments, date: at, to: { name: '', address: to }, handover };
        await transport.sendMail(message);
      } catch (error) {
        // The reason is logged and stored with the job, where no receiver's address belongs.
        const reason = String(error).replaceAll(to, 'the receiver');
        const { responseCode: code, response, command } = error as NodemailerError;
        // What is said to our sender's address says nothing of the receiver.
        const reply = isOfMail(error) && command !== 'MAIL FROM' ? response : undefined;
        const isServerAway = !isOfMail(error) && handover.stream?.readableDidRead !== true;
        const isUncertain = code === undefined && !isServerAway && !isOfMail(error);
        const permanent = isRefusal(error);
        if (isServerAway) seenAt = -THERE;
        throw new MailDeliveryError(reason, { cause: error, permanent, isUncertain, isServerAway, code, reply });
      }
    },
    async isThere(patience) {
      if (performance.now() - seenAt < THERE) return true;
      return Promise.race([(asking ??= ask()), pause(patience, false, { ref: false })]);
    },
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
}

/** Loaded at first use: a site that sends no mail saves the memory. */
async function openTransport(
  url: string,
  host: string,
  { dkim, timeout = 15_000 }: MailerOptions,
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    name: host,
    dkim: dkim && { ...dkim, headerFieldNames: SIGNED_HEADERS },
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
    // A message whose connection broke may have been taken: whether to retry is for the job, not for the pool.
    maxRequeues: 0,
    // No text of a mail may make it fetch a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.use('stream', ({ data, message }, done) => {
    const { handover = {} } = data as { handover?: Handover };
    const open = message.createReadStream.bind(message);
    message.createReadStream = (streamOptions) => (handover.stream = open(streamOptions));
    done();
  });
  return transport;
}

/** Of a mail to a server, which reads none of it before it has greeted, let us in and taken sender and receiver. */
interface Handover {
  stream?: Readable;
}

/** Those of RFC 6376, 5.4.1, and the two that must be signed for one-click unsubscription (RFC 8058, 4). */
const SIGNED_HEADERS =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding:' +
  'In-Reply-To:References:List-Id:List-Help:List-Unsubscribe:List-Unsubscribe-Post:List-Subscribe:List-Post:' +
  'List-Owner:List-Archive';

/** Whether this very mail was refused for good. A 5xx to the greeting or password is about the server: retry later. */
function isRefusal(error: unknown): boolean {
  return (error as NodemailerError).permanent === true && isOfMail(error);
}

/** Whether a server was there, and it is about this mail. */
function isOfMail(error: unknown): boolean {
  const { code } = error as NodemailerError;
  return code === 'EENVELOPE' || code === 'EMESSAGE';
}

function readHost(from: string): string {
  return /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
