import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text as readText } from 'node:stream/consumers';

import { pino } from 'pino';
import type { Logger } from 'pino';
import type { ViteDevServer } from 'vite';

import { migrations } from '#database/migrations.ts';
import type { ConnectionOptions } from '#lib/database/database.server.ts';
import { migrate, migrateUnderLock } from '#lib/database/migrate.server.ts';
import { markRuns } from '#lib/health/marks.server.ts';
import { startPresence } from '#lib/health/processes.server.ts';
import { ListenError, listen } from '#lib/http/listen.server.ts';
import { migrateJobs, startJobs } from '#lib/jobs/jobs.server.ts';
import { startTopicJobs } from '#lib/jobs/topic-jobs.server.ts';
import { attachEmbeddedDatabase, openEmbeddedDatabase } from '#lib/postgres/embedded.server.ts';
import { StartError } from '#lib/postgres/start-error.server.ts';
import { Problem } from '#lib/problem.ts';

import { UserType } from './accounts/account.ts';
import { grantRole, hasSecondPerson } from './accounts/staff/roles.server.ts';
import { writeClient } from './api-docs/client.server.ts';
import { Site } from './app.server.ts';
import { describeChain } from './audit/chain/chain-report.server.ts';
import { verifyChain } from './audit/chain/verify.server.ts';
import { ConfigError, parseConfig } from './current/config/config.server.ts';
import type { Config } from './current/config/config.server.ts';
import { withHeavyPool } from './current/current.server.ts';
import { applyPastDeletions, listPastDeletions, parsePastDeletion } from './deletions/list.server.ts';
import { generateMigrationOrder, generateTables, resetDatabase } from './dev/database.server.ts';
import { createSignIn } from './dev/sign-in.server.ts';
import { closeParts, openParts, systemCurrent } from './door/parts.server.ts';
import type { SiteParts } from './door/parts.server.ts';
import { ensureSecret } from './door/secret.server.ts';
import { listenForMails } from './mail/inbound/inbound-mail-handler.server.ts';
import { makeNeeds } from './needs.server.ts';
import { inboundMailHandlers, jobs, nouns } from './nouns.server.ts';
import { seed } from './seed.server.ts';
import { VERSION } from './site/version.ts';
import { keepSourceMaps } from './telemetry/issues/source-maps.server.ts';

const GRACE_SECONDS = 15;
const NOTHING_TO_SERVE = '';
/** @param clientFolder what the bundle has for browsers @param vite the development server, for the sources */
export async function run(args: string[], clientFolder: string, vite?: ViteDevServer): Promise<void> {
  const [command = 'serve', ...rest] = args;
  try {
    const config = parseConfig(process.env);
    if (command === 'serve') await serve(config, clientFolder, vite);
    else if (command === 'sign-in') await printSignIns(config, rest);
    else if (command === 'grant') await grant(config, rest[0] ?? '', rest[1] ?? '');
    else if (command === 'verify-audit') await verifyAudit(config);
    else if (command === 'generate') await Promise.all([generateTables(), generateMigrationOrder(), writeClient()]);
    else if (command === 'list-deletions') await listDeletions(config);
    else if (command === 'delete-again') await deleteAgain(config);
    else if (command === 'db:reset') await resetDatabase(config);
    else
      throw new ConfigError(
        `There is no command ${command}. There are: serve, sign-in, grant, verify-audit, list-deletions, delete-again, generate, db:reset.`,
      );
    if (command !== 'serve') await vite?.close();
  } catch (error) {
    if (!isExpectedError(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
    await vite?.close();
  }
}

function isExpectedError(error: unknown): error is { message: string } {
  return [ConfigError, StartError, ListenError, Problem].some((kind) => error instanceof kind);
}

async function serve(config: Config, clientFolder: string, vite: ViteDevServer | undefined): Promise<void> {
  const log = pino({ level: config.LOG_LEVEL }, pino.destination({ sync: false }));
  const stopped = waitForStopSignal();
  const database = await openConnection(config, log);
  try {
    const { connection } = database;
    const parts = await openSite({ config, connection, log, clientFolder, isDevelopment: vite !== undefined });
    try {
      await prepareDatabase(parts, connection);
      await requireSecondPerson(parts);
      // Nobody waits for it: until they are there, errors of this release are not told apart by their sources.
      keepSourceMaps(systemCurrent(parts), join(clientFolder, '..', 'maps')).catch((err: unknown) =>
        log.warn({ err }, 'the source maps of this release are not kept'),
      );
      await serveUntil(stopped, parts, database, vite);
    } finally {
      await closeParts(parts);
    }
  } finally {
    await database.stop();
    await vite?.close();
    log.flush();
  }
}

async function serveUntil(
  stopped: Promise<void>,
  parts: SiteParts,
  { connection, where }: OpenConnection,
  vite: ViteDevServer | undefined,
): Promise<void> {
  const { config, log } = parts;
  const site = new Site(parts);
  const listening = await listen({
    hosts: config.HOST === undefined ? loopback(config) : [config.HOST],
    port: config.PORT,
    trustProxy: config.TRUST_PROXY,
    fetch: (request, client) => site.fetch(request, client),
    ...(vite && { first: vite.middlewares }),
  });
  const mails = await listenForMails(() => systemCurrent(parts), inboundMailHandlers, mailHost(config));
  const all = jobs(parts).map((job) => markRuns(job, parts));
  const worker = await startJobs(connection, all, log);
  const topicJobs = startTopicJobs(parts.pubSub, all, log);
  const roles = ['serve', 'work', ...(mails === undefined ? [] : ['receive mails'])];
  const presence = await startPresence(parts.signalPool, { version: VERSION, roles }, log);
  printStartMessage(config, where);
  await stopped;
  log.info('stopping');
  parts.closing.abort();
  await mails?.close();
  await listening.close(GRACE_SECONDS);
  await topicJobs.stop();
  await worker.stop();
  await presence.end();
}

interface OpenConnection {
  connection: ConnectionOptions;
  where: string;
  stop(): Promise<void>;
}

async function openConnection(config: Config, log: Logger): Promise<OpenConnection> {
  if (config.DATABASE_URL !== undefined) {
    return {
      connection: { connectionString: config.DATABASE_URL },
      where: 'DATABASE_URL',
      stop: () => Promise.resolve(),
    };
  }
  return openEmbeddedDatabase({ dataDir: resolve(config.DATA_DIR), name: 'rumpus', log });
}

interface SiteOptions {
  config: Config;
  connection: ConnectionOptions;
  log: Logger;
  clientFolder: string;
  isDevelopment: boolean;
}

async function openSite(options: SiteOptions): Promise<SiteParts> {
  const { config } = options;
  await mkdir(config.DATA_DIR, { recursive: true });
  const secret = await ensureSecret(config);
  return openParts({ ...options, secret, now: () => new Date() }).catch((error: Error) => {
    if (config.DATABASE_URL === undefined) throw error;
    throw new StartError(`DATABASE_URL must be a PostgreSQL that answers: ${error.message || 'nothing is there'}`);
  });
}

async function requireSecondPerson(parts: SiteParts): Promise<void> {
  if (parts.config.TWO_PERSON_RULE === 'off' || (await hasSecondPerson(systemCurrent(parts)))) return;
  throw new ConfigError(
    'TWO_PERSON_RULE must be off until two super users can sign in: npm run grant -- <email> super makes one',
  );
}

/** Several processes may do so at once. */
export async function prepareDatabase(parts: SiteParts, connection: ConnectionOptions): Promise<void> {
  const { config, log } = parts;
  const ran = await migrateUnderLock(connection, async (pool) => {
    const names = await migrate(pool, migrations);
    await migrateJobs(pool, log);
    return names;
  });
  if (ran.length > 0) log.info({ ran }, 'migrated');
  const made = await makeNeeds(systemCurrent(parts));
  if (made.length > 0) log.info({ made }, 'made what the site needs');
  if (config.stage === 'localhost' && (await seed(systemCurrent(parts)))) log.info('seeded demo content');
}

/** Prints one line of JSON: an address with one button, and the cookies of a session that is ready for scripts. */
async function printSignIns(config: Config, [first = '', ...others]: string[]): Promise<void> {
  if (config.stage !== 'localhost') throw new ConfigError('sign-in is for the localhost stage only');
  const signIns = await withRunningDatabase(config, (parts) =>
    Promise.all([first, ...others].map((castName) => createSignIn(systemCurrent(parts), castName))),
  );
  for (const signIn of signIns) process.stdout.write(`${JSON.stringify(signIn)}\n`);
}

/** Gives the account of an address a role, on every stage: running commands needs no role. */
async function grant(config: Config, address: string, role: string): Promise<void> {
  const { success, data } = UserType.safeParse(role);
  if (address === '' || !success) {
    throw new ConfigError(
      `Write npm run grant -- <email> <role>, and for the role one of ${UserType.options.join(', ')}.`,
    );
  }
  const userId = await withRunningDatabase(config, (parts) => grantRole(systemCurrent(parts), address, data));
  process.stdout.write(`The account ${userId} is ${data} now.\n`);
}

/** Reads the whole chain of the audit. The code it ends with tells whether that is whole. */
async function verifyAudit(config: Config): Promise<void> {
  const report = await withRunningDatabase(config, (parts) => verifyChain(withHeavyPool(systemCurrent(parts))));
  const { text, exitCode } = describeChain(report);
  process.stdout.write(`${text}\n`);
  process.exitCode = exitCode;
}

/** Prints a line of JSON for each, to be kept beside the backups. */
async function listDeletions(config: Config): Promise<void> {
  await withRunningDatabase(config, async (parts) => {
    for await (const past of listPastDeletions(systemCurrent(parts))) process.stdout.write(`${JSON.stringify(past)}\n`);
  });
}

/** After a database was put back to an earlier state: reads the lines of `list-deletions`. */
async function deleteAgain(config: Config): Promise<void> {
  const lines = (await readText(process.stdin)).split('\n').filter((line) => line.trim() !== '');
  const past = lines.map(parsePastDeletion);
  const back = await withRunningDatabase(config, (parts) => applyPastDeletions(systemCurrent(parts), nouns, past));
  process.stdout.write(`${back} of ${past.length} were there again. They are deleted within minutes.\n`);
}

async function withRunningDatabase<Result>(
  config: Config,
  work: (parts: SiteParts) => Promise<Result>,
): Promise<Result> {
  const connection =
    config.DATABASE_URL === undefined ? await attachEmbeddedDatabase({ dataDir: resolve(config.DATA_DIR) }) : undefined;
  if (config.DATABASE_URL === undefined && connection === undefined)
    throw new StartError('The site is not running. Start it first: npm start');
  const options = { config, log: pino({ level: 'silent' }), clientFolder: NOTHING_TO_SERVE, isDevelopment: false };
  const parts = await openSite({
    ...options,
    connection: connection ?? { connectionString: config.DATABASE_URL ?? '' },
  });
  try {
    return await work(parts);
  } finally {
    await closeParts(parts);
  }
}

function loopback({ stage }: Config): string[] {
  return stage === 'localhost' ? ['127.0.0.1', '::1'] : ['0.0.0.0', '::'];
}

/** `::` takes the addresses of both kinds. */
function mailHost({ HOST, stage }: Config): string {
  return HOST ?? (stage === 'localhost' ? '127.0.0.1' : '::');
}

function printStartMessage(config: Config, where: string): void {
  const lines = [
    `Rumpus serves ${config.publicUrl}`,
    `  database     ${where}`,
    ...(config.stage === 'localhost'
      ? ['  sign in      npm run -s sign-in -- player   (or creator, collaborator, staff, admin, super)']
      : []),
    '  become super npm run grant -- <your email> super   (once that address has signed in)',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function waitForStopSignal(): Promise<void> {
  return new Promise((done) => {
    process.once('SIGINT', () => done());
    process.once('SIGTERM', () => done());
  });
}
