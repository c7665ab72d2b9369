import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { NODE, pinned, program, ROOT, run } from './run.js';
import { refuse, say } from './say.js';

const FOLDERS = ['app', 'content', 'database', 'lib', 'public'];
const FILES = ['package.json', 'package-lock.json', 'react-router.config.ts', 'tsconfig.json', 'vite.config.ts'];
const STAMP = join(ROOT, 'build', 'sources.sha256');
/** What starts of the built server keep, see `server.ts`. */
const COMPILED = join(ROOT, 'build', 'compiled');

export function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashOfSources();
}

export async function build() {
  say('Building the site…');
  const text = await tryToBuild();
  if (text !== undefined) refuse(`${text}\nThe site could not be built: see above.`);
}

/** @returns {Promise<string | undefined>} what the build wrote when it failed */
export async function tryToBuild() {
  // Hashed before: sources that change during the build are built again next time.
  const hash = hashOfSources();
  rmSync(STAMP, { force: true });
  rmSync(COMPILED, { recursive: true, force: true });
  // Tests and developers get what visitors get.
  const env = { ...pinned(), NODE_ENV: 'production' };
  const { ok, text } = await run(NODE, [program('react-router'), 'build'], { env, output: 'keep' });
  if (!ok) return text;
  writeFileSync(STAMP, hash);
  return undefined;
}

function hashOfSources() {
  const hash = createHash('sha256');
  const inFolders = FOLDERS.flatMap((folder) => filesIn(join(ROOT, folder))).filter((file) => !isTest(file));
  const files = [...FILES.map((file) => join(ROOT, file)).filter((file) => existsSync(file)), ...inFolders];
  for (const file of files.sort(byCodeUnits)) {
    const content = readFileSync(file);
    hash.update(`${relative(ROOT, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** The same on every machine, whatever its language. */
function byCodeUnits(one, other) {
  return one < other ? -1 : 1;
}

function filesIn(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function isTest(file) {
  return /\.test\.tsx?$/.test(file);
}
