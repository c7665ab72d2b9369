import { recordError } from '#app/telemetry/browser/start.ts';

export type MessageType = 'info' | 'error' | 'success';

export interface SiteMessage {
  readonly id: string;
  readonly message: string | undefined;
  readonly error: Error | undefined;
  readonly type: MessageType;
  /** Milliseconds until it closes. */
  readonly ttl: number;
  readonly context: object | undefined;
  readonly log: boolean;
}

export const MESSAGE_TTL_MS = 10_000;
/** More would hide the page; the oldest are dropped. */
const MAX_MESSAGES = 4;

export class MessageStore {
  readonly #report: (error: unknown, context: object | undefined) => void;
  readonly #listeners = new Set<() => void>();
  #list: readonly SiteMessage[] = [];
  #count = 0;

  /** @param report records an error with `log` */
  constructor(report: (error: unknown, context: object | undefined) => void) {
    this.#report = report;
  }

  readonly list = (): readonly SiteMessage[] => this.#list;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Shows a message; with an error its default type is error. @throws Error without an error and a text */
  add({
    message,
    error,
    type,
    ttl = MESSAGE_TTL_MS,
    context,
    log = false,
  }: Partial<Omit<SiteMessage, 'id'>>): SiteMessage {
    if (error === undefined && (message ?? '') === '') throw new Error('A message needs an error or a text');
    this.#count += 1;
    const added: SiteMessage = {
      id: `message-${this.#count}`,
      message,
      error,
      ttl,
      context,
      log,
      type: type ?? (error === undefined ? 'info' : 'error'),
    };
    if (log) this.#report(error ?? message, context);
    this.#set([...this.#list, added].slice(-MAX_MESSAGES));
    return added;
  }

  remove(id: string): void {
    this.#set(this.#list.filter((message) => message.id !== id));
  }

  #set(list: readonly SiteMessage[]): void {
    this.#list = list;
    for (const listener of this.#listeners) listener();
  }
}

export const messages = new MessageStore((error, context) => recordError(error, context));
