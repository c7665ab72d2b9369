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

import { ENVIRONMENT } from './cluster.server.ts';
import { makeSocketFolder } from './location.server.ts';
import type { ClusterLocation } from './location.server.ts';
import { readCommandLine, isAlive } from './processes.server.ts';
import { systemCode } from './start-error.server.ts';

export interface Postmaster {
  readonly pid: number;
  readonly socketFolder: string;
  readonly port: number;
}

const PORT = 5432;
const IMPOSSIBLE_PID = 2 ** 30;
const LARGE_LOG = 10 * 1024 * 1024;

export function findPostmaster(cluster: string): Postmaster | undefined {
  const [pid = 0, , , port = 0, socketFolder = ''] = readPidFile(cluster);
  if (!runsOn(Number(pid), cluster)) return undefined;
  return { pid: Number(pid), socketFolder, port: Number(port) };
}

export function isReachable({ pid, socketFolder, port }: Postmaster): boolean {
  return isAlive(pid) && existsSync(join(socketFolder, `.s.PGSQL.${port}`));
}

/** In a session of its own, so that it outlives this process and gets no signal of the terminal. @returns its pid */
export function launchPostmaster(location: ClusterLocation, settings: Record<string, string>): number {
  replaceStalePid(location.cluster);
  makeSocketFolder(location);
  const log = openLog(location);
  const all = {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: location.socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    log_checkpoints: 'off',
    ...settings,
  };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(location.programs, 'bin', 'postgres'), ['-D', location.cluster, ...args], {
    cwd: location.cluster,
    env: ENVIRONMENT,
    detached: true,
    stdio: ['ignore', log, log],
    ...location.account.ids,
  });
  closeSync(log);
  child.unref();
  if (child.pid === undefined) throw new Error(`PostgreSQL did not start from ${location.programs}`);
  return child.pid;
}

export function lastLogLines(cluster: string, lines = 8): string {
  const path = logPath(cluster);
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lines).join('\n') : '';
}

/**
 * PostgreSQL does not start while the pid in its file seems to be alive: a stranger after a reboot, or a zombie. The pid
 * is replaced, but the file stays: PostgreSQL finds its shared memory by it, and so does not start beside an old one.
 */
function replaceStalePid(cluster: string): void {
  const [pid, ...rest] = readPidFile(cluster);
  const path = pidPath(cluster);
  if (pid === undefined) return rmSync(path, { force: true });
  if (!runsOn(Number(pid), cluster)) writeFileSync(path, [String(IMPOSSIBLE_PID), ...rest].join('\n'));
}

function runsOn(pid: number, cluster: string): boolean {
  return pid > 0 && readCommandLine(pid).includes(` -D ${cluster} `);
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

function openLog(location: ClusterLocation): number {
  const path = logPath(location.cluster);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGE_LOG) renameSync(path, `${path}.old`);
  const log = openSync(path, 'a', 0o600);
  if (location.account.ids !== undefined) fchownSync(log, location.account.ids.uid, location.account.ids.gid);
  return log;
}

function pidPath(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

function logPath(cluster: string): string {
  return join(cluster, 'postgres.log');
}
