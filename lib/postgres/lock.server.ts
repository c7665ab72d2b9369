import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';

import { readIdentity } from './processes.server.ts';
import { StartError, systemCode } from './start-error.server.ts';

interface LockHolder {
  pid: number;
  identity: string;
  /** Tells two locks of one process apart. */
  hold: string;
}

/** Takes over the lock file of a dead process. @throws StartError with `refusal(pid)` when a running one holds it */
export function takeLock(path: string, refusal: (pid: number) => string): () => void {
  const holder = { pid: process.pid, identity: readIdentity(process.pid) ?? '', hold: randomUUID() };
  const mine = `${path}.${holder.hold}`;
  writeFileSync(mine, JSON.stringify(holder));
  try {
    claim(path, mine, refusal);
  } finally {
    remove(mine);
  }
  return () => {
    if (read(path)?.hold === holder.hold) remove(path);
  };
}

function claim(path: string, mine: string, refusal: (pid: number) => string): void {
  // Each round either takes the lock, refuses, or finds that another start was faster and looks again.
  for (;;) {
    if (link(mine, path)) return;
    const found = read(path);
    if (found === undefined) continue;
    if (isHeld(found)) throw new StartError(refusal(found.pid));
    if (takeOver(path, mine, found)) return;
  }
}

/** Links a second file and looks again, so that a slow process cannot replace the living successor of a dead holder. */
function takeOver(path: string, mine: string, dead: LockHolder): boolean {
  const claimed = `${path}.${dead.hold || 'broken'}.claim`;
  if (!link(mine, claimed)) {
    const rival = read(claimed);
    if (rival !== undefined && !isHeld(rival)) remove(claimed);
    return false;
  }
  try {
    if (read(path)?.hold !== dead.hold) return false;
    renameSync(mine, path);
    return true;
  } finally {
    remove(claimed);
  }
}

function isHeld(holder: LockHolder): boolean {
  return holder.pid > 0 && readIdentity(holder.pid) === holder.identity;
}

function read(path: string): LockHolder | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  return parse(text);
}

/** A lock that a power cut left empty belongs to nobody. */
function parse(text: string): LockHolder {
  try {
    const { pid, identity, hold }: Partial<LockHolder> = JSON.parse(text);
    return { pid: pid ?? 0, identity: identity ?? '', hold: hold ?? '' };
  } catch (error) {
    if (error instanceof SyntaxError) return { pid: 0, identity: '', hold: '' };
    throw error;
  }
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}
