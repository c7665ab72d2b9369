import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, inject } from 'vitest';

import { setAccount } from '#app/accounts/accounts.server.ts';
import { addVerifiedEmail } from '#app/accounts/emails/emails.server.ts';
import { setAlias } from '#app/aliases/aliases.server.ts';
import { Site } from '#app/app.server.ts';
import { parseConfig } from '#app/current/config/config.server.ts';
import type { Role } from '#app/current/role.ts';
import { closeParts, openParts, systemCurrent } from '#app/door/parts.server.ts';
import type { SiteParts } from '#app/door/parts.server.ts';
import { signInCookies } from '#app/login/cookies.server.ts';
import { migrations } from '#database/migrations.ts';
import { xsrfToken } from '#lib/csrf/csrf.server.ts';
import { openDatabase } from '#lib/database/database.server.ts';
import type { ConnectionOptions, Database } from '#lib/database/database.server.ts';
import type { HeartbeatTimes } from '#lib/database/listener.server.ts';
import { migrate } from '#lib/database/migrate.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { migrateJobs } from '#lib/jobs/jobs.server.ts';

import { CAST } from './cast.ts';
import type { CastName } from './cast.ts';
import { createDatabase } from './database.ts';

const ORIGIN = 'http://localhost:8080';
/** Of a form of our own pages. */
export const FORM_HEADERS = { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' };
const SECRET = 'a secret of the tests, longer than 32 characters';

export interface SiteRequest {
  method?: string;
  headers?: Record<string, string>;
  /** JSON for objects, otherwise sent as it is. */
  body?: unknown;
}

/** The whole site on a database of its own, and everyone of the cast at its door. */
export interface TestSite {
  readonly parts: SiteParts;
  /** What the clock of the site shows; tests move it. */
  clock: { now: Date };
  /** Lets so many milliseconds pass. */
  advanceClock(milliseconds: number): void;
  ask(who: CastName | undefined, path: string, request?: SiteRequest): Promise<Response>;
  /** Sends a form as a browser without scripts does. @param fields in pairs where a name has several values */
  submit(who: CastName | undefined, path: string, fields: Record<string, string> | string[][]): Promise<Response>;
  /** Sends a form with files. @param fields with several values where several files go by one name */
  submitFiles(
    who: CastName | undefined,
    path: string,
    fields: Record<string, string | Blob | readonly Blob[]>,
  ): Promise<Response>;
  /** Another process of the site: connections and memory of its own, the same database, files and sessions. */
  openBeside(variables?: Record<string, string>, heartbeat?: HeartbeatTimes): Promise<TestSite>;
  /** Connections of somebody else to its database, to hold what the site waits for. */
  readonly stranger: Database;
  close(): Promise<void>;
}

/** Opens a site before the tests of a file and closes it after them. */
export function useTestSite(variables: Record<string, string> = {}): TestSite {
  const holder: { site?: TestSite } = {};
  beforeAll(async () => void (holder.site = await openTestSite(variables)));
  afterAll(() => holder.site?.close());
  const site = () => {
    if (holder.site === undefined) throw new Error('the site opens before the tests, not while they are collected');
    return holder.site;
  };
  return {
    get parts() {
      return site().parts;
    },
    get clock() {
      return site().clock;
    },
    advanceClock: (milliseconds) => site().advanceClock(milliseconds),
    ask: (who, path, request) => site().ask(who, path, request),
    submit: (who, path, fields) => site().submit(who, path, fields),
    submitFiles: (who, path, fields) => site().submitFiles(who, path, fields),
    openBeside: (...how) => site().openBeside(...how),
    get stranger() {
      return site().stranger;
    },
    close: () => site().close(),
  };
}

export async function openTestSite(variables: Record<string, string> = {}): Promise<TestSite> {
  const folder = await mkdtemp(join(tmpdir(), 'site-'));
  template ??= ensureTemplate(inject('databaseUrl'), folder);
  const sessions = await template;
  const name = `site_${randomUUID().slice(0, 8)}`;
  const connectionString = await createDatabase(inject('databaseUrl'), name, TEMPLATE);
  const environment = { ...environmentOf(connectionString, folder), ...variables };
  const clock = { now: new Date() };
  const parts = await openSiteParts(environment, clock);
  // A run may last longer than people count as having just shown who they are, and than their use counts as noted.
  await parts.db.query(sql`update sessions set proved_at = now(), last_used_at = now()`);
  const cookies = credentialsOf(parts, sessions);
  const dropFolder = () => rm(folder, { recursive: true, force: true });
  return siteOf({ parts, clock, cookies, environment, dropFolder });
}

/** A site on a database that has no table until `prepare` has run, in two processes at once. Then the cast arrives. */
export async function openEmptySite(
  variables: Record<string, string>,
  prepare: (parts: SiteParts, connection: ConnectionOptions) => Promise<void>,
): Promise<TestSite> {
  const folder = await mkdtemp(join(tmpdir(), 'site-'));
  const connectionString = await createDatabase(inject('databaseUrl'), `empty_${randomUUID().slice(0, 8)}`);
  const environment = { ...environmentOf(connectionString, folder), ...variables };
  const clock = { now: new Date() };
  const [parts, beside] = await Promise.all([openSiteParts(environment, clock), openSiteParts(environment, clock)]);
  await Promise.all([parts, beside].map((one) => prepare(one, { connectionString })));
  await closeParts(beside);
  await addCast(parts);
  const cookies = credentialsOf(parts, await signInCast(parts));
  return siteOf({
    parts,
    clock,
    cookies,
    environment,
    dropFolder: () => rm(folder, { recursive: true, force: true }),
  });
}

function environmentOf(connectionString: string, folder: string): Record<string, string> {
  return { DATABASE_URL: connectionString, SECRET, DATA_DIR: folder, LIMITS: '0', PUBLIC_URL: ORIGIN };
}

const TEMPLATE = 'template';
let template: Promise<CastSessions> | undefined;
/** What the cast is signed in by: the same in each copy of the template, where a comment on that keeps it. */
type CastSessions = Record<CastName, { token: string; loginId: string }>;

/**
 * Sees to a database that is migrated and knows the cast, for each site of a run to be a copy of. The first who asks makes
 * it, so that a run without any site does not.
 */
async function ensureTemplate(databaseUrl: string, folder: string): Promise<CastSessions> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`select pg_advisory_lock(hashtext('template'))`);
  const made = await client.query<{ note: string }>(
    `select shobj_description(oid, 'pg_database') as note from pg_database where datname = '${TEMPLATE}'`,
  );
  const note = made.rows[0]?.note ?? (await makeTemplate(client, databaseUrl, folder));
  await client.end();
  return JSON.parse(note) as CastSessions;
}

async function makeTemplate(client: pg.Client, databaseUrl: string, folder: string): Promise<string> {
  const inWork = 'template_in_work';
  const connectionString = await createDatabase(databaseUrl, inWork);
  const parts = await openSiteParts(environmentOf(connectionString, folder), { now: new Date() });
  await migrate(parts.db.pool, migrations);
  await migrateJobs(parts.db.pool, parts.log);
  await addCast(parts);
  const note = JSON.stringify(await signInCast(parts));
  await closeParts(parts);
  await client.query(`comment on database ${inWork} is ${pg.escapeLiteral(note)}`);
  // Only what is whole has the name.
  await client.query(`alter database ${inWork} rename to ${TEMPLATE}`);
  return note;
}

function openSiteParts(
  environment: Record<string, string>,
  clock: TestSite['clock'],
  heartbeat?: HeartbeatTimes,
): Promise<SiteParts> {
  const config = parseConfig(environment);
  return openParts({
    config,
    secret: SECRET,
    connection: { connectionString: config.DATABASE_URL ?? '' },
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    now: () => new Date(Math.max(Date.now(), clock.now.getTime())),
    isDevelopment: false,
    clientFolder: join(config.DATA_DIR, 'client'),
    ...(heartbeat && { heartbeat }),
  });
}

interface OpenSite {
  parts: SiteParts;
  clock: TestSite['clock'];
  cookies: Record<CastName, Credentials>;
  environment: Record<string, string>;
  dropFolder: () => Promise<void>;
}

function siteOf(open: OpenSite): TestSite {
  const { parts, clock, cookies, environment, dropFolder } = open;
  const site = new Site(parts);
  const connection = { connectionString: environment.DATABASE_URL ?? '' };
  const stranger = openDatabase({ connection, size: 10, statementTimeout: 60_000 });
  const close = async () => {
    await stranger.close();
    await closeParts(parts);
    await dropFolder();
  };
  const openBeside: TestSite['openBeside'] = async (variables, heartbeat) => {
    const own = { ...environment, ...variables };
    const beside = await openSiteParts(own, clock, heartbeat);
    return siteOf({ ...open, parts: beside, environment: own, dropFolder: () => Promise.resolve() });
  };
  const advanceClock = (milliseconds: number) => {
    clock.now = new Date(parts.now().getTime() + milliseconds);
  };
  const ask: TestSite['ask'] = (who, path, request = {}) =>
    site.fetch(requestOf(path, request, who && cookies[who]), { address: '127.0.0.1' });
  const submit: TestSite['submit'] = (who, path, fields) =>
    ask(who, path, { method: 'POST', headers: FORM_HEADERS, body: String(new URLSearchParams(fields)) });
  const submitFiles: TestSite['submitFiles'] = async (who, path, fields) => {
    const form = new FormData();
    for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value);
    const packed = new Response(form);
    const headers = { origin: ORIGIN, 'content-type': packed.headers.get('content-type') ?? '' };
    return ask(who, path, { method: 'POST', headers, body: new Uint8Array(await packed.arrayBuffer()) });
  };
  return { parts, clock, advanceClock, ask, submit, submitFiles, openBeside, stranger, close };
}

type Credentials = { cookie: string; 'x-xsrf-token': string };

async function addCast(parts: SiteParts): Promise<void> {
  const current = systemCurrent(parts);
  const added = Object.values(CAST).map(async ({ userId, role, alias, email, since }) => {
    await setAccount(current, userId, role as Role, new Date(since));
    await addVerifiedEmail(current, userId, email);
    await setAlias(current, 'rumpus', userId, alias);
  });
  await Promise.all(added);
}

async function signInCast(parts: SiteParts): Promise<CastSessions> {
  const signedIn = Object.entries(CAST).map(async ([name, { userId }]) => {
    const { token, session } = await parts.sessions.create(userId, parts.now());
    return [name, { token, loginId: session.loginId }] as const;
  });
  return Object.fromEntries(await Promise.all(signedIn)) as CastSessions;
}

function credentialsOf({ config, secret }: SiteParts, sessions: CastSessions): Record<CastName, Credentials> {
  const entries = Object.entries(sessions).map(([name, { token, loginId }]) => {
    const cookie = signInCookies(config, secret, token, loginId).map((one) => one.split(';')[0]);
    return [name, { cookie: cookie.join('; '), 'x-xsrf-token': xsrfToken(loginId, secret) }] as const;
  });
  return Object.fromEntries(entries) as Record<CastName, Credentials>;
}

function requestOf(path: string, siteRequest: SiteRequest, credentials: Credentials | undefined): Request {
  const { method = 'GET', body } = siteRequest;
  const isJson = typeof body === 'object' && !(body instanceof Uint8Array) && !(body instanceof ReadableStream);
  const sent = isJson ? JSON.stringify(body) : (body as string | Uint8Array<ArrayBuffer> | ReadableStream | undefined);
  const bytes =
    typeof sent === 'string' ? Buffer.byteLength(sent) : sent instanceof Uint8Array ? sent.length : undefined;
  const headers = {
    ...(isJson && { 'content-type': 'application/json' }),
    ...(bytes === undefined
      ? method === 'GET'
        ? {}
        : sent === undefined
          ? { 'content-length': '0' }
          : {}
      : { 'content-length': String(bytes) }),
    ...credentials,
    ...siteRequest.headers,
  };
  return new Request(`${ORIGIN}${path}`, {
    method,
    headers,
    body: sent ?? null,
    ...(sent instanceof ReadableStream && { duplex: 'half' }),
  });
}
