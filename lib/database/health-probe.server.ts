import { Socket } from 'node:net';

import type pg from 'pg';

import { createClient } from './connect.server.ts';
import type { ConnectionOptions } from './database.server.ts';

/** Milliseconds between two questions. */
const PAUSE_MS = 1000;
const PATIENCE_MS = 1500;

/** Asks whether the database answers, on a connection of its own. Whoever asks within a second gets one answer. */
export class HealthProbe {
  readonly #connection: ConnectionOptions;
  #open: { client: pg.Client; socket: Socket } | undefined;
  #askedAt = -Infinity;
  #answer: Promise<boolean> | undefined;

  constructor(connection: ConnectionOptions) {
    this.#connection = connection;
  }

  /** Within one and a half seconds, whatever happens. */
  isAnswering(): Promise<boolean> {
    const now = performance.now();
    if (this.#answer === undefined || now - this.#askedAt >= PAUSE_MS) {
      this.#askedAt = now;
      this.#answer = this.#askInTime();
    }
    return this.#answer;
  }

  close(): void {
    this.#drop();
  }

  async #askInTime(): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<false>();
    const timer = setTimeout(() => resolve(false), PATIENCE_MS);
    const answers = await Promise.race([this.#ask().catch(() => false), late]);
    clearTimeout(timer);
    if (!answers) this.#drop();
    return answers;
  }

  async #ask(): Promise<boolean> {
    const { client } = this.#open ?? (await this.#connect());
    await client.query('select 1');
    return true;
  }

  async #connect(): Promise<{ client: pg.Client }> {
    const socket = new Socket();
    const client = createClient({ ...this.#connection, application_name: 'probe', stream: () => socket });
    this.#open = { client, socket };
    client.on('error', () => this.#open?.client === client && this.#drop());
    await client.connect();
    return { client };
  }

  /** A frozen server would never answer the driver's own goodbye. */
  #drop(): void {
    this.#open?.socket.destroy();
    this.#open = undefined;
  }
}
