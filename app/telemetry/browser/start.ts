import { STORAGE_KEYS, browserStorage } from '#app/current/browser/browser-storage.ts';

import type { Consent, PostResult } from './outbox.ts';
import type { Telemetry, TelemetryEnvironment } from './telemetry.ts';

interface RequestBlock {
  readonly isOn: boolean;
}

type TelemetryAction = (telemetry: Telemetry) => void;

const MAX_EARLY = 50;
let telemetry: Telemetry | undefined;
/** Calls made before the rest of the code has loaded; it loads separately, so that it delays nothing. */
let early: TelemetryAction[] | undefined;
let wasNoticeShown = false;

/**
 * Starts to record page views and errors, unless the visitor opts out of tracking or has declined the cookie notice.
 * Nothing is sent before that notice is shown. Nothing is stored in the browser, and cookies are sent only by beacons,
 * where the server ignores them.
 * @param onHeaders called with the headers of each response
 * @param block while it is on nothing is sent, and `fetch` throws
 */
export function startTelemetry(onHeaders: (headers: Headers) => void, block: RequestBlock): void {
  if (early !== undefined || telemetry !== undefined || hasOptedOut() || consent() === 'refused') return;
  early = [];
  void load(browserEnvironment(onHeaders, block));
  addEventListener('error', ({ error, message }) => recordError(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => recordError(reason));
  addEventListener('pageshow', ({ persisted }) => persisted && telemetry?.pageReturned());
  addEventListener('pagehide', () => telemetry?.leave());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && telemetry?.leave());
}

/** From now on the visitor can decline. */
export function noticeShown(): void {
  wasNoticeShown = true;
}

export function recordPageView(url: string, referrer: string): void {
  enqueueAction((one) => one.recordPageView(url, referrer));
}

/** @param context anything that helps to find the cause; it is scrubbed too */
export function recordError(error: unknown, context?: object): void {
  enqueueAction((one) => one.recordError(error, context));
}

async function load(environment: TelemetryEnvironment): Promise<void> {
  try {
    const { openTelemetry } = await import('./telemetry.ts');
    telemetry = openTelemetry(environment);
    for (const action of early ?? []) action(telemetry);
  } catch {
    // Without a network nothing of this page is recorded.
  }
  early = undefined;
}

function enqueueAction(action: TelemetryAction): void {
  if (telemetry !== undefined) action(telemetry);
  else if (early !== undefined && early.length < MAX_EARLY) early.push(action);
}

/** Global Privacy Control and Do Not Track, which not all browsers support. */
function hasOptedOut(): boolean {
  return Reflect.get(navigator, 'globalPrivacyControl') === true || Reflect.get(navigator, 'doNotTrack') === '1';
}

/** Read each time, because the visitor may change it at any time, in any tab. */
function consent(): Consent {
  const answer = browserStorage.getItem(STORAGE_KEYS.cookies);
  if (answer === 'declined') return 'refused';
  return answer !== null || wasNoticeShown ? 'given' : 'waiting';
}

function browserEnvironment(onHeaders: (headers: Headers) => void, block: RequestBlock): TelemetryEnvironment {
  return {
    origin: location.origin,
    consent,
    now: () => Date.now(),
    later: (work, ms) => void setTimeout(work, ms),
    newId,
    post: (path, body) => post(path, body, onHeaders),
    beacon: (path, body) => !block.isOn && navigator.sendBeacon(path, new Blob([body], { type: 'application/json' })),
  };
}

async function post(path: string, body: string, onHeaders: (headers: Headers) => void): Promise<PostResult> {
  const headers = { 'content-type': 'application/json' };
  try {
    const answer = await fetch(path, { method: 'POST', body, headers, keepalive: true, credentials: 'omit' });
    onHeaders(answer.headers);
    return { status: answer.status, reset: Number(answer.headers.get('x-rate-limit-reset')) || 0 };
  } catch {
    // `fetch` rejects without a response.
    return { status: 0, reset: 0 };
  }
}

/** `randomUUID` exists only in secure contexts. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (Number(bytes[6]) & 0x0f) | 0x40;
  bytes[8] = (Number(bytes[8]) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
