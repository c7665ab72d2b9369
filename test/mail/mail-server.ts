import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A mail as a server took it. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** As it came, with headers. */
  source: string;
}

export interface MailServer {
  readonly url: string;
  readonly taken: ReceivedMail[];
}

/** A real mail server until the end of the test. @param options in place of taking everything */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const { close, ...server } = await listenForMails(options);
  onTestFinished(close);
  return server;
}

/** Until it is closed. */
export async function listenForMails(
  options: SMTPServerOptions = {},
): Promise<MailServer & { readonly close: () => Promise<void> }> {
  const taken: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      const to = envelope.rcptTo.map(({ address }) => address);
      void text(stream)
        .then((source) => taken.push({ from, to, source }))
        .finally(done);
    },
    ...options,
  });
  smtp.on('error', () => undefined);
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, taken, close: () => new Promise((closed) => smtp.close(closed)) };
}

/** A refusal of the server: 4xx for now, 5xx for good. */
export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** What somebody who opens a mail reads. */
export interface ReadMail {
  /** By name in small letters, unfolded and decoded. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string;
}

export function readMail({ source }: ReceivedMail): ReadMail {
  const { headers, body } = partOf(source);
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const parts = body.split(`--${boundary}`).slice(1, -1).map(partOf);
  const contentOf = (type: string) => {
    const part = parts.find(({ headers }) => headers['content-type']?.startsWith(type));
    return part === undefined ? '' : decodeBody(part);
  };
  return { headers, text: contentOf('text/plain'), html: contentOf('text/html') };
}

interface MimePart {
  headers: Record<string, string>;
  body: string;
}

function partOf(source: string): MimePart {
  const [head = '', ...rest] = source.replace(/^\r\n/, '').split('\r\n\r\n');
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())] as const;
  });
  return { headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n') };
}

function decodeBody({ headers, body }: MimePart): string {
  const encoding = headers['content-transfer-encoding'];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable' ? decodeQuoted(body.replaceAll('=\r\n', '')) : body;
}

/** RFC 2047 */
function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_word, kind: string, encoded: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(encoded, 'base64').toString()
        : decodeQuoted(encoded.replaceAll('_', ' ')),
    );
}

function decodeQuoted(value: string): string {
  const bytes = value.replaceAll(/=([\dA-F]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
