/** The result of a request: its status, 0 without a response, and the seconds to wait. */
export interface PostResult {
  status: number;
  reset: number;
}

/** `waiting` until the cookie notice is shown, `refused` once it is declined. */
export type Consent = 'waiting' | 'given' | 'refused';

export interface OutboxEnvironment {
  /** Sends JSON. Never rejects. */
  post: (path: string, body: string) => Promise<PostResult>;
  /** Sends JSON while the page is left; false when the browser refuses it. */
  beacon: (path: string, body: string) => boolean;
  consent: () => Consent;
  now: () => number;
  later: (work: () => void, ms: number) => void;
}

const DELAY_MS = 4000;
const MAX_PAUSE_MS = 300_000;
const MAX_WAITING = 100;
const MAX_BATCH = 20;
/** A beacon carries 64 KB, and a character takes three bytes at most. */
const MAX_CHARACTERS = 20_000;

/** Keeps the newest events while requests fail; sends nothing without consent, keeps nothing once it is refused. */
export class Outbox {
  readonly #path: string;
  readonly #environment: OutboxEnvironment;
  #waiting: string[] = [];
  #isSending = false;
  #isDue = false;
  #failures = 0;
  #pausedUntil = 0;

  constructor(path: string, environment: OutboxEnvironment) {
    this.#path = path;
    this.#environment = environment;
  }

  add(event: object): void {
    if (this.#environment.consent() === 'refused') return;
    this.#waiting = [...this.#waiting, JSON.stringify(event)].slice(-MAX_WAITING);
    this.#sendLater(DELAY_MS);
  }

  /** Sends all that waits: there may be no later chance. */
  leave(): void {
    const consent = this.#environment.consent();
    if (consent === 'refused') this.#waiting = [];
    if (consent !== 'given') return;
    while (this.#waiting.length > 0) {
      const body = writeBody(this.#take());
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
    if (now() < this.#pausedUntil) return this.#sendLater(this.#pausedUntil - now());
    const batch = this.#take();
    this.#isSending = true;
    const { status, reset } = await post(this.#path, writeBody(batch));
    this.#isSending = false;
    const hasFailed = status === 0 || status === 429 || status >= 500;
    this.#failures = hasFailed ? this.#failures + 1 : 0;
    if (hasFailed) {
      this.#waiting = [...batch, ...this.#waiting].slice(-MAX_WAITING);
      const pause = Math.min(DELAY_MS * 2 ** this.#failures, MAX_PAUSE_MS);
      this.#pausedUntil = now() + Math.max(pause, reset * 1000);
    }
    if (this.#waiting.length > 0) this.#sendLater(DELAY_MS);
  }

  #take(): string[] {
    let characters = 0;
    let count = 0;
    for (const event of this.#waiting.slice(0, MAX_BATCH)) {
      characters += event.length;
      if (count > 0 && characters > MAX_CHARACTERS) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }
}

function writeBody(events: string[]): string {
  return `{"data":[${events.join(',')}]}`;
}
