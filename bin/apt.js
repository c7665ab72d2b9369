import { spawnSync } from 'node:child_process';

import { run, unpinned } from './run.js';
import { refuse, say } from './say.js';

/** Installs what the tests need from Debian as root, and says the one command to anybody else. @param {() => boolean} isThere */
export async function installFromDebian(what, packages, isThere) {
  const install = `apt-get install -y --no-install-recommends ${packages}`;
  if (process.getuid?.() !== 0) refuse(`The tests need ${what}. Run: sudo apt-get update && sudo ${install}`);
  say(`Installing ${what} (once)…`);
  const env = { ...unpinned(), DEBIAN_FRONTEND: 'noninteractive' };
  const { ok, text } = await run('/bin/sh', ['-c', `apt-get update && ${install}`], { env, output: 'keep' });
  if (!ok || !isThere()) refuse(`${text}\n${what} could not be installed: see above.`);
}

export function runs(command) {
  return spawnSync(command, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}
