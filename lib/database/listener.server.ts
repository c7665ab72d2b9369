import pg from 'pg';

import type { ConnectionOptions } from './database.server.ts';
import { queryOf, sql } from './sql.server.ts';

const RETRY_MS = 500;

/** Reconnects by itself; while `connected` is false, notifications may be missed: trust no cache then. */
export class Listener {
  connected = false;
  readonly #connection: ConnectionOptions;
  readonly #channel: string;
  readonly #heard = new Set<(payload: string) => void>();
  readonly #lost = new Set<() => void>();
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(connection: ConnectionOptions, channel: string) {
    this.#connection = connection;
    this.#channel = channel;
  }

  /** @param heard gets each payload  @param lost runs when notifications may have been missed */
  watch(heard: (payload: string) => void, lost: () => void): void {
    this.#heard.add(heard);
    this.#lost.add(lost);
  }

  async open(): Promise<void> {
    const client = new pg.Client({ ...this.#connection, application_name: 'listener', keepAlive: true });
    this.#client = client;
    client.on('error', () => this.#reopen(client));
    client.on('end', () => this.#reopen(client));
    client.on('notification', ({ payload = '' }) => {
      for (const heard of this.#heard) heard(payload);
    });
    await client.connect();
    await client.query(queryOf(sql`listen ${sql.raw(pg.escapeIdentifier(this.#channel))}`));
    for (const lost of this.#lost) lost();
    this.connected = true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.connected = false;
    await this.#client?.end();
  }

  #reopen(client: pg.Client): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = undefined;
    this.connected = false;
    for (const lost of this.#lost) lost();
    this.#retry = setTimeout(() => this.#tryAgain(), RETRY_MS);
  }

  #tryAgain(): void {
    this.open().catch(() => {
      const client = this.#client;
      if (client !== undefined) this.#reopen(client);
    });
  }
}
