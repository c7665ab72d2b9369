import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { osAccountFor, give, mayUse } from './account.server.ts';
import type { OsAccount } from './account.server.ts';
import { binariesFor } from './binaries.server.ts';
import { StartError, systemCode } from './start-error.server.ts';

export interface ClusterLocation {
  readonly account: OsAccount;
  readonly cluster: string;
  /** The folder with `bin`, `lib` and `share` of PostgreSQL. */
  readonly programs: string;
  readonly socketFolder: string;
  /** Whether the cluster is not in the data folder, because the account cannot enter that. */
  readonly isOutside: boolean;
}

/** Kept in the data folder: a new data folder is a new database, even at the path of an old one. */
interface LocationNote {
  id: string;
  cluster?: string;
}

const NOTE_FILE = 'database.json';

/** @returns its real path @throws StartError when it cannot be written */
export function makeDataFolder(dataDir: string): string {
  try {
    // Passable for the database's account, but not to be listed by others.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    const real = realpathSync(dataDir);
    const probe = join(real, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
    return real;
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${systemCode(error)}): make it writable or choose another one.`,
    );
  }
}

/** `name` names the database's folder in /var/lib, should it need one. */
export function chooseLocation(dataDir: string, name: string): ClusterLocation {
  const note = readNote(dataDir) ?? { id: randomBytes(6).toString('hex') };
  const outside = `/var/lib/${name}-${note.id}`;
  const account = osAccountFor(note.cluster ?? join(dataDir, 'postgres'));
  note.cluster ??= isUsableBy(account, dataDir) ? undefined : join(outside, 'postgres');
  writeNote(dataDir, note);
  const location = toLocation(dataDir, note);
  const programs = binariesFor(account, outside);
  if (location.isOutside) mkdirSync(outside, { recursive: true, mode: 0o711 });
  const isUsable = existsSync(location.cluster)
    ? mayUse(account, location.cluster)
    : isUsableBy(account, dirname(location.cluster));
  if (!isUsable)
    throw new StartError(`The user ${account.name}, who runs the database, cannot use ${location.cluster}.`);
  return { ...location, account, programs };
}

/** undefined when there is no database yet. */
export function findLocation(
  dataDir: string,
): Pick<ClusterLocation, 'cluster' | 'socketFolder' | 'isOutside'> | undefined {
  const note = readNote(dataDir);
  return note && toLocation(realpathSync(dataDir), note);
}

export function forgetLocation(dataDir: string): void {
  rmSync(join(dataDir, NOTE_FILE), { force: true });
}

/** Open to the account alone, and empty; nothing may run on the cluster. */
export function makeSocketFolder({ socketFolder, account }: ClusterLocation): void {
  try {
    mkdirSync(socketFolder, { mode: 0o700 });
    give(account, socketFolder);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
  const found = lstatSync(socketFolder);
  const owner = account.ids?.uid ?? process.getuid?.();
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw new StartError(
      `The folder ${socketFolder} is needed for the database's socket, but belongs to somebody else.`,
    );
  }
  for (const left of readdirSync(socketFolder)) rmSync(join(socketFolder, left));
}

function toLocation(
  dataDir: string,
  note: LocationNote,
): Pick<ClusterLocation, 'cluster' | 'socketFolder' | 'isOutside'> {
  const cluster = note.cluster ?? join(dataDir, 'postgres');
  const name = `pg-${createHash('sha256').update(`${note.id} ${cluster}`).digest('hex').slice(0, 12)}`;
  // The whole path of a socket may have 103 bytes (macOS; Linux 107).
  const folder = join(tmpdir(), name);
  const socketFolder = Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= 103 ? folder : join('/tmp', name);
  return { cluster, socketFolder, isOutside: note.cluster !== undefined };
}

/** Tries, as the account, a folder of its own inside `parent`. */
function isUsableBy(account: OsAccount, parent: string): boolean {
  const room = join(parent, `.room-${process.pid}`);
  mkdirSync(room, { recursive: true, mode: 0o700 });
  try {
    give(account, room);
    return mayUse(account, room);
  } catch (error) {
    // Some network file systems let not even root give a folder away.
    if (['EPERM', 'EINVAL'].includes(systemCode(error) ?? '')) return false;
    throw error;
  } finally {
    rmSync(room, { recursive: true });
  }
}

function readNote(dataDir: string): LocationNote | undefined {
  const path = join(dataDir, NOTE_FILE);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

function writeNote(dataDir: string, note: LocationNote): void {
  const path = join(dataDir, NOTE_FILE);
  const text = `${JSON.stringify(note)}\n`;
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  writeFileSync(`${path}.new`, text, { flush: true });
  renameSync(`${path}.new`, path);
}
