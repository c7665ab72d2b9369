import { createHash } from 'node:crypto';

import { isbot } from 'isbot';

import type { Current } from '#app/current/current.server.ts';
import { rateLimitRefusal } from '#app/current/limits.server.ts';
import { pathWithoutLocale, requestLocale } from '#app/current/locale.ts';
import { findScreenPath } from '#app/current/page/screens.server.ts';
import { ownOrigins } from '#app/current/stage.ts';
import { crossSite, invalidBody } from '#lib/calls/problems.ts';
import { isSameOrigin } from '#lib/csrf/csrf.server.ts';
import type { LimitRule } from '#lib/limits/limits.server.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';
import { version } from '#package';

import { insertErrors, insertPageViews, insertVitals } from './inserts.server.ts';
import type { ErrorRow } from './inserts.server.ts';
import { BYTES_OF_ROW, FIELD_LIMITS } from './limits.ts';
import { ERRORS_OF_DAY, VIEWS_OF_DAY, VITALS_OF_DAY } from './reports.ts';
import { scrubContext, scrubText, scrubUrl } from './scrub.ts';
import type { ErrorEvent, PageView, VitalEvent } from './telemetry.ts';
import { hashVisitor } from './visitors.server.ts';
import { readCampaign, readClientFacts } from './visits/client-facts.server.ts';
import { hostsAbove } from './visits/spam-sources.server.ts';
import { toBucket } from './vitals/vital.ts';

const DAY_MS = 86_400_000;

/**
 * On disk when it returns, unless the client opts out. @returns how many rows its address may still send today, undefined
 * for who opts out. @throws Problem 403 from another site, 400 for an address of one, 429 beyond the rows of its day
 */
export async function savePageViews(
  current: Current,
  events: PageView[],
  headers: Headers,
): Promise<number | undefined> {
  requireOwnPage(current, headers);
  const origins = ownOrigins(current.config.publicUrl);
  const addresses = events.map(({ url }, at) => ownPath(current, origins, url, `data.${at}.url`));
  if (hasOptedOut(headers)) return undefined;
  const report = await createReport(current, headers);
  const client = await readClientFacts(current, headers);
  const acceptLanguage = headers.get('accept-language');
  const rows = events.map((event, at) => {
    const url = addresses[at] ?? '';
    const [path = ''] = url.split('?', 1);
    const referer = scrubUrl(event.referer, (origin) => origins.has(origin), current.config.publicUrl);
    const host = event.referer === '' || referer === '' ? '' : new URL(referer).host;
    const isOurs = referer !== '' && origins.has(new URL(referer).origin);
    return {
      ...toRow(report, event),
      ...client,
      url: cut(url, FIELD_LIMITS.url),
      referer: event.referer === '' ? '' : cut(isOurs ? toPath(referer) : referer, FIELD_LIMITS.url),
      path: cut(pathWithoutLocale(path), FIELD_LIMITS.url),
      locale: requestLocale({ stage: current.config.stage, path, cookie: undefined, acceptLanguage }),
      referrer_host: isOurs ? '' : cut(host, 255),
      source_hosts: isOurs ? [] : hostsAbove(cut(host, 255)),
      campaign: cut(readCampaign(url), 255),
    };
  });
  const remaining = await takeRows(current, VIEWS_OF_DAY, rows, ({ url, referer, path }) => url + referer + path);
  await insertPageViews(current, rows);
  return remaining;
}

/** Stores errors, as `savePageViews` does; equal ones are counted up. @throws Problem 403 from a page of another site, 429 */
export async function saveErrors(
  current: Current,
  events: ErrorEvent[],
  headers: Headers,
): Promise<number | undefined> {
  requireOwnPage(current, headers);
  if (hasOptedOut(headers)) return undefined;
  const report = await createReport(current, headers);
  const rows = events.map((event) => {
    const message = scrubText(event.message, FIELD_LIMITS.message).toWellFormed();
    const trace = scrubText(event.trace, FIELD_LIMITS.trace).toWellFormed();
    const context = scrubContext(event.context, FIELD_LIMITS.context).toWellFormed();
    const told_version = event.version ?? version;
    return { ...toRow(report, event), message, trace, context, version, told_version, ...hashError(message, trace) };
  });
  const remaining = await takeRows(current, ERRORS_OF_DAY, rows, (row) => row.message + row.trace + row.context);
  await insertErrors(current, rows);
  return remaining;
}

/** Adds to the sums of the day what bots have not sent, as `savePageViews` does; nothing else is kept. @throws Problem 400, 403, 429 */
export async function saveVitals(
  current: Current,
  events: VitalEvent[],
  headers: Headers,
): Promise<number | undefined> {
  requireOwnPage(current, headers);
  const origins = ownOrigins(current.config.publicUrl);
  const paths = events.map(({ url }, at) => ownPath(current, origins, url, `data.${at}.url`));
  if (hasOptedOut(headers)) return undefined;
  const report = await createReport(current, headers);
  const rows = events.map((event, at) => {
    const [path = ''] = (paths[at] ?? '').split('?', 1);
    return {
      ...toRow(report, event),
      route: findScreenPath(pathWithoutLocale(path)) ?? '*',
      device: event.device,
      metric: event.name,
      bucket: toBucket(event.name, event.value),
      version,
      told_version: event.version ?? version,
    };
  });
  const remaining = await takeRows(current, VITALS_OF_DAY, rows, () => '');
  await insertVitals(current, rows);
  return remaining;
}

/** @returns what the address has left of its day  @throws Problem 429 */
async function takeRows<Stored>(
  current: Current,
  rule: LimitRule,
  rows: readonly Stored[],
  toText: (row: Stored) => string,
): Promise<number> {
  const { db, now, address = '', limits } = current;
  const sizes = rows.map((row) => Math.max(1, Math.ceil(Buffer.byteLength(toText(row)) / BYTES_OF_ROW)));
  const cost = sizes.reduce((sum, size) => sum + size, 0);
  // By the salt of the day, as the address itself is kept nowhere.
  const taken = await limits.take(await hashVisitor(db, now(), { address, userAgent: '' }), rule, cost);
  if (!taken.allowed) throw rateLimitRefusal([{ rule, taken }]);
  return taken.remaining;
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
  if (scrubbed !== '' && origins.has(new URL(scrubbed).origin)) return toPath(scrubbed);
  throw new Problem(invalidBody, { fields: { [field]: 'an address of this site' } });
}

function toPath(url: string): string {
  return url.slice(new URL(url).origin.length);
}

interface EventContext {
  receivedAt: Date;
  visitor: string;
  bot: boolean;
}

async function createReport(current: Current, headers: Headers): Promise<EventContext> {
  const userAgent = headers.get('user-agent') ?? '';
  const receivedAt = current.now();
  const visitor = await hashVisitor(current.db, receivedAt, { address: current.address ?? '', userAgent });
  return { receivedAt, visitor, bot: userAgent === '' || isbot(userAgent) };
}

/** A clock that is a day behind, or ahead at all, is wrong: then the time of receipt counts. */
function toRow({ receivedAt, visitor, bot }: EventContext, event: { '@time': string; '@id'?: string | undefined }) {
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

/**
 * Of the message as it is and of the first frames: in files of a build, a column alone tells two of them apart. The fingerprint
 * is without numbers and names, and equal across releases, whose files have other names. In hex, as in `bytea`.
 */
function hashError(message: string, trace: string): Pick<ErrorRow, 'error_hash' | 'fingerprint'> {
  const frames = trace.split('\n').filter((line) => /^\s*at\s|@/.test(line));
  const topFrames = frames.slice(0, FRAMES);
  return {
    error_hash: hashParts([message, ...topFrames.map(withoutOrigins)], 32),
    fingerprint: hashParts([message, ...topFrames].map(withoutDetails), 16),
  };
}

function hashParts(parts: readonly string[], digits: number): string {
  return `\\x${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, digits)}`;
}

function withoutOrigins(text: string): string {
  return text.replaceAll(/https?:\/\/[^\s/]+/g, '').trim();
}

function withoutDetails(text: string): string {
  return withoutOrigins(text)
    .replaceAll(/-[\w-]{8}(?=\.js\b)/g, '')
    .replaceAll(/"[^"]*"|'[^']*'/g, '""')
    .replaceAll(/\d+/g, '0')
    .trim();
}
