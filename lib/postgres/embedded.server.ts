import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { initializeCluster } from './cluster.server.ts';
import { findLocation, forgetLocation, makeDataFolder, chooseLocation } from './location.server.ts';
import type { ClusterLocation } from './location.server.ts';
import { takeLock } from './lock.server.ts';
import { findPostmaster, isReachable } from './postmaster.server.ts';
import type { Postmaster } from './postmaster.server.ts';
import { answers, startPostgres, toConnection, stopPostgres } from './start.server.ts';
import type { EmbeddedConnection } from './start.server.ts';

export interface EmbeddedOptions {
  /** Made when missing; the database is in its folder `postgres`. */
  dataDir: string;
  /** Names the folder in /var/lib that is used when the database's user cannot enter the data folder. */
  name?: string;
  log?: { info(message: string): void; warn(message: string): void; error(message: string): void };
  /** False only for databases that may be lost, such as those of tests. */
  fsync?: boolean;
  settings?: Record<string, string>;
  /** Runs when a database that died answers again. */
  onRestart?: () => void;
}

export interface EmbeddedDatabase {
  /** Stays the same when the database is started again. */
  readonly connection: EmbeddedConnection;
  readonly where: string;
  /** Whether it is in /var/lib, because the database's user cannot enter the data folder. */
  readonly isOutside: boolean;
  /** Waits until no process is left. */
  stop(): Promise<void>;
}

const WATCH_MS = 100;

/**
 * Makes the database at first use, adopts one that a killed process left running, and restarts it until `stop`.
 * @throws StartError with one sentence: the folder cannot be written, another process uses it, PostgreSQL cannot run
 */
export async function openEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = makeDataFolder(options.dataDir);
  const release = lock(dataDir);
  try {
    return await open(dataDir, options, release);
  } catch (error) {
    release();
    throw error;
  }
}

/** For a command beside a running server; undefined when no database runs. Takes no lock and starts nothing. */
export async function attachEmbeddedDatabase({
  dataDir,
}: {
  dataDir: string;
}): Promise<EmbeddedConnection | undefined> {
  const location = findLocation(dataDir);
  const found = location && findPostmaster(location.cluster);
  return found !== undefined && (await answers(found)) ? toConnection(found) : undefined;
}

/** @throws StartError while a server uses the database */
export async function eraseEmbeddedDatabase({ dataDir }: { dataDir: string }): Promise<void> {
  const location = findLocation(dataDir);
  if (location === undefined) return;
  const release = lock(dataDir);
  await stopPostgres(location.cluster);
  rmSync(location.isOutside ? dirname(location.cluster) : location.cluster, { recursive: true, force: true });
  forgetLocation(dataDir);
  release();
}

function lock(dataDir: string): () => void {
  return takeLock(
    join(dataDir, 'server.lock'),
    (pid) => `Another server (process ${pid}) uses the data folder ${dataDir}: stop it or choose another folder.`,
  );
}

async function open(dataDir: string, options: EmbeddedOptions, release: () => void): Promise<EmbeddedDatabase> {
  const location = chooseLocation(dataDir, options.name ?? 'embedded-database');
  const isDurable = options.fsync ?? true;
  await initializeCluster(location, isDurable);
  const settings = { ...(isDurable ? {} : NON_DURABLE), ...options.settings };
  const postmaster = await startPostgres(location, settings);
  // An adopted one may have its socket elsewhere, when the folder of temporary files was another; it stays there.
  const { socketFolder } = postmaster;
  const stopping = new AbortController();
  const watching = watch(postmaster, { ...location, socketFolder }, settings, options, stopping.signal);
  return {
    connection: toConnection(postmaster),
    where: location.cluster,
    isOutside: location.isOutside,
    async stop() {
      stopping.abort();
      await watching;
      await stopPostgres(location.cluster);
      rmSync(socketFolder, { recursive: true, force: true });
      release();
    },
  };
}

const NON_DURABLE = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

async function watch(
  first: Postmaster,
  location: ClusterLocation,
  settings: Record<string, string>,
  { log, onRestart }: EmbeddedOptions,
  stopping: AbortSignal,
): Promise<void> {
  let postmaster = first;
  while (!stopping.aborted) {
    if (isReachable(postmaster)) {
      await rest(WATCH_MS, stopping);
      continue;
    }
    log?.warn(`The database (process ${postmaster.pid}) died and is started again.`);
    try {
      postmaster = await startPostgres(location, settings);
      log?.info('The database answers again.');
      onRestart?.();
    } catch (error) {
      log?.error(`The database cannot be started again: ${String(error)}`);
      await rest(1000, stopping);
    }
  }
}

/** Ends early on `stopping`; does not keep the process alive. */
async function rest(milliseconds: number, stopping: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal: stopping, ref: false }).catch(() => undefined);
}
