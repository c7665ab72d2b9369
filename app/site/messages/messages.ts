import { recordError } from '#app/telemetry/browser/start.ts';

export type MessageType = 'info' | 'error' | 'success';

/** What the page says to its visitor for a while (specification §3). */
export interface SiteMessage {
  readonly id: string;
  readonly message: string | undefined;
  readonly error: Error | undefined;
  readonly type: MessageType;
  /** How long it stays, in milliseconds. */
  readonly ttl: number;
  /** What else helps to find the reason of an error. */
  readonly context: object | undefined;
  /** Whether the error is told to telemetry. */
  readonly log: boolean;
}

export const MESSAGE_TTL_MS = 10_000;
/** More would hide the page; the oldest go first. */
const MOST = 4;

/** The messages that are shown now, oldest first. */
export class MessageStore {
  readonly #report: (error: unknown, context: object | undefined) => void;
  readonly #listeners = new Set<() => void>();
  #list: readonly SiteMessage[] = [];
  #count = 0;

  /** @param report tells telemetry of an error that is flagged for logging */
  constructor(report: (error: unknown, context: object | undefined) => void) {
    this.#report = report;
  }

  readonly list = (): readonly SiteMessage[] => this.#list;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Shows a message; with an error and nothing else said it is one of type error. @throws Error without both */
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
      ...{ id: `message-${this.#count}`, message, error, ttl, context, log },
      type: type ?? (error === undefined ? 'info' : 'error'),
    };
    if (log) this.#report(error ?? message, context);
    this.#set([...this.#list, added].slice(-MOST));
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

/** The messages of this page. */
export const messages = new MessageStore((error, context) => recordError(error, context));
