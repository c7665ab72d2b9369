import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { ROOT } from './run.js';
import { say } from './say.js';

/** Two commands started together must not install or build into each other. */
export async function withPrepareLock(work) {
  const path = join(tmpdir(), `prepare-${createHash('sha256').update(ROOT).digest('hex').slice(0, 12)}.pid`);
  for (let isWaiting = false; !takeLockFile(path); isWaiting = true) {
    if (!isWaiting) say('Waiting for another command that installs or builds…');
    await pause(200);
  }
  try {
    await work();
  } finally {
    releaseLock(path);
  }
}

function releaseLock(path) {
  if (readHolder(path) === process.pid) rmSync(path, { force: true });
}

function takeLockFile(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    process.once('exit', () => releaseLock(path));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = readHolder(path);
  if (holder !== undefined && !isRunning(holder)) rmSync(path, { force: true });
  return false;
}

/** undefined while the holder has made the file but not written it, or has just removed it. */
function readHolder(path) {
  try {
    return Number(readFileSync(path, 'utf8')) || undefined;
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
