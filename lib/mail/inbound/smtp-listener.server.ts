import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { callbackify } from 'node:util';

import { SMTPServer } from 'smtp-server';
import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server';

import { ListenError } from '#lib/http/listen.server.ts';
import { callerKey } from '#lib/limits/caller-key.ts';

import { ByteBudget } from './byte-budget.ts';

export interface ListenerLimits {
  /** Bytes of one mail. */
  readonly size: number;
  /** Bytes of all mails that are on their way or being read, and of those from one address. */
  readonly held: number;
  readonly heldOfOne: number;
  /** Connections at once, and from one address; more are refused with 421. */
  readonly clients: number;
  readonly clientsOfOne: number;
  /** Receivers of one mail. */
  readonly receivers: number;
  /** Milliseconds without a byte, after which a client is dropped. */
  readonly silence: number;
  /** Milliseconds of a whole connection, for clients who send a byte now and then. */
  readonly lifetime: number;
}

const LIMITS: Omit<ListenerLimits, 'size' | 'held' | 'heldOfOne'> = {
  clients: 50,
  clientsOfOne: 10,
  receivers: 10,
  silence: 30_000,
  lifetime: 300_000,
};

/** As many of the largest mails are held at once, and from one address. */
const [LARGEST_HELD, LARGEST_HELD_OF_ONE] = [5, 2];

/** What became of a mail: kept, to come again, or refused for good. */
export type MailOutcome = 'kept' | 'busy' | 'refused';

/** As it was handed over. */
export interface SmtpEnvelope {
  /** Empty for what nobody may answer. */
  readonly from: string;
  readonly to: readonly string[];
  /** The key of the address it came from, to count by; none for a relay of ours. */
  readonly client: string | undefined;
}

export interface MailListenerOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** What it calls itself. */
  readonly name: string;
  /** Bytes of one mail. */
  readonly size: number;
  readonly limits?: Partial<ListenerLimits>;
  /** Addresses of mail servers of the operator, which pass on mails of others and say whose by XFORWARD. */
  readonly relays: readonly string[];
  /** Whether a client may send a mail now. */
  readonly admitsClient: (client: string) => Promise<boolean>;
  /** Whether there is such a receiver; others are refused when they are named. */
  readonly knows: (address: string) => boolean;
  /** Whether a receiver gets one more mail now. */
  readonly admitsReceiver: (address: string) => Promise<boolean>;
  /** Has kept the mail when it says so, for then the sender forgets it; what it throws makes the sender come again. */
  readonly take: (source: Uint8Array<ArrayBuffer>, envelope: SmtpEnvelope) => Promise<MailOutcome>;
  readonly onError: (error: unknown) => void;
}

export interface MailListener {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Takes mail by SMTP for its own receivers alone, and passes none on. What is wrong with a mail is 554, what is too much at
 * this time 421 or 450, what is wrong here 451. @throws ListenError when the port is taken
 */
export async function listenForMail(options: MailListenerOptions): Promise<MailListener> {
  const { size } = options;
  const held = { held: size * LARGEST_HELD, heldOfOne: size * LARGEST_HELD_OF_ONE };
  const listener = new SmtpListener(options, { ...LIMITS, ...held, size, ...options.limits });
  const smtp = new SMTPServer(listener.smtpOptions());
  // A client that breaks off is no fault of ours.
  smtp.on('error', () => undefined);
  smtp.server.on('connection', (socket: Socket) => listener.watch(socket));
  const port = await bind(smtp.server, options);
  return { port, close: () => new Promise((closed) => smtp.close(() => closed())) };
}

class SmtpListener {
  readonly #options: MailListenerOptions;
  readonly #limits: ListenerLimits;
  readonly #clients = new Map<string, number>();
  readonly #held: ByteBudget;

  constructor(options: MailListenerOptions, limits: ListenerLimits) {
    this.#options = options;
    this.#limits = limits;
    this.#held = new ByteBudget(limits.held, limits.heldOfOne);
  }

  smtpOptions(): SMTPServerOptions {
    const { name, relays } = this.#options;
    const { size, clients, silence } = this.#limits;
    return {
      name,
      size,
      maxClients: clients,
      socketTimeout: silence,
      closeTimeout: 1000,
      disableReverseLookup: true,
      disabledCommands: ['AUTH', 'STARTTLS', ...(relays.length === 0 ? ['XFORWARD'] : [])],
      // The library takes a list as well, which its types do not know.
      useXForward: relays as unknown as boolean,
      onConnect: (session, decide) => decide(this.#refusalOfClient(session)),
      onMailFrom: callbackify((_address: SMTPServerAddress, session: SMTPServerSession) => this.#hearSender(session)),
      onRcptTo: callbackify((receiver: SMTPServerAddress, session: SMTPServerSession) =>
        this.#hearReceiver(receiver, session),
      ),
      onData: callbackify((stream: SMTPServerDataStream, session: SMTPServerSession) =>
        this.#takeData(stream, session),
      ),
    };
  }

  watch(socket: Socket): void {
    const client = callerKey(socket.remoteAddress ?? '');
    const timer = setTimeout(() => socket.destroy(), this.#limits.lifetime);
    this.#clients.set(client, (this.#clients.get(client) ?? 0) + 1);
    socket.once('close', () => {
      clearTimeout(timer);
      const left = (this.#clients.get(client) ?? 1) - 1;
      if (left === 0) this.#clients.delete(client);
      else this.#clients.set(client, left);
    });
  }

  #isRelay({ remoteAddress }: SMTPServerSession): boolean {
    return this.#options.relays.some((relay) => callerKey(relay) === callerKey(remoteAddress));
  }

  #refusalOfClient(session: SMTPServerSession): Error | null {
    const open = this.#clients.get(callerKey(session.remoteAddress)) ?? 0;
    if (open <= this.#limits.clientsOfOne || this.#isRelay(session)) return null;
    return reply(421, '4.7.0 Too many connections from your address');
  }

  /** @throws what the client is told, as below */
  async #hearSender(session: SMTPServerSession): Promise<void> {
    if (this.#isRelay(session) || (await this.#options.admitsClient(callerKey(session.remoteAddress)))) return;
    throw reply(450, '4.7.1 Too many mails from your address, try again later');
  }

  async #hearReceiver({ address }: SMTPServerAddress, { envelope }: SMTPServerSession): Promise<void> {
    if (envelope.rcptTo.length >= this.#limits.receivers) throw reply(452, '4.5.3 Too many receivers');
    if (!this.#options.knows(address)) throw reply(550, '5.1.1 No such receiver here');
    if (!(await this.#options.admitsReceiver(address))) {
      throw reply(450, '4.2.1 Too many mails for this receiver, try again later');
    }
  }

  async #takeData(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const { envelope, remoteAddress } = session;
    const client = this.#isRelay(session) ? undefined : callerKey(remoteAddress);
    const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
    const to = envelope.rcptTo.map(({ address }) => address);
    const share = this.#held.open(client);
    try {
      const source = await readData(stream, this.#limits.size, (bytes) => share.take(bytes));
      const outcome = await this.#options.take(source, { from, to, client }).catch((error: unknown) => {
        this.#options.onError(error);
        throw reply(451, '4.3.0 Try again later');
      });
      if (outcome === 'busy') throw reply(450, '4.3.2 Too much mail at this time, try again later');
      if (outcome === 'refused') throw reply(554, '5.6.0 This mail cannot be read');
    } finally {
      share.close();
    }
  }
}

/** All of it is heard, whatever becomes of it. @throws what the client is told */
async function readData(
  stream: SMTPServerDataStream,
  size: number,
  take: (bytes: number) => boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  // A part of its own for each chunk would take more memory than the mail: chunks may have a byte each.
  const buffer = new ArrayBuffer(0, { maxByteLength: size });
  let refusal: Error | undefined;
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (refusal !== undefined) continue;
    const needed = bytes + chunk.length;
    const grown = Math.min(size, Math.max(needed, buffer.byteLength * 2, FIRST_BYTES));
    if (needed > size) refusal = reply(554, '5.3.4 Too large');
    else if (needed > buffer.byteLength) {
      if (take(grown - buffer.byteLength)) buffer.resize(grown);
      else refusal = reply(450, '4.3.2 Too much mail at this time, try again later');
    }
    if (refusal === undefined) new Uint8Array(buffer).set(chunk, bytes);
    else buffer.resize(0);
    bytes = needed;
  }
  if (refusal !== undefined) throw refusal;
  return new Uint8Array(buffer.transferToFixedLength(bytes));
}

/** Of the buffer for a mail. */
const FIRST_BYTES = 64 * 1024;

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
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
