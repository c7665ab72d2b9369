import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fchownSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { commandOf, isAlive } from './processes.server.ts';
import { ENVIRONMENT } from './cluster.server.ts';
import { makeSocketFolder } from './location.server.ts';
import type { ClusterLocation } from './location.server.ts';
import { systemCode } from './start-error.server.ts';

/** PostgreSQL's first process, the parent of all others. */
export interface Postmaster {
  readonly pid: number;
  readonly socketFolder: string;
  readonly port: number;
}

export const PORT = 5432;
const IMPOSSIBLE_PID = 2 ** 30;
const LARGE_LOG = 10 * 1024 * 1024;

/** The postmaster that runs on this cluster, whoever started it. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const [pid = 0, , , port = 0, socketFolder = ''] = readPidFile(cluster);
  if (!runsOn(Number(pid), cluster)) return undefined;
  return { pid: Number(pid), socketFolder, port: Number(port) };
}

/** Whether it still runs and can be reached. */
export function isReachable({ pid, socketFolder, port }: Postmaster): boolean {
  return isAlive(pid) && existsSync(join(socketFolder, `.s.PGSQL.${port}`));
}

/**
 * Starts PostgreSQL in a session of its own, so that it outlives this process and no signal of the terminal meets it.
 * @returns its process number
 */
export function launchPostmaster(place: ClusterLocation, settings: Record<string, string>): number {
  replaceStalePid(place.cluster);
  makeSocketFolder(place);
  const log = openLog(place);
  const all = {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: place.socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    log_checkpoints: 'off',
    ...settings,
  };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(place.programs, 'bin', 'postgres'), ['-D', place.cluster, ...args], {
    cwd: place.cluster,
    env: ENVIRONMENT,
    detached: true,
    stdio: ['ignore', log, log],
    ...place.account.ids,
  });
  closeSync(log);
  child.unref();
  if (child.pid === undefined) throw new Error(`PostgreSQL did not start from ${place.programs}`);
  return child.pid;
}

/** The last lines that PostgreSQL wrote, newest last. */
export function lastLogLines(cluster: string, lines = 8): string {
  const path = logPath(cluster);
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lines).join('\n') : '';
}

/**
 * PostgreSQL refuses to start while the process that its pid file names seems to exist: after a reboot a stranger, or
 * one that is dead but that its parent has not yet noticed. The number is replaced, not the file removed: PostgreSQL
 * also finds its shared memory by it, and that keeps it from starting beside what is left of a killed one.
 */
function replaceStalePid(cluster: string): void {
  const [pid, ...rest] = readPidFile(cluster);
  const path = pidPath(cluster);
  if (pid === undefined) return rmSync(path, { force: true });
  if (!runsOn(Number(pid), cluster)) writeFileSync(path, [String(IMPOSSIBLE_PID), ...rest].join('\n'));
}

function runsOn(pid: number, cluster: string): boolean {
  return pid > 0 && commandOf(pid).includes(` -D ${cluster} `);
}

function readPidFile(cluster: string): string[] {
  try {
    const text = readFileSync(pidPath(cluster), 'utf8');
    return text.trim() === '' ? [] : text.split('\n');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function openLog(place: ClusterLocation): number {
  const path = logPath(place.cluster);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGE_LOG) renameSync(path, `${path}.old`);
  const log = openSync(path, 'a', 0o600);
  if (place.account.ids !== undefined) fchownSync(log, place.account.ids.uid, place.account.ids.gid);
  return log;
}

function pidPath(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

function logPath(cluster: string): string {
  return join(cluster, 'postgres.log');
}
