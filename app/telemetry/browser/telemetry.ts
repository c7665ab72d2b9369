import { version } from '#package';

import { FIELD_LIMITS, PATHS } from '../limits.ts';
import { isNoise } from '../noise.ts';
import { scrubContext, scrubText, scrubUrl } from '../scrub.ts';
import type { Vital } from '../vitals/vital.ts';
import { Outbox } from './outbox.ts';
import type { OutboxEnvironment } from './outbox.ts';

export interface TelemetryEnvironment extends OutboxEnvironment {
  origin: string;
  newId: () => string;
}

const MINUTE_MS = 60_000;
const MAX_ERRORS = 10;
/** For browsers that do not tell when they are idle. */
const IDLE_MS = 5000;

/** Records page views and errors of a page; personal data does not leave the browser. */
export class Telemetry {
  readonly #environment: TelemetryEnvironment;
  readonly #views: Outbox;
  readonly #errors: Outbox;
  readonly #vitals: Outbox;
  #url = '';
  /** The one that the browser loaded; the others were put in its place. */
  #firstUrl = '';
  #sentAt = new Map<string, number>();

  constructor(environment: TelemetryEnvironment) {
    this.#environment = environment;
    this.#views = new Outbox(PATHS.pageViews, environment);
    this.#errors = new Outbox(PATHS.errors, environment);
    this.#vitals = new Outbox(PATHS.vitals, environment);
  }

  /** Ignores the same address and another hash. @param referrer of the first page; for others it is the page before */
  recordPageView(url: string, referrer: string): void {
    const [to, from] = [this.#scrub(url), this.#url === '' ? this.#scrub(referrer) : this.#url];
    if (to === this.#url) return;
    this.#url = to;
    this.#firstUrl ||= to;
    this.#views.add({ ...this.#event(), url: to, referer: from });
  }

  /** The browser restored the page from its back/forward cache. */
  pageReturned(): void {
    const url = this.#url;
    this.#url = '';
    this.recordPageView(url, '');
  }

  /** Records an error: the same once a minute, ten errors a minute in all. */
  recordError(error: unknown, context: object = {}): void {
    const [message, trace] = describeError(error);
    if (isNoise(message) || isNoise(trace)) return;
    const now = this.#environment.now();
    this.#sentAt = new Map([...this.#sentAt].filter(([, time]) => now - time < MINUTE_MS));
    const key = message + trace;
    if (this.#sentAt.has(key) || this.#sentAt.size >= MAX_ERRORS) return;
    this.#sentAt.set(key, now);
    this.#errors.add({
      ...this.#event(),
      message: scrubText(message, FIELD_LIMITS.message),
      trace: scrubText(trace, FIELD_LIMITS.trace),
      context: scrubContext({ url: this.#url, ...context }, FIELD_LIMITS.context),
      version,
    });
  }

  /** Many are known when the page is left: then there may be no later chance. */
  recordVital(name: Vital, value: number, { device, isLeft }: { device: string; isLeft: boolean }): void {
    if (this.#firstUrl === '') return;
    this.#vitals.add({ ...this.#event(), url: this.#firstUrl, name, value, device, version });
    if (isLeft) this.#vitals.leave();
  }

  leave(): void {
    this.#views.leave();
    this.#errors.leave();
    this.#vitals.leave();
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

/** Measures what nobody waits for once the page has nothing else to do. */
export function openTelemetry(environment: TelemetryEnvironment): Telemetry {
  const telemetry = new Telemetry(environment);
  const watch = () =>
    void import('./watch-vitals.ts').then(
      ({ watchVitals }) => watchVitals(telemetry),
      // Without a network nothing is measured.
      () => undefined,
    );
  if ('requestIdleCallback' in globalThis) requestIdleCallback(watch);
  else setTimeout(watch, IDLE_MS);
  return telemetry;
}

function describeError(error: unknown): [message: string, trace: string] {
  if (error instanceof Error) return [`${error.name}: ${error.message}`, error.stack ?? ''];
  const isObject = typeof error === 'object' && error !== null;
  return [String(isObject && 'message' in error ? error.message : error), ''];
}
