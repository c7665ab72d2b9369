import { spawnSync } from 'node:child_process';

import { installFromDebian, runs } from './apt.js';
import { refuse } from './say.js';

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
const PACKAGES = 'chromium-headless-shell fonts-noto-core fonts-noto-color-emoji';

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
  await installFromDebian('Chromium', PACKAGES, () => findChromium() !== undefined);
}

function pathOf(name) {
  return spawnSync('/bin/sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' }).stdout.trim();
}
