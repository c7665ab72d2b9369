import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

import { NODE, ROOT, run, unpinned } from './run.js';
import { refuse, say } from './say.js';

/** npm writes its list last, so a broken installation does not count; packages of other platforms are rightly missing. */
export function isInstalled({ isForTests }) {
  const installed = readLock(join(ROOT, 'node_modules', '.package-lock.json'));
  const wanted = readLock(join(ROOT, 'package-lock.json'));
  if (installed === undefined || wanted === undefined || !hasPinnedNode()) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional, dev, devOptional }]) => {
    if (path === '') return true;
    const found = installed[path];
    if (found !== undefined) return found.version === version && found.integrity === integrity;
    return optional === true || devOptional === true || (dev === true && !isForTests);
  });
}

/** Not `npm ci`: that refuses a lock file that lacks optional packages of other platforms, as the registry once did. */
export async function install() {
  say('Installing packages (a minute or two, once)…');
  rmSync(join(ROOT, 'node_modules'), { recursive: true, force: true });
  const { ok } = await run(...npm(OPTIONS), { env: unpinned(), output: 'stderr' });
  if (!ok) refuse('The packages could not be installed: see above.');
  if (!hasPinnedNode()) refuse(`The installation did not bring the pinned Node (${NODE}).`);
}

const OPTIONS = [
  'install',
  '--no-save',
  '--include=dev',
  '--include=optional',
  '--ignore-scripts=false',
  '--engine-strict=false',
  '--loglevel=error',
  '--no-audit',
  '--no-fund',
  '--no-progress',
];

/** npm on the machine's own Node: the one in node_modules is about to be replaced. */
function npm(args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  const isUsable = script !== undefined && node !== undefined && basename(script) === 'npm-cli.js';
  return isUsable && existsSync(script) && !node.startsWith(ROOT) ? [node, [script, ...args]] : ['npm', args];
}

/** Runs the program: a node_modules copied from another kind of machine has one that does not run. */
function hasPinnedNode() {
  return spawnSync(NODE, ['--version'], { stdio: 'ignore' }).status === 0;
}

function readLock(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined;
}
