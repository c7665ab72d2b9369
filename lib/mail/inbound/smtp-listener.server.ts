import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { callbackify } from 'node:util';

import { SMTPServer } from 'smtp-server';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';

import { ListenError } from '#lib/http/listen.server.ts';

import type { MailEnvelope } from './inbound-mail.server.ts';

export interface ListenerLimits {
  /** Bytes of one mail. */
  readonly size: number;
  /** Connections at once; more are refused with 421. */
  readonly clients: number;
  /** Receivers of one mail. */
  readonly receivers: number;
  /** Milliseconds without a byte, after which a client is dropped. */
  readonly silence: number;
  /** Milliseconds of a whole connection, for clients who send a byte now and then. */
  readonly lifetime: number;
}

const LIMITS: ListenerLimits = { size: 2 ** 20, clients: 50, receivers: 10, silence: 30_000, lifetime: 180_000 };

export interface MailListenerOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** What it calls itself. */
  readonly name: string;
  readonly limits?: Partial<ListenerLimits>;
  /** Whether there is such a receiver; others are refused when they are named. */
  readonly knows: (address: string) => boolean;
  /** Has kept the mail when it is done, for then the sender forgets it; what it throws makes the sender come again. */
  readonly take: (source: Buffer, envelope: MailEnvelope) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export interface MailListener {
  readonly port: number;
  close(): Promise<void>;
}

/** Takes mail by SMTP for its own receivers alone, and passes none on. @throws ListenError when the port is taken */
export async function listenForMail(options: MailListenerOptions): Promise<MailListener> {
  const limits = { ...LIMITS, ...options.limits };
  const smtp = new SMTPServer({
    ...{ name: options.name, size: limits.size, maxClients: limits.clients, socketTimeout: limits.silence },
    closeTimeout: 1000,
    disableReverseLookup: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, { envelope }, decide) =>
      decide(refusalOf(options, limits, address, envelope.rcptTo.length)),
    onData: callbackify((stream: SMTPServerDataStream, session: SMTPServerSession) =>
      takeData(options, limits.size, stream, session),
    ),
  });
  // A client that breaks off is no fault of ours.
  smtp.on('error', () => undefined);
  smtp.server.on('connection', (socket: Socket) => endAfter(socket, limits.lifetime));
  const port = await bind(smtp.server, options);
  return { port, close: () => new Promise((closed) => smtp.close(() => closed())) };
}

function refusalOf({ knows }: MailListenerOptions, { receivers }: ListenerLimits, address: string, had: number) {
  if (had >= receivers) return reply(452, 'Too many receivers');
  return knows(address) ? null : reply(550, '5.1.1 No such receiver here');
}

/** @throws what the client is told */
async function takeData(
  { take, onError }: MailListenerOptions,
  size: number,
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
): Promise<void> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= size) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (bytes > size) throw reply(552, '5.3.4 Too large');
  const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
  const source = Buffer.concat(chunks);
  try {
    for (const { address: to } of envelope.rcptTo) await take(source, { from, to });
  } catch (error) {
    onError(error);
    throw reply(451, 'Try again later');
  }
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function endAfter(socket: Socket, milliseconds: number): void {
  const timer = setTimeout(() => socket.destroy(), milliseconds);
  socket.once('close', () => clearTimeout(timer));
}

async function bind(server: Server, { host, port }: MailListenerOptions): Promise<number> {
  server.listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new ListenError(`Port ${port} is not free for mail (${(error as Error).message}). Set INBOUND_SMTP_PORT.`);
  }
  return (server.address() as AddressInfo).port;
}
