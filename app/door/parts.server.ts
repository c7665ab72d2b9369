import { join } from 'node:path';

import type { Pool } from 'pg';
import type { Logger } from 'pino';

import { findRole } from '#app/accounts/accounts.server.ts';
import { KeyCalls } from '#app/apps/key-calls.server.ts';
import { patchNotesBlock } from '#app/changelogs/patch-notes-block.server.tsx';
import type { Config } from '#app/current/config/config.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE } from '#app/current/locale.ts';
import { storesBlock } from '#app/games/page/stores-block.server.tsx';
import { writeReturnPath } from '#app/mail/inbound/return-path.server.ts';
import { flushVisits } from '#app/shortlinks/visits.server.ts';
import type { Database } from '#lib/database/database.server.ts';
import { openDatabase, openSignalPool } from '#lib/database/database.server.ts';
import type { ConnectionOptions } from '#lib/database/database.server.ts';
import { HealthProbe } from '#lib/database/health-probe.server.ts';
import { Listener } from '#lib/database/listener.server.ts';
import type { HeartbeatTimes } from '#lib/database/listener.server.ts';
import { PubSub } from '#lib/database/pub-sub.server.ts';
import { RowCache } from '#lib/database/row-cache.server.ts';
import { toQuery, sql } from '#lib/database/sql.server.ts';
import { openDiskFiles } from '#lib/files/disk.server.ts';
import type { FileStore } from '#lib/files/file-store.ts';
import { openS3Files } from '#lib/files/s3.server.ts';
import { openAssets } from '#lib/http/assets.server.ts';
import type { Assets } from '#lib/http/assets.server.ts';
import { createLimits } from '#lib/limits/limits.server.ts';
import type { Limits } from '#lib/limits/limits.server.ts';
import { createMailer } from '#lib/mail/mailer.server.ts';
import type { Mailer } from '#lib/mail/mailer.server.ts';
import { Sessions } from '#lib/sessions/sessions.server.ts';

/** The same in the process and in tests. */
export interface SiteParts {
  readonly config: Config;
  readonly secret: string;
  readonly db: Database;
  /** Apart from the connections that requests share. */
  readonly signalPool: Pool;
  readonly probe: HealthProbe;
  readonly listener: Listener;
  readonly rowCache: RowCache;
  readonly pubSub: PubSub;
  readonly sessions: Sessions;
  readonly limits: Limits;
  readonly keyCalls: KeyCalls;
  readonly files: FileStore;
  readonly mailer: Mailer;
  readonly assets: Assets;
  readonly log: Logger;
  readonly now: () => Date;
  readonly isDevelopment: boolean;
  /** Aborted when the process stops, so that streams end. */
  readonly closing: AbortController;
}

interface PartsOptions {
  config: Config;
  secret: string;
  connection: ConnectionOptions;
  log: Logger;
  now: () => Date;
  isDevelopment: boolean;
  clientFolder: string;
  /** Other than usual in tests. */
  heartbeat?: HeartbeatTimes;
}

const STATEMENT_TIMEOUT_MS = 10_000;
const CHANNEL = 'changed';

/** The listener may connect later; until then nothing is cached. */
export async function openParts(options: PartsOptions): Promise<SiteParts> {
  const { config, connection, log, now } = options;
  const onError = throttleErrors((reason, count) => log.warn({ reason, count }, 'the database fails'));
  const shared = { connection, statementTimeout: STATEMENT_TIMEOUT_MS, onError };
  const db = openDatabase({ ...shared, size: config.DATABASE_POOL });
  const signalPool = openSignalPool(shared);
  const listener = new Listener(connection, CHANNEL, options.heartbeat);
  try {
    await listener.open();
  } catch (error) {
    listener.close();
    await db.close();
    await signalPool.end();
    throw error;
  }
  const rowCache = new RowCache(listener);
  return {
    ...options,
    db,
    signalPool,
    listener,
    rowCache,
    probe: new HealthProbe(connection),
    pubSub: new PubSub(listener, (topic) => signalPool.query(toQuery(sql`select pg_notify(${CHANNEL}, ${topic})`))),
    closing: new AbortController(),
    sessions: new Sessions(db, rowCache),
    limits: createLimits({
      pool: signalPool,
      multiplier: config.LIMITS,
      now,
      onError: (err) => log.warn({ err }, 'no lease'),
    }),
    keyCalls: new KeyCalls({
      db,
      now,
      onError: (err, lost) => log.warn({ err, lost }, 'the calls of app keys wait to be counted'),
    }),
    files: openFiles(config),
    mailer: openMailer(options),
    assets: await openAssets(options.clientFolder, '/assets/'),
  };
}

/** Logs the first of many errors at once, and then those of each second together. */
export function throttleErrors(log: (reason: string, count: number) => void): (error: Error) => void {
  let count = 0;
  let reason = '';
  let isResting = false;
  const report = () => {
    isResting = count > 0;
    if (!isResting) return;
    log(reason, count);
    count = 0;
    setTimeout(report, 1000).unref();
  };
  return ({ message }) => {
    count += 1;
    reason = message;
    if (!isResting) report();
  };
}

export async function closeParts(parts: SiteParts): Promise<void> {
  const { closing, db, signalPool, probe, listener, mailer, keyCalls } = parts;
  closing.abort();
  await keyCalls.flush();
  await flushVisits(parts);
  probe.close();
  listener.close();
  await mailer.close();
  await signalPool.end();
  await db.close();
}

export function systemCurrent(parts: SiteParts): Current {
  const actor = {
    userId: undefined,
    role: 'super',
    ownRole: 'super',
    masquerade: undefined,
    loginId: undefined,
    provedAt: undefined,
    app: undefined,
  } as const;
  const requestId = `system-${parts.now().getTime().toString(36)}`;
  return {
    ...toServices(parts),
    actor,
    requestId,
    locale: DEFAULT_LOCALE,
    address: undefined,
    browser: NO_BROWSER,
    overrideReason: null,
    isStillSignedIn: () => Promise.resolve(true),
    log: parts.log,
  };
}

export function toServices(parts: SiteParts) {
  const { config, secret, now, db, rowCache, pubSub, files, mailer, sessions, limits, closing } = parts;
  return {
    config,
    stage: config.stage,
    secret,
    now,
    db,
    rowCache,
    pubSub,
    files,
    mailer,
    sessions,
    limits,
    blocks: BLOCKS,
    closing: closing.signal,
    findRole: (userId: string, within: Database = db) => findRole(within, rowCache, userId),
  };
}

/** Of the nouns that stand above articles. */
const BLOCKS = { stores: storesBlock, patchnotes: patchNotesBlock };

const NO_BROWSER = { userAgent: null, cookies: {} };

export function openMailer({ config, secret, now }: Pick<PartsOptions, 'config' | 'secret' | 'now'>): Mailer {
  const { SMTP_URL, SMTP_FALLBACK_URL, MAIL_FROM, DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY } = config;
  const dkim =
    DKIM_DOMAIN && DKIM_SELECTOR && DKIM_KEY
      ? { domainName: DKIM_DOMAIN, keySelector: DKIM_SELECTOR, privateKey: DKIM_KEY }
      : undefined;
  return createMailer({
    from: MAIL_FROM ?? 'rumpus@localhost',
    publicUrl: config.mainUrl,
    returnPath: (to) => writeReturnPath({ config, secret, now }, to),
    ...(SMTP_URL && { smtpUrl: SMTP_URL }),
    ...(SMTP_FALLBACK_URL && { fallbackUrl: SMTP_FALLBACK_URL }),
    ...(dkim && { dkim }),
  });
}

/** Bodies over 64 KB: in S3 when a bucket is named, else in the data folder. */
function openFiles(config: Config): FileStore {
  const { S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint } = config;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    return openDiskFiles(join(config.DATA_DIR, 'files'));
  }
  return openS3Files({
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    ...(endpoint && { endpoint, forcePathStyle: true }),
  });
}
