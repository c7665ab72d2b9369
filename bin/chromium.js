import { spawnSync } from 'node:child_process';

import { run, unpinned } from './run.js';
import { refuse, say } from './say.js';

// The first draws no window of its own, so that pages take two thirds of the time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const INSTALL =
  'apt-get install -y --no-install-recommends chromium-headless-shell fonts-noto-core fonts-noto-color-emoji';

export function findChromium() {
  const { CHROMIUM } = process.env;
  if (CHROMIUM) return runs(CHROMIUM) ? CHROMIUM : undefined;
  const name = NAMES.find(runs);
  return name?.startsWith('/') ? name : name && pathOf(name);
}

export async function ensureChromium() {
  if (findChromium() !== undefined) return;
  if (process.env.CHROMIUM)
    refuse(`CHROMIUM must be the path of a Chromium that runs; ${process.env.CHROMIUM} does not.`);
  if (!runs('apt-get')) refuse('The tests need Chromium: install it, or set CHROMIUM to its path.');
  if (process.getuid?.() !== 0) refuse(`The tests need Chromium. Run: sudo apt-get update && sudo ${INSTALL}`);
  say('Installing Chromium (once)…');
  const env = { ...unpinned(), DEBIAN_FRONTEND: 'noninteractive' };
  const { ok, text } = await run('/bin/sh', ['-c', `apt-get update && ${INSTALL}`], { env, output: 'keep' });
  if (!ok || findChromium() === undefined) refuse(`${text}\nChromium could not be installed: see above.`);
}

function runs(command) {
  return spawnSync(command, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

function pathOf(name) {
  return spawnSync('/bin/sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' }).stdout.trim();
}
