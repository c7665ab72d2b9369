import type { Current } from '#app/current/current.server.ts';
import { callerKey } from '#lib/limits/caller-key.ts';
import { Problem } from '#lib/problem.ts';

import { tooBusy } from './problems.ts';

const RETRY_SECONDS = '2';

/** For whom work is done: callers take turns, and who is gone waits no longer. */
export interface WorkCaller {
  readonly caller: string;
  readonly signal?: AbortSignal;
}

export function workCallerOf({ address }: Current, signal: AbortSignal): WorkCaller {
  return { caller: callerKey(address ?? ''), signal };
}

interface QueueLimits {
  /** So many pieces of work are done at once, */
  readonly atOnce: number;
  /** for one caller at most so many of them. */
  readonly perCaller?: number;
  /** So many wait, */
  readonly waiting: number;
  /** of one caller at most so many, as a page has new pictures at once, */
  readonly waitingPerCaller?: number;
  /** and so long at most. */
  readonly milliseconds?: number;
}

/** Work of which a process does little at once; callers take turns, so that one who asks for much delays only himself. */
export class WorkQueue {
  readonly #room: Required<QueueLimits>;
  /** In the order of their turns. */
  readonly #callers = new Map<string, Caller>();
  #working = 0;
  #waiting = 0;

  constructor(room: QueueLimits) {
    this.#room = { perCaller: room.atOnce, waitingPerCaller: 8, milliseconds: 20_000, ...room };
  }

  /** @throws Problem 503 for who would wait too long or with too much, and for who is gone */
  async run<Result>(asker: WorkCaller, work: () => Promise<Result>): Promise<Result> {
    const caller = this.#callers.get(asker.caller) ?? { working: 0, tickets: [] };
    this.#callers.set(asker.caller, caller);
    try {
      await this.#turn(caller, asker.signal);
      try {
        return await work();
      } finally {
        caller.working -= 1;
        this.#working -= 1;
        this.#next();
      }
    } finally {
      const isIdle = caller.working + caller.tickets.length === 0;
      if (isIdle && this.#callers.get(asker.caller) === caller) this.#callers.delete(asker.caller);
    }
  }

  async #turn(caller: Caller, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) throw refusal();
    if (this.#mayStart(caller)) return this.#start(caller);
    if (caller.tickets.length >= this.#room.waitingPerCaller) throw refusal();
    if (this.#waiting >= this.#room.waiting) this.#makeRoom(caller);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const ticket: Ticket = { start: resolve, refuse: () => this.#drop(caller, ticket, reject) };
    caller.tickets.push(ticket);
    this.#waiting += 1;
    const late = setTimeout(ticket.refuse, this.#room.milliseconds).unref();
    signal?.addEventListener('abort', ticket.refuse, { once: true });
    await promise.finally(() => {
      clearTimeout(late);
      signal?.removeEventListener('abort', ticket.refuse);
    });
  }

  /** When all places are taken, who waits with most gives one up to who waits with less. */
  #makeRoom(newcomer: Caller): void {
    const [most] = [...this.#callers.values()].toSorted((a, b) => b.tickets.length - a.tickets.length);
    if (most === undefined || most.tickets.length <= newcomer.tickets.length + 1) throw refusal();
    most.tickets.at(-1)?.refuse();
  }

  #drop(caller: Caller, ticket: Ticket, reject: (problem: Problem) => void): void {
    caller.tickets.splice(caller.tickets.indexOf(ticket), 1);
    this.#waiting -= 1;
    reject(refusal());
  }

  #next(): void {
    for (const [key, caller] of this.#callers) {
      const ticket = caller.tickets[0];
      if (ticket === undefined || !this.#mayStart(caller)) continue;
      caller.tickets.shift();
      this.#waiting -= 1;
      this.#start(caller);
      // Everyone else has a turn before the next one of this caller.
      this.#callers.delete(key);
      this.#callers.set(key, caller);
      return ticket.start();
    }
  }

  #mayStart({ working }: Caller): boolean {
    return this.#working < this.#room.atOnce && working < this.#room.perCaller;
  }

  #start(caller: Caller): void {
    caller.working += 1;
    this.#working += 1;
  }
}

interface Caller {
  working: number;
  /** Those who wait, in the order they came. */
  readonly tickets: Ticket[];
}

interface Ticket {
  readonly start: () => void;
  readonly refuse: () => void;
}

function refusal(): Problem {
  return new Problem(tooBusy, { headers: { 'retry-after': RETRY_SECONDS } });
}

/** Decoding and encoding, which take memory and processors. What visitors cause keeps nobody from the other lanes. */
export const pictureQueue = new WorkQueue({ atOnce: 2, waiting: 64 });
/** Share cards, icons, and the pictures of press kits, of which one asks for all at once. */
export const cardQueue = new WorkQueue({ atOnce: 1, waiting: 64, waitingPerCaller: 24 });
/** Each that waits holds its body in memory. */
export const uploadQueue = new WorkQueue({ atOnce: 1, waiting: 16, waitingPerCaller: 4 });

/** Waiting for other hosts, which must not keep anybody from what is here. */
export const fetchQueue = new WorkQueue({ atOnce: 8, perCaller: 2, waiting: 64 });
