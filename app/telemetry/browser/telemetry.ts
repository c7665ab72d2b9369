import { FIELD_LIMITS, PATHS } from '../limits.ts';
import { scrubContext, scrubText, scrubUrl } from '../scrub.ts';
import { Outbox } from './outbox.ts';
import type { OutboxEnvironment } from './outbox.ts';

export interface TelemetryEnvironment extends OutboxEnvironment {
  /** Of this site. */
  origin: string;
  newId: () => string;
}

const MINUTE_MS = 60_000;
const MOST_ERRORS = 10;
/** Whoever extends the browser has bugs of their own; the others tell nothing. */
const NOISE = /^Script error\.?$|^ResizeObserver loop|\b(?:chrome|moz|safari-web)-extension:\/\//;

/** What a page tells of itself: nothing of who looks at it leaves the browser. */
export class Telemetry {
  readonly #environment: TelemetryEnvironment;
  readonly #views: Outbox;
  readonly #errors: Outbox;
  #url = '';
  /** When each error was last told. */
  #told = new Map<string, number>();

  constructor(environment: TelemetryEnvironment) {
    this.#environment = environment;
    this.#views = new Outbox(PATHS.pageViews, environment);
    this.#errors = new Outbox(PATHS.errors, environment);
  }

  /**
   * A page is looked at. The same address again is no other page, and neither is another place on it.
   * @param referrer what led to the first; to the others the one before led
   */
  recordPageView(url: string, referrer: string): void {
    const [to, from] = [this.#scrub(url), this.#url === '' ? this.#scrub(referrer) : this.#url];
    if (to === this.#url) return;
    this.#url = to;
    this.#views.add({ ...this.#event(), url: to, referer: from });
  }

  /** The browser shows the page again as it was left. */
  pageReturned(): void {
    const url = this.#url;
    this.#url = '';
    this.recordPageView(url, '');
  }

  /** Something failed that whoever made the site should know of: the same once a minute, ten in all. */
  recordError(error: unknown, context: object = {}): void {
    const [message, trace] = wordsOf(error);
    if (NOISE.test(message) || NOISE.test(trace)) return;
    const now = this.#environment.now();
    this.#told = new Map([...this.#told].filter(([, time]) => now - time < MINUTE_MS));
    const key = message + trace;
    if (this.#told.has(key) || this.#told.size >= MOST_ERRORS) return;
    this.#told.set(key, now);
    this.#errors.add({
      ...this.#event(),
      message: scrubText(message).slice(0, FIELD_LIMITS.message),
      trace: scrubText(trace).slice(0, FIELD_LIMITS.trace),
      context: scrubContext({ url: this.#url, ...context }).slice(0, FIELD_LIMITS.context),
    });
  }

  /** The page is left or hidden: what waits is sent at once. */
  leave(): void {
    this.#views.leave();
    this.#errors.leave();
  }

  #scrub(url: string): string {
    const { origin } = this.#environment;
    return url === '' ? '' : scrubUrl(url, (other) => other === origin, origin).slice(0, FIELD_LIMITS.url);
  }

  #event(): object {
    const { now, newId } = this.#environment;
    return { '@time': new Date(now()).toISOString(), '@id': newId() };
  }
}

function wordsOf(error: unknown): [message: string, trace: string] {
  if (error instanceof Error) return [`${error.name}: ${error.message}`, error.stack ?? ''];
  const isObject = typeof error === 'object' && error !== null;
  return [String(isObject && 'message' in error ? error.message : error), ''];
}
