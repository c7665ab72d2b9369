import { createHash } from 'node:crypto';

import { isbot } from 'isbot';

import type { Current } from '#app/current/current.server.ts';
import { pathWithoutLocale, requestLocale } from '#app/current/locale.ts';
import { ownOrigins } from '#app/current/stage.ts';
import { crossSite, invalidBody } from '#lib/calls/problems.ts';
import { isSameOrigin } from '#lib/csrf/csrf.server.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { insertErrors, insertPageViews } from './inserts.server.ts';
import { FIELD_LIMITS } from './limits.ts';
import { scrubContext, scrubText, scrubUrl } from './scrub.ts';
import type { ErrorEvent, PageView } from './telemetry.ts';
import { visitorOf } from './visitors.server.ts';

const DAY_MS = 86_400_000;

/** On disk when it returns, unless the client opts out. @throws Problem 403 from another site, 400 for an address of one */
export async function savePageViews(current: Current, events: PageView[], headers: Headers): Promise<void> {
  requireOwnPage(current, headers);
  const origins = ownOrigins(current.config.publicUrl);
  const addresses = events.map(({ url }, at) => ownPath(current, origins, url, `data.${at}.url`));
  if (hasOptedOut(headers)) return;
  const report = await reportOf(current, headers);
  const acceptLanguage = headers.get('accept-language');
  const rows = events.map((event, at) => {
    const url = addresses[at] ?? '';
    const [path = ''] = url.split('?', 1);
    const referer = scrubUrl(event.referer, (origin) => origins.has(origin), current.config.publicUrl);
    const host = event.referer === '' || referer === '' ? '' : new URL(referer).host;
    const isOurs = referer !== '' && origins.has(new URL(referer).origin);
    return {
      ...rowOf(report, event),
      url: cut(url, FIELD_LIMITS.url),
      referer: event.referer === '' ? '' : cut(isOurs ? pathOf(referer) : referer, FIELD_LIMITS.url),
      path: cut(pathWithoutLocale(path), FIELD_LIMITS.url),
      locale: requestLocale({ stage: current.config.stage, path, cookie: undefined, acceptLanguage }),
      referrer_host: isOurs ? '' : cut(host, 255),
    };
  });
  await insertPageViews(current.db, rows);
}

/** Stores errors, as `savePageViews` does. @throws Problem 403 from a page of another site */
export async function saveErrors(current: Current, events: ErrorEvent[], headers: Headers): Promise<void> {
  requireOwnPage(current, headers);
  if (hasOptedOut(headers)) return;
  const report = await reportOf(current, headers);
  const rows = events.map((event) => {
    const message = scrubText(event.message, FIELD_LIMITS.message).toWellFormed();
    const trace = scrubText(event.trace, FIELD_LIMITS.trace).toWellFormed();
    const context = scrubContext(event.context, FIELD_LIMITS.context).toWellFormed();
    return { ...rowOf(report, event), message, trace, context, fingerprint: fingerprintOf(message, trace) };
  });
  await insertErrors(current.db, rows);
}

/** A client without origin headers is no browser, and may send. */
function requireOwnPage({ config }: Current, headers: Headers): void {
  if (!isSameOrigin({ headers }, ownOrigins(config.publicUrl), true)) throw new Problem(crossSite);
}

/** Do Not Track and Global Privacy Control, which some laws demand. */
export function hasOptedOut(headers: Headers): boolean {
  return headers.get('dnt') === '1' || headers.get('sec-gpc') === '1';
}

function ownPath({ config }: Current, origins: Set<string>, url: string, field: string): string {
  const scrubbed = scrubUrl(url, (origin) => origins.has(origin), config.publicUrl);
  if (scrubbed !== '' && origins.has(new URL(scrubbed).origin)) return pathOf(scrubbed);
  throw new Problem(invalidBody, { fields: { [field]: 'an address of this site' } });
}

function pathOf(url: string): string {
  return url.slice(new URL(url).origin.length);
}

interface EventContext {
  receivedAt: Date;
  visitor: string;
  bot: boolean;
}

async function reportOf(current: Current, headers: Headers): Promise<EventContext> {
  const userAgent = headers.get('user-agent') ?? '';
  const receivedAt = current.now();
  const visitor = await visitorOf(current.db, receivedAt, { address: current.address ?? '', userAgent });
  return { receivedAt, visitor, bot: userAgent === '' || isbot(userAgent) };
}

/** A clock that is a day behind, or ahead at all, is wrong: then the time of receipt counts. */
function rowOf({ receivedAt, visitor, bot }: EventContext, event: { '@time': string; '@id'?: string | undefined }) {
  const received = receivedAt.getTime();
  const sentAt = Date.parse(event['@time']);
  const isLikely = sentAt <= received && sentAt > received - DAY_MS;
  return {
    id: uuidv7(received),
    event_id: event['@id'] ?? null,
    received_at: receivedAt,
    at: isLikely ? new Date(sentAt) : receivedAt,
    visitor: `\\x${visitor}`,
    bot,
  };
}

/** PostgreSQL refuses the half of a surrogate pair. */
function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}

const FRAMES = 4;

/** Without numbers and names, and equal across releases, whose files have other names. @returns hex, as in `bytea` */
function fingerprintOf(message: string, trace: string): string {
  const frames = trace.split('\n').filter((line) => /^\s*at\s|@/.test(line));
  const parts = [message, ...frames.slice(0, FRAMES)].map(withoutDetails);
  return `\\x${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)}`;
}

function withoutDetails(text: string): string {
  return text
    .replaceAll(/https?:\/\/[^\s/]+/g, '')
    .replaceAll(/-[\w-]{8}(?=\.js\b)/g, '')
    .replaceAll(/"[^"]*"|'[^']*'/g, '""')
    .replaceAll(/\d+/g, '0')
    .trim();
}
