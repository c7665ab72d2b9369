/** What became of a request: its status, 0 where nobody answered, and the seconds to wait that the answer told. */
export interface PostResult {
  status: number;
  reset: number;
}

/** `waiting` until the notice has been shown, `refused` once it was declined. */
export type Consent = 'waiting' | 'given' | 'refused';

export interface OutboxEnvironment {
  /** Sends JSON. Never rejects. */
  post: (path: string, body: string) => Promise<PostResult>;
  /** Sends JSON while the page is left; false when the browser does not take it. */
  beacon: (path: string, body: string) => boolean;
  /** What the visitor's answer to the cookie notice allows now. */
  consent: () => Consent;
  now: () => number;
  later: (work: () => void, ms: number) => void;
}

const DELAY_MS = 4000;
const LONGEST_QUIET_MS = 300_000;
const MOST_WAITING = 100;
const MOST_TOGETHER = 20;
/** A beacon carries 64 KB, and a character takes three bytes at most. */
const MOST_CHARACTERS = 20_000;

/**
 * Events on their way to one call: sent a few at a time, kept while nobody takes them, the oldest dropped first. Nothing
 * leaves without consent, and without hope of it nothing is kept.
 */
export class Outbox {
  readonly #path: string;
  readonly #environment: OutboxEnvironment;
  #waiting: string[] = [];
  #isSending = false;
  #isDue = false;
  #failures = 0;
  #quietUntil = 0;

  constructor(path: string, environment: OutboxEnvironment) {
    this.#path = path;
    this.#environment = environment;
  }

  add(event: object): void {
    if (this.#environment.consent() === 'refused') return;
    this.#waiting = [...this.#waiting, JSON.stringify(event)].slice(-MOST_WAITING);
    this.#sendLater(DELAY_MS);
  }

  /** Sends what waits, in one go: there may be no other. */
  leave(): void {
    const consent = this.#environment.consent();
    if (consent === 'refused') this.#waiting = [];
    if (consent !== 'given') return;
    while (this.#waiting.length > 0) {
      const body = bodyOf(this.#take());
      if (!this.#environment.beacon(this.#path, body)) void this.#environment.post(this.#path, body);
    }
  }

  #sendLater(ms: number): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#environment.later(() => {
      this.#isDue = false;
      void this.#send();
    }, ms);
  }

  async #send(): Promise<void> {
    const { post, now, consent } = this.#environment;
    if (consent() === 'refused') this.#waiting = [];
    if (this.#isSending || this.#waiting.length === 0) return;
    if (consent() === 'waiting') return this.#sendLater(DELAY_MS);
    if (now() < this.#quietUntil) return this.#sendLater(this.#quietUntil - now());
    const batch = this.#take();
    this.#isSending = true;
    const { status, reset } = await post(this.#path, bodyOf(batch));
    this.#isSending = false;
    const isRefused = status === 0 || status === 429 || status >= 500;
    this.#failures = isRefused ? this.#failures + 1 : 0;
    if (isRefused) {
      this.#waiting = [...batch, ...this.#waiting].slice(-MOST_WAITING);
      const quiet = Math.min(DELAY_MS * 2 ** this.#failures, LONGEST_QUIET_MS);
      this.#quietUntil = now() + Math.max(quiet, reset * 1000);
    }
    if (this.#waiting.length > 0) this.#sendLater(DELAY_MS);
  }

  #take(): string[] {
    let characters = 0;
    let count = 0;
    for (const event of this.#waiting.slice(0, MOST_TOGETHER)) {
      characters += event.length;
      if (count > 0 && characters > MOST_CHARACTERS) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }
}

function bodyOf(events: string[]): string {
  return `{"data":[${events.join(',')}]}`;
}
