import { STORAGE_KEYS, browserStorage } from '#app/current/browser/browser-storage.ts';

import type { Consent, PostResult } from './outbox.ts';
import type { Telemetry, TelemetryEnvironment } from './telemetry.ts';

type TelemetryAction = (telemetry: Telemetry) => void;

const MOST_EARLY = 50;
let telemetry: Telemetry | undefined;
/** What happens before the rest of the code is there, which comes by itself so that it holds nothing up. */
let early: TelemetryAction[] | undefined;
let wasNoticeShown = false;

/**
 * Begins to tell page views and errors of this page, unless whoever looks at it does not want to be tracked or has
 * declined the cookie notice. Nothing leaves before that notice has been shown. Nothing is stored in the browser, and no
 * cookie is sent but where a beacon brings them along, which nobody reads.
 * @param onHeaders what the answers tell beside
 */
export function startTelemetry(onHeaders: (headers: Headers) => void): void {
  if (early !== undefined || telemetry !== undefined || isUnwanted() || consent() === 'refused') return;
  early = [];
  void load(browserEnvironment(onHeaders));
  addEventListener('error', ({ error, message }) => recordError(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => recordError(reason));
  addEventListener('pageshow', ({ persisted }) => persisted && telemetry?.pageReturned());
  addEventListener('pagehide', () => telemetry?.leave());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && telemetry?.leave());
}

/** The notice that says what is counted can be read, and declined. */
export function noticeShown(): void {
  wasNoticeShown = true;
}

/** @param referrer as the document tells it */
export function recordPageView(url: string, referrer: string): void {
  enqueueAction((one) => one.recordPageView(url, referrer));
}

/** @param context what else helps to find the reason; scrubbed like the rest */
export function recordError(error: unknown, context?: object): void {
  enqueueAction((one) => one.recordError(error, context));
}

async function load(environment: TelemetryEnvironment): Promise<void> {
  try {
    const { Telemetry } = await import('./telemetry.ts');
    telemetry = new Telemetry(environment);
    for (const deed of early ?? []) deed(telemetry);
  } catch {
    // The network is away: what this page does stays untold.
  }
  early = undefined;
}

function enqueueAction(deed: TelemetryAction): void {
  if (telemetry !== undefined) deed(telemetry);
  else if (early !== undefined && early.length < MOST_EARLY) early.push(deed);
}

/** Global Privacy Control and Do Not Track, which not all browsers know. */
function isUnwanted(): boolean {
  return Reflect.get(navigator, 'globalPrivacyControl') === true || Reflect.get(navigator, 'doNotTrack') === '1';
}

/** Asked anew each time, because the answer may be given or taken back at any time, and in any tab. */
function consent(): Consent {
  const answer = browserStorage.getItem(STORAGE_KEYS.cookies);
  if (answer === 'declined') return 'refused';
  return answer !== null || wasNoticeShown ? 'given' : 'waiting';
}

function browserEnvironment(onHeaders: (headers: Headers) => void): TelemetryEnvironment {
  return {
    origin: location.origin,
    consent,
    now: () => Date.now(),
    later: (work, ms) => void setTimeout(work, ms),
    newId,
    post: (path, body) => post(path, body, onHeaders),
    beacon: (path, body) => navigator.sendBeacon(path, new Blob([body], { type: 'application/json' })),
  };
}

async function post(path: string, body: string, onHeaders: (headers: Headers) => void): Promise<PostResult> {
  const headers = { 'content-type': 'application/json' };
  try {
    const answer = await fetch(path, { method: 'POST', body, headers, keepalive: true, credentials: 'omit' });
    onHeaders(answer.headers);
    return { status: answer.status, reset: Number(answer.headers.get('x-rate-limit-reset')) || 0 };
  } catch {
    // `fetch` rejects when nobody answers.
    return { status: 0, reset: 0 };
  }
}

/** `randomUUID` is only there on secure addresses. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (Number(bytes[6]) & 0x0f) | 0x40;
  bytes[8] = (Number(bytes[8]) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
