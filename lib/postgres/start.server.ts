import { setTimeout as pause } from 'node:timers/promises';

import { createClient } from '#lib/database/connect.server.ts';

import { USER } from './cluster.server.ts';
import type { ClusterLocation } from './location.server.ts';
import { findPostmaster, isReachable, lastLogLines, launchPostmaster } from './postmaster.server.ts';
import type { Postmaster } from './postmaster.server.ts';
import { isAlive, processesIn, signal, until } from './processes.server.ts';
import { StartError } from './start-error.server.ts';

export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  database: string;
}

/** For a whole start, in milliseconds; replaying a full write-ahead log takes the most. */
const START_TIMEOUT_MS = 300_000;
const MAX_STARTS = 8;

/** Adopts a running postmaster, waits out a dying one, or starts one. @throws StartError in PostgreSQL's words */
export async function startPostgres(location: ClusterLocation, settings: Record<string, string>): Promise<Postmaster> {
  const end = performance.now() + START_TIMEOUT_MS;
  let launched: number | undefined;
  let starts = 0;
  while (performance.now() < end) {
    const found = findPostmaster(location.cluster);
    if (found !== undefined && (await reach(found, location.cluster))) return found;
    if (found === undefined && (launched === undefined || !isAlive(launched))) {
      if (starts >= MAX_STARTS) break;
      // The first starts may fail because of what is left of a killed PostgreSQL, which is about to go.
      if (starts > 0) await pause(250 * starts);
      await endOrphans(location.cluster);
      launched = launchPostmaster(location, settings);
      starts += 1;
    }
    await pause(20);
  }
  throw new StartError(
    `The database in ${location.cluster} does not start. It says:\n${lastLogLines(location.cluster)}`,
  );
}

/** A fast shutdown: cancels statements, loses no commit, and waits for all processes. */
export async function stopPostgres(cluster: string): Promise<void> {
  const found = findPostmaster(cluster);
  if (found === undefined) return;
  const isGone = () => !isAlive(found.pid);
  signal(found.pid, 'SIGINT');
  if (await until(isGone, 30_000)) return;
  signal(found.pid, 'SIGQUIT');
  if (await until(isGone, 10_000)) return;
  signal(found.pid, 'SIGKILL');
  await endOrphans(cluster);
}

export function toConnection({ socketFolder, port }: Pick<Postmaster, 'socketFolder' | 'port'>): EmbeddedConnection {
  return { host: socketFolder, port, user: USER, database: 'postgres' };
}

/** PostgreSQL runs no query yet while it starts, and no more while it stops. */
export async function answers(postmaster: Postmaster): Promise<boolean> {
  if (!isReachable(postmaster)) return false;
  const client = createClient({ ...toConnection(postmaster), connectionTimeoutMillis: 5000, query_timeout: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

/** Ends one whose socket was swept away from the temporary files: it will never answer. One that starts has none yet. */
async function reach(found: Postmaster, cluster: string): Promise<boolean> {
  if (await answers(found)) return true;
  const isSettled = () => {
    const latest = findPostmaster(cluster);
    return latest === undefined || isReachable(latest);
  };
  const hasSocket = await until(isSettled, 3000);
  if (!hasSocket) signal(found.pid, 'SIGINT');
  return false;
}

/** When the first process is killed, the others hold the shared memory until they notice; told to, they leave at once. */
async function endOrphans(cluster: string): Promise<void> {
  for (const pid of processesIn(cluster)) signal(pid, 'SIGQUIT');
  if (await until(() => processesIn(cluster).length === 0, 5000, 50)) return;
  for (const pid of processesIn(cluster)) signal(pid, 'SIGKILL');
  await until(() => processesIn(cluster).length === 0, 5000, 50);
}
