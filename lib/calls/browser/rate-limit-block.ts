import { CallError, rateLimitExceeded } from './call-error.ts';

/** After a 429 nothing more is sent until its reset (specification §4). A page has one for all its requests. */
export class RateLimitBlock {
  readonly #now: () => number;
  #until = 0;

  /** @param now in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  get isOn(): boolean {
    return this.#now() < this.#until;
  }

  /** @throws CallError 'Exceeded rate limit.' */
  requireNone(): void {
    if (this.isOn) throw new CallError(rateLimitExceeded);
  }

  record({ status, headers }: Response): void {
    const seconds = Number(headers.get('x-rate-limit-reset'));
    if (status === 429 && seconds > 0 && Number.isFinite(seconds)) {
      this.#until = Math.max(this.#until, this.#now() + seconds * 1000);
    }
  }
}
