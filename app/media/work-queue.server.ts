import type { Current } from '#app/current/current.server.ts';
import { callerKey } from '#lib/limits/caller-key.ts';
import { Problem } from '#lib/problem.ts';

import { tooBusy } from './problems.ts';

const RETRY_SECONDS = '2';

/** Whose work it is: callers take turns, and an aborted signal drops what waits. */
export interface WorkCaller {
  readonly caller: string;
  readonly signal?: AbortSignal;
}

export function toWorkCaller({ address }: Current, signal: AbortSignal): WorkCaller {
  return { caller: callerKey(address ?? ''), signal };
}

interface QueueLimits {
  readonly atOnce: number;
  readonly perCaller?: number;
  readonly waiting: number;
  /** The same for one caller. */
  readonly waitingPerCaller?: number;
  readonly milliseconds?: number;
}

/** Limits concurrent work of a process; callers take turns, so that one with much work delays only itself. */
export class WorkQueue {
  readonly #limits: Required<QueueLimits>;
  readonly #callers = new Map<string, Caller>();
  #working = 0;
  #waiting = 0;

  constructor(limits: QueueLimits) {
    this.#limits = { perCaller: limits.atOnce, waitingPerCaller: limits.waiting, milliseconds: 20_000, ...limits };
  }

  /** @throws Problem 503 when the queue is full, the wait too long or the signal aborted */
  async run<Result>(workCaller: WorkCaller, work: () => Promise<Result>): Promise<Result> {
    const caller = this.#callers.get(workCaller.caller) ?? { working: 0, tickets: [] };
    this.#callers.set(workCaller.caller, caller);
    try {
      await this.#turn(caller, workCaller.signal);
      try {
        return await work();
      } finally {
        caller.working -= 1;
        this.#working -= 1;
        this.#next();
      }
    } finally {
      const isIdle = caller.working + caller.tickets.length === 0;
      if (isIdle && this.#callers.get(workCaller.caller) === caller) this.#callers.delete(workCaller.caller);
    }
  }

  async #turn(caller: Caller, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) throw refusal();
    if (this.#mayStart(caller)) return this.#start(caller);
    if (caller.tickets.length >= this.#limits.waitingPerCaller) throw refusal();
    if (this.#waiting >= this.#limits.waiting) this.#makeRoom(caller);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const ticket: Ticket = { start: resolve, refuse: () => this.#drop(caller, ticket, reject) };
    caller.tickets.push(ticket);
    this.#waiting += 1;
    const late = setTimeout(ticket.refuse, this.#limits.milliseconds).unref();
    signal?.addEventListener('abort', ticket.refuse, { once: true });
    await promise.finally(() => {
      clearTimeout(late);
      signal?.removeEventListener('abort', ticket.refuse);
    });
  }

  /** In a full queue the caller with most work gives up a place to one with less. */
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
      // All other callers have a turn before this one's next.
      this.#callers.delete(key);
      this.#callers.set(key, caller);
      return ticket.start();
    }
  }

  #mayStart({ working }: Caller): boolean {
    return this.#working < this.#limits.atOnce && working < this.#limits.perCaller;
  }

  #start(caller: Caller): void {
    caller.working += 1;
    this.#working += 1;
  }
}

interface Caller {
  working: number;
  /** Oldest first. */
  readonly tickets: Ticket[];
}

interface Ticket {
  readonly start: () => void;
  readonly refuse: () => void;
}

function refusal(): Problem {
  return new Problem(tooBusy, { headers: { 'retry-after': RETRY_SECONDS } });
}

// These four bound the threads and the memory of the process, however many sites are in it.

/** They hold no bytes, so they wait for as long as proxies do; a browser sends about a hundred on one connection. */
const REQUESTS = { waiting: 256, waitingPerCaller: 96, milliseconds: 45_000 };
/** Decoding and encoding, which take memory and processors. */
export const pictureQueue = new WorkQueue({ atOnce: 2, ...REQUESTS });
/** Share cards, icons, and the pictures of press kits, which are all requested at once. */
export const cardQueue = new WorkQueue({ atOnce: 1, ...REQUESTS });
/** Waiting uploads hold their bodies in memory. */
export const uploadQueue = new WorkQueue({ atOnce: 1, waiting: 16, waitingPerCaller: 4 });

/** Requests to other hosts, which must not block local work. */
export const fetchQueue = new WorkQueue({ atOnce: 8, perCaller: 2, ...REQUESTS });
