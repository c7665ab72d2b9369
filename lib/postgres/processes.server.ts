import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { systemCode } from './start-error.server.ts';

const hasProc = process.platform === 'linux';

/** A zombie does not count. */
export function isAlive(pid: number): boolean {
  if (hasProc) return startTicks(pid) !== undefined;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ESRCH') return false;
    if (systemCode(error) === 'EPERM') return true;
    throw error;
  }
}

/** The start time, which tells a process from a later one with the same pid; undefined when it is gone. */
export function readIdentity(pid: number): string | undefined {
  if (hasProc) {
    const ticks = startTicks(pid);
    return ticks === undefined ? undefined : `${bootId()}/${ticks}`;
  }
  return isAlive(pid) ? ps(pid, 'lstart=') : undefined;
}

export function readCommandLine(pid: number): string {
  if (!isAlive(pid)) return '';
  return hasProc ? (readProc(`${pid}/cmdline`) ?? '').replaceAll('\0', ' ').trimEnd() : ps(pid, 'command=');
}

/** By working folder, where the system can tell (Linux). */
export function processesIn(folder: string): number[] {
  if (!hasProc) return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => workingFolder(pid) === folder && isAlive(pid));
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error;
  }
}

/** Milliseconds; false when `within` have passed. */
export async function until(isDone: () => boolean, within: number, every = 20): Promise<boolean> {
  const end = performance.now() + within;
  while (!isDone()) {
    if (performance.now() > end) return false;
    await pause(every);
  }
  return true;
}

function startTicks(pid: number): string | undefined {
  const stat = readProc(`${pid}/stat`);
  if (stat === undefined) return undefined;
  // The second field, the name, may hold spaces and brackets; the state is the first one after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

function bootId(): string {
  return (readProc('sys/kernel/random/boot_id') ?? '').trim();
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}

function ps(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-ww', '-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch (error) {
    // ps leaves with 1 when there is no such process.
    if (error instanceof Error && 'status' in error && error.status === 1) return '';
    throw error;
  }
}
