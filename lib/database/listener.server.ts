import { Socket } from 'node:net';

import pg from 'pg';

import { createClient } from './connect.server.ts';
import type { ConnectionOptions } from './database.server.ts';
import { toQuery, sql } from './sql.server.ts';

const RETRY_MS = 500;

/** Milliseconds. */
export interface HeartbeatTimes {
  /** From a question to the next, or to its answer when that comes later. */
  readonly beatMs: number;
  /** After which a question without an answer shows that the connection is lost. */
  readonly answerMs: number;
}

/** What is remembered is trusted for the sum of both. */
const HEARTBEAT: HeartbeatTimes = { beatMs: 3000, answerMs: 4000 };

interface ListenerConnection {
  readonly client: pg.Client;
  readonly socket: Socket;
  /** When the last question was sent that PostgreSQL has answered, or until then never. */
  answeredAt: number;
}

/**
 * Hears what is notified on a channel, and reconnects by itself. A network may swallow a connection without a word to
 * either end, so PostgreSQL is asked now and then; what it has notified before an answer has arrived with that answer.
 */
export class Listener {
  readonly #connection: ConnectionOptions;
  readonly #channel: string;
  readonly #times: HeartbeatTimes;
  readonly #heard = new Set<(payload: string) => void>();
  readonly #lost = new Set<() => void>();
  #open: ListenerConnection | undefined;
  /** For the next question, or the next try to connect. */
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: ConnectionOptions, channel: string, times = HEARTBEAT) {
    this.#connection = connection;
    this.#channel = channel;
    this.#times = times;
  }

  /** @param heard gets each payload  @param lost runs when notifications may have been missed */
  watch(heard: (payload: string) => void, lost: () => void): void {
    this.#heard.add(heard);
    this.#lost.add(lost);
  }

  /**
   * Trust nothing that was remembered unless this says yes, each time anew. When an answer is overdue, the connection counts
   * as lost, and whoever watches has been told, before this returns: timers of a process that was stopped run late.
   */
  isListening(): boolean {
    const open = this.#open;
    if (open === undefined || open.answeredAt === -Infinity) return false;
    const { beatMs, answerMs } = this.#times;
    if (performance.now() - open.answeredAt <= beatMs + answerMs) return true;
    this.#lose(open);
    return false;
  }

  async open(): Promise<void> {
    const { answerMs } = this.#times;
    const socket = new Socket();
    const client = createClient({
      ...this.#connection,
      application_name: 'listener',
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      stream: () => socket,
    });
    const open = { client, socket, answeredAt: -Infinity };
    this.#open = open;
    client.on('error', () => this.#lose(open));
    client.on('end', () => this.#lose(open));
    client.on('notification', ({ payload = '' }) => {
      for (const heard of this.#heard) heard(payload);
    });
    await client.connect();
    const askedAt = performance.now();
    await client.query(toQuery(sql`listen ${sql.raw(pg.escapeIdentifier(this.#channel))}`));
    this.#tellLost();
    this.#noteAnswer(open, askedAt);
  }

  close(): void {
    this.#drop();
  }

  #noteAnswer(open: ListenerConnection, askedAt: number): void {
    if (this.#open !== open) return;
    open.answeredAt = askedAt;
    const rest = this.#times.beatMs - (performance.now() - askedAt);
    this.#timer = setTimeout(() => void this.#ask(open), rest).unref();
  }

  async #ask(open: ListenerConnection): Promise<void> {
    const askedAt = performance.now();
    try {
      await open.client.query('select 1');
    } catch {
      this.#lose(open);
    }
    this.#noteAnswer(open, askedAt);
  }

  #lose(open: ListenerConnection): void {
    if (this.#open !== open) return;
    this.#drop();
    this.#tellLost();
    this.#timer = setTimeout(() => this.#tryAgain(), RETRY_MS);
  }

  #tellLost(): void {
    for (const lost of this.#lost) lost();
  }

  /** The driver's own goodbye would wait for an end that is not there. */
  #drop(): void {
    clearTimeout(this.#timer);
    this.#open?.socket.destroy();
    this.#open = undefined;
  }

  #tryAgain(): void {
    this.open().catch(() => this.#open && this.#lose(this.#open));
  }
}
