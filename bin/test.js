/** Ends with one line, `N passed, N failed`; a failed step stops only the steps that build on it. */
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';

import { steps } from './steps.js';

/** Seconds for a file of tests; more is reported but no failure, because machines differ. */
const BUDGET = 10;
const results = new Map();
const ends = new Map();
/** Tests that passed only when retried, with the first failure: flaky tests must not go unseen. */
const again = [];
const files = [];
const began = performance.now();
useMemory();

for (const list of await steps()) {
  for (const step of list) ends.set(step.name, take(step));
  await Promise.all(ends.values());
}

const sum = (what) => [...results.values()].reduce((total, result) => total + result[what], 0);
const failures = [...results].filter(([, { failed }]) => failed > 0).map(([name]) => name);
const slow = files.filter(({ seconds }) => seconds > BUDGET).sort((one, other) => other.seconds - one.seconds);
for (const { file, seconds } of slow) console.log(`\nOver its budget of ${BUDGET} s: ${file}, ${seconds.toFixed(1)} s`);
for (const name of again) console.log(`\nPassed at the second try: ${name}`);
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
console.log(`\nTook ${secondsSince(began)}.`);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(failures.length === 0 ? 0 : 1);

/** What the steps keep for seconds are hundreds of thousands of files, so they are in memory where there is room for them. */
function useMemory() {
  const MEMORY = '/dev/shm';
  const ROOM = 10 * 2 ** 30;
  if (!existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (Math.min(bavail * bsize, process.availableMemory()) < ROOM) return;
  const folder = mkdtempSync(`${MEMORY}/test-`);
  // Root's databases run as another user, who has to pass through here.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
}

/** A step that is not `isLive` prints everything at its end, so that nothing of another comes between. */
async function take({ name, needs, isLive = false, check }) {
  await ends.get(needs);
  if (needs !== undefined && results.get(needs)?.failed !== 0) {
    console.log(`\n── ${name}\n   not run, because it needs: ${needs}`);
    return;
  }
  if (isLive) console.log(`\n── ${name}`);
  const start = performance.now();
  const { passed, failed, text = '', failures = [], ...more } = await check();
  if (!isLive) console.log(`\n── ${name}`);
  for (const output of [text, ...failures]) if (output.trim() !== '') console.log(`${output.trimEnd()}\n`);
  console.log(`   ${failed === 0 ? 'ok' : 'FAILED'}, ${secondsSince(start)}`);
  results.set(name, { passed, failed });
  again.push(...(more.secondTries ?? []));
  files.push(...(more.files ?? []));
}

function secondsSince(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
